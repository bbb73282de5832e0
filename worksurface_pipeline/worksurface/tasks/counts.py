"""Readings of a figure as a number of rows, of rows that meet conditions, or of distinct values."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.tasks.claims import is_part_of
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.lexicon import (
    FREQUENCY,
    MAX_CUES,
    MIN_CUES,
    NEGATION,
    ROW_WORDS,
)
from worksurface_pipeline.worksurface.tasks.matching import column_positions
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, is_nearly_key
from worksurface_pipeline.worksurface.tasks.readings import Reading, Setting, cue_positions
from worksurface_pipeline.worksurface.tasks.selections import Selection, selections

# The counted noun names a key column; a column that goes with the thing (its date, its id); the
# file or sheet. "rows" counts rows of anything, once the file is named.
KEY_NOUN = 2.5
PART_NOUN = 1.5
NAME_NOUN = 1.5
ROWS_NOUN = 1.0
# The counted noun is a column whose values repeat: its distinct values are counted.
DISTINCT_NOUN = 2.5
DISTINCT_CUE = 1.0
NUMBER_OF = 0.5
# A word of the counted noun phrase that nothing in the view answers to.
STRANGE_NOUN = -1.5
ROW_COUNT = 1.0
# "no total": the column has no value, or the value zero.
NOTHING = 4.0
# "the most frequent": the rubric names the first, and the count is the first's.
FIRST = 1.5
_THING_PARTS = frozenset({"id", "date", "nam", "name", "number", "no", "key", "code", "day"})
_NEGATION_REACH = 3


def count_readings(setting: Setting) -> Iterator[Reading]:
    """All readings as a count."""
    if not setting.is_count:
        return
    thing, things = entity(setting)
    for selection in selections(setting):
        if selection.where:
            yield _filtered(setting, selection, thing, things)
            yield from _firsts(setting, selection, thing, things)
        elif thing:
            yield _rows(setting, selection, thing, things)
        yield from _distincts(setting, selection)
    yield from _nothing(setting)


# What names a row: words, and numbers that are kept as words.
_WORDS = (ColumnType.TEXT, ColumnType.IDENTIFIER)


def entity(setting: Setting) -> tuple[float, frozenset[int]]:
    """How well the counted noun names what one row of the view is, and the words that say so."""
    best, used = 0.0, frozenset[int]()
    for column in setting.view.columns:
        words = frozenset().union(*column_positions(setting.index, column).values())
        place = words & setting.nouns
        worth = _thing_worth(column, setting.view.rows)
        if place and worth > best:
            best, used = worth, place
    named = setting.view_words & setting.nouns
    if named and best < NAME_NOUN:
        best, used = NAME_NOUN, named
    rows = _row_words(setting)
    is_called = setting.is_named or bool(setting.view_words & setting.own)
    return (ROWS_NOUN, rows) if best < ROWS_NOUN and rows and is_called else (best, used)


def _thing_worth(column: ColumnProfile, rows: int) -> float:
    if column.is_key and (column.type in _WORDS or column.is_code):
        return KEY_NOUN
    if column.type in _WORDS and is_nearly_key(column, rows):
        return PART_NOUN
    return PART_NOUN if _THING_PARTS & set(column.parts) else 0.0


def _row_words(setting: Setting) -> frozenset[int]:
    words = setting.index.words
    return frozenset(i for i in setting.own if words[i].text.lower() in ROW_WORDS)


def _filtered(
    setting: Setting, selection: Selection, thing: float, things: frozenset[int]
) -> Reading:
    expression = Expression(setting.view.id, Op.COUNT, where=selection.where)
    score = selection.score + min(thing, 1.0)
    return setting.reading(expression, score, selection.used | things)


def _firsts(
    setting: Setting, selection: Selection, thing: float, things: frozenset[int]
) -> Iterator[Reading]:
    """The same count where the rubric says that the value is the most (or least) frequent."""
    if selection.inherited or not setting.cues & {"max", "min"}:
        return
    used = selection.used | things | cue_positions(setting, MAX_CUES | MIN_CUES | FREQUENCY)
    score = selection.score + min(thing, 1.0) + FIRST
    expression = Expression(setting.view.id, Op.COUNT, where=selection.where)
    for hit in selection.hits:
        others = tuple(item for item in selection.where if item != hit.condition)
        confirm = Expression(
            setting.view.id,
            Op.TOP_LABEL,
            hit.condition.column,
            where=others,
            is_ascending="max" not in setting.cues,
        )
        if hit.condition.kind is Kind.EQUALS and not hit.is_label:
            yield setting.reading(expression, score, used, confirm, hit.condition.value)


def _rows(setting: Setting, selection: Selection, thing: float, things: frozenset[int]) -> Reading:
    strange = setting.nouns - things - setting.view_words
    strange = frozenset() if things & _row_words(setting) else strange
    score = ROW_COUNT + thing + STRANGE_NOUN * len(strange) + selection.score
    return setting.reading(Expression(setting.view.id, Op.COUNT), score, things | strange)


def _distincts(setting: Setting, selection: Selection) -> Iterator[Reading]:
    for column in setting.view.columns:
        found = column_positions(setting.index, column)
        words = frozenset().union(*found.values()) & setting.nouns
        is_named = len(found) == len(column.core) and words
        is_used = column.name in {item.column for item in selection.where}
        if column.is_key or column.is_measure or is_used or not is_named:
            continue
        strange = setting.nouns - words - selection.used - setting.view_words
        cue = _said(setting, column, words)
        score = DISTINCT_NOUN + cue + 0.5 * (len(found) - 1) + STRANGE_NOUN * len(strange)
        expression = Expression(setting.view.id, Op.DISTINCT, column.name, where=selection.where)
        used = words | selection.used | strange
        yield setting.reading(expression, score + selection.score, used)


def _said(setting: Setting, column: ColumnProfile, words: frozenset[int]) -> float:
    if "distinct" in setting.cues:
        return DISTINCT_CUE
    repeated = _repeated(setting, column, words)
    return repeated + (NUMBER_OF if "count" in setting.cues else 0.0)


def _repeated(setting: Setting, column: ColumnProfile, words: frozenset[int]) -> float:
    """Where the noun names the rows, its other columns are not counted by their values."""
    thing, things = entity(setting)
    if thing >= KEY_NOUN and things >= words:
        return -DISTINCT_NOUN
    is_name = bool(_thing_worth(column, setting.view.rows)) or is_nearly_key(
        column, setting.view.rows
    )
    return -DISTINCT_NOUN if is_name else 0.0


def _nothing(setting: Setting) -> Iterator[Reading]:
    """Readings of "1 of which has no total" and "73 films had no vote at all"."""
    if is_part_of(setting.index.claim, setting.figure):
        return
    for position in sorted(setting.own):
        if setting.index.words[position].text.lower() not in NEGATION:
            continue
        reach = frozenset(range(position + 1, position + 1 + _NEGATION_REACH)) & setting.own
        for column in setting.view.columns:
            found = {part: setting.index.positions(part) & reach for part in _parts(column)}
            if found and all(found.values()):
                used = frozenset({position}).union(*found.values())
                yield from _absences(setting, column, used)


def _parts(column: ColumnProfile) -> tuple[str, ...]:
    return column.core


def _absences(setting: Setting, column: ColumnProfile, used: frozenset[int]) -> Iterator[Reading]:
    kinds = [Kind.IS_NULL] if column.nulls else []
    kinds += [Kind.IS_ZERO] if column.is_measure else []
    for kind in kinds:
        expression = Expression(setting.view.id, Op.COUNT, where=(Condition(column.name, kind),))
        yield setting.reading(expression, NOTHING, used)
