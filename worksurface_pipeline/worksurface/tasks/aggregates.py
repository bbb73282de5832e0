"""Readings of a figure as the sum, mean, minimum or maximum of a named column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.tasks.expressions import Expression, Op
from worksurface_pipeline.worksurface.tasks.matching import column_positions
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, ViewProfile
from worksurface_pipeline.worksurface.tasks.readings import Reading, Setting, cue_positions
from worksurface_pipeline.worksurface.tasks.selections import selections, worth
from worksurface_pipeline.worksurface.tasks.words import (
    INHERENT_MEASURE,
    MAX_CUES,
    MEAN_CUES,
    MIN_CUES,
    SUM_CUES,
    TIME_MEASURES,
    TIME_UNITS,
    UNIT_WORDS,
    stem,
)

# The first word of the measure's name that the claim has, each further one, and each missing one.
FIRST_PART = 1.5
MORE_PART = 0.75
MISSING_PART = -0.6
# A missing part that is a number, as of a period.
MISSING_NUMBER = -0.2
# Two words of the claim make one word of the name ("rating value").
JOINED = 0.5
# Another measure of the view has all the words that name this one.
AMBIGUOUS = -0.5
# A word that only the shared part of the rubric has.
SHARED_PART = -0.5
# The aggregate is said; a number of something that the file already counts; nothing is said.
SAID = 1.5
NUMBER_OF = 0.8
UNSAID = 0.3
# The unit behind the figure is the column's.
UNIT = 1.0
# A bare number is read as a sum only where a coincidence is unlikely.
_SMALLEST_BARE_SUM = 100
_OPS = {"sum": Op.SUM, "mean": Op.MEAN, "max": Op.MAX, "min": Op.MIN}
_OP_WORDS = {Op.SUM: SUM_CUES, Op.MEAN: MEAN_CUES, Op.MAX: MAX_CUES, Op.MIN: MIN_CUES}
_UNITS = {stem(word): frozenset(map(stem, parts)) for word, parts in UNIT_WORDS.items()}
_TIME_UNITS = frozenset(map(stem, TIME_UNITS))
_TIME_MEASURES = frozenset(map(stem, TIME_MEASURES))
_RATE_PARTS = frozenset(map(stem, ("rate", "share", "percent", "pct", "percentage", "ratio")))


def aggregate_readings(setting: Setting) -> Iterator[Reading]:
    """All readings as an aggregate of a column."""
    for column in setting.view.measures:
        named, used = measure_worth(setting, column)
        if not used or not _has_unit(setting, column):
            continue
        for op, said in _ops(setting, column, used):
            yield from _selected(setting, column, op, named + said, used)
            if op in (Op.MAX, Op.MIN):
                yield from _labelled(setting, column, op, named + said, used)


def measure_worth(setting: Setting, column: ColumnProfile) -> tuple[float, frozenset[int]]:
    """How well the words near the figure name the column, and which they are."""
    values = (hit.positions for hit in setting.hits if len(hit.positions) > 1 or hit.is_label)
    free = setting.near - frozenset().union(*values)
    found = {
        part: positions & free
        for part, positions in column_positions(setting.index, column).items()
        if positions & free
    }
    found |= _inherent(setting, column)
    used = frozenset().union(*found.values())
    if not used:
        return 0.0, used
    missing = [
        part for part in column.core if part not in found and part not in _implied(setting.view)
    ]
    score = FIRST_PART + MORE_PART * (len(found) - 1)
    score += JOINED if any(_is_joined(setting, *item) for item in found.items()) else 0.0
    score += sum(MISSING_NUMBER if part.isdigit() else MISSING_PART for part in missing)
    score += 0.0 if used & setting.own else SHARED_PART
    score += AMBIGUOUS if _has_double(setting, column, frozenset(found)) else 0.0
    return score + (UNIT if _unit_said(setting, column) else 0.0), used


def _has_double(setting: Setting, column: ColumnProfile, found: frozenset[str]) -> bool:
    """Whether the words that name the column name another measure of the view as well."""
    return any(
        found <= set(other.core) and _words(other) != _words(column)
        for other in setting.view.measures
        if other.name != column.name
    )


def _words(column: ColumnProfile) -> frozenset[str]:
    return frozenset(part for part in column.core if not part.isdigit())


def _is_joined(setting: Setting, part: str, positions: frozenset[int]) -> bool:
    """Whether two words of the claim make one part of the name."""
    texts = {setting.index.words[position].stem for position in positions}
    return len(positions) > 1 and len(texts) > 1 and not any(part.startswith(t + t) for t in texts)


def is_fraction(column: ColumnProfile) -> bool:
    """Whether the column holds shares of one that a rubric prints in percent."""
    if column.type is ColumnType.PERCENT:
        return True
    return bool(_RATE_PARTS & set(column.parts)) and 0.0 < column.largest <= 1.0


def _implied(view: ViewProfile) -> frozenset[str]:
    """Name parts that half of the measures share, or that the file's name has."""
    counts = Counter(part for column in view.measures for part in set(column.core))
    common = {part for part, count in counts.items() if count > 1 and 2 * count >= len(counts)}
    return frozenset(common) | view.names


