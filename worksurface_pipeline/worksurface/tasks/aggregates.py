"""Readings of a figure as the sum, mean, minimum or maximum of a named column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from worksurface_pipeline.worksurface.tasks.expressions import Expression, Op
from worksurface_pipeline.worksurface.tasks.lexicon import (
    INHERENT_MEASURE,
    MAX_CUES,
    MEAN_CUES,
    MIN_CUES,
    ROW_WORDS,
    SUM_CUES,
)
from worksurface_pipeline.worksurface.tasks.measures import (
    has_unit,
    is_fraction,
    measure_worth,
    unit_position,
)
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile
from worksurface_pipeline.worksurface.tasks.readings import Reading, Setting, cue_positions
from worksurface_pipeline.worksurface.tasks.selections import selections, worth

# The aggregate is said; a number of something that the file already counts; nothing is said.
SAID = 1.5
NUMBER_OF = 0.8
UNSAID = 0.3
# A bare number is read as a sum only where a coincidence is unlikely.
_SMALLEST_BARE_SUM = 100
_OPS = {"sum": Op.SUM, "mean": Op.MEAN, "max": Op.MAX, "min": Op.MIN}
_OP_WORDS = {Op.SUM: SUM_CUES, Op.MEAN: MEAN_CUES, Op.MAX: MAX_CUES, Op.MIN: MIN_CUES}


def aggregate_readings(setting: Setting) -> Iterator[Reading]:
    """All readings as an aggregate of a column."""
    words = setting.index.words
    if any(words[position].text.lower() in ROW_WORDS for position in setting.nouns):
        return
    for column in setting.view.measures:
        yield from _lookups(setting, column)
        named, used = measure_worth(setting, column)
        if not used or column.is_mixed or not has_unit(setting, column):
            continue
        for op, said in _ops(setting, column, used):
            yield from _selected(setting, column, op, named + said, used)
            if op in (Op.MAX, Op.MIN):
                yield from _labelled(setting, column, op, named + said, used)


def _lookups(setting: Setting, column: ColumnProfile) -> Iterator[Reading]:
    """One cell: the row that the rubric names, in the column that it names."""
    named, used = measure_worth(setting, column)
    if not used & setting.own or not has_unit(setting, column) or setting.cues & set(_OPS):
        return
    scale = 100 if setting.is_percent and is_fraction(column) else 1
    for hit in setting.hits:
        if hit.is_label and hit.condition.value and not hit.positions & used:
            expression = Expression(
                setting.view.id, Op.LOOKUP, column.name, where=(hit.condition,), scale=scale
            )
            explained = used | hit.positions | hit.words | unit_position(setting)
            yield setting.reading(expression, named + worth(hit) + UNSAID, explained)


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
        explained = used | selection.used | cues | unit_position(setting)
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
                used | hit.positions | hit.words | unit_position(setting),
                confirm,
                hit.condition.value,
            )