def _inherent(setting: Setting, column: ColumnProfile) -> dict[str, frozenset[int]]:
    """`heaviest` names the weight."""
    found: dict[str, frozenset[int]] = {}
    for position in sorted(setting.near):
        for part in INHERENT_MEASURE.get(setting.index.words[position].text.lower(), ()):
            if stem(part) in column.core:
                found[stem(part)] = frozenset({position})
    return found


def _unit_said(setting: Setting, column: ColumnProfile) -> bool:
    mention = setting.figure.mention
    if mention.unit not in ("", "percent"):
        return column.unit == mention.unit or mention.unit.lower() in column.parts
    behind = {
        word.stem for word in setting.index.words if 0 <= word.start - mention.end <= 1
    }
    parts = set(column.parts)
    if behind & _TIME_UNITS and parts & _TIME_MEASURES:
        return True
    return any(parts & _UNITS.get(word, frozenset()) for word in behind)


def _unit_position(setting: Setting) -> frozenset[int]:
    """The word directly behind a measured figure is its unit, known or not."""
    end = setting.figure.mention.end
    return frozenset(i for i, word in enumerate(setting.index.words) if word.start - 1 == end)


def _has_unit(setting: Setting, column: ColumnProfile) -> bool:
    """Percent figures need fractions or percent; money needs no count and no other currency."""
    unit = setting.figure.mention.unit
    if unit == "percent":
        return is_fraction(column) or bool(_RATE_PARTS & set(column.parts))
    if column.type is ColumnType.PERCENT:
        return False
    return unit in ("", column.unit) or column.unit in ("", "currency")


def _ops(
    setting: Setting, column: ColumnProfile, used: frozenset[int]
) -> Iterator[tuple[Op, float]]:
    named = [op for cue, op in _OPS.items() if cue in setting.cues and _is_said(setting, op, used)]
    for op in named:
        if not (op is Op.SUM and is_fraction(column)):
            yield op, SAID
    if named or setting.is_percent:
        return
    if abs(float(setting.figure.mention.value)) > _SMALLEST_BARE_SUM:
        yield Op.SUM, NUMBER_OF if "count" in setting.cues else UNSAID


def _is_said(setting: Setting, op: Op, used: frozenset[int]) -> bool:
    """The "lead" of "lead time" makes nothing a maximum."""
    if op not in (Op.MAX, Op.MIN):
        return True
    cues = cue_positions(setting, _OP_WORDS[op])
    words = setting.index.words
    return any(i not in used or words[i].text.lower() in INHERENT_MEASURE for i in cues)


def _selected(
    setting: Setting, column: ColumnProfile, op: Op, base: float, used: frozenset[int]
) -> Iterator[Reading]:
    scale = 100 if setting.is_percent and is_fraction(column) else 1
    cues = cue_positions(setting, _OP_WORDS[op])
    if op in (Op.MAX, Op.MIN):
        setting = replace(setting, hits=tuple(hit for hit in setting.hits if not hit.is_label))
    for selection in selections(setting):
        expression = Expression(
            setting.view.id, op, column.name, where=selection.where, scale=scale
        )
        explained = used | selection.used | cues | _unit_position(setting)
        yield setting.reading(expression, base + selection.score, explained)


def _labelled(
    setting: Setting, column: ColumnProfile, op: Op, score: float, used: frozenset[int]
) -> Iterator[Reading]:
    """An extreme whose holder the rubric names: "X as the carrier with most incidents (76)"."""
    used = used | cue_positions(setting, _OP_WORDS[op])
    for hit in setting.hits:
        if hit.is_label and not hit.positions & used:
            confirm = Expression(
                setting.view.id,
                Op.EXTREME_LABEL,
                hit.condition.column,
                column.name,
                is_ascending=op is Op.MIN,
            )
            expression = Expression(setting.view.id, op, column.name)
            yield setting.reading(
                expression,
                score + worth(hit),
                used | hit.positions | hit.words | _unit_position(setting),
                confirm,
                hit.condition.value,
            )
