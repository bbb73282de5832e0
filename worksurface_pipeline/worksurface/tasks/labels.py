"""Readings of a name in a rubric as the first of its kind: "X is the carrier with most orders"."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.worksurface.tasks.claim_index import Hit
from worksurface_pipeline.worksurface.tasks.expressions import Expression, Op
from worksurface_pipeline.worksurface.tasks.lexicon import FREQUENCY, MAX_CUES, MIN_CUES
from worksurface_pipeline.worksurface.tasks.measures import measure_worth
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile
from worksurface_pipeline.worksurface.tasks.readings import Reading, Setting, cue_positions
from worksurface_pipeline.worksurface.tasks.selections import worth

SAID = 1.5
# The label's column is named too ("the carrier with …").
COLUMN_NAMED = 1.0
FREQUENT = 1.0
# Named in the rubric, but nothing is measured and nothing says "frequent".
UNCLEAR = -1.0
# With fewer values, naming the first by chance is too easy.
_FEWEST_VALUES = 3


def label_readings(setting: Setting) -> Iterator[tuple[Hit, Reading]]:
    """Each named value with the readings that make it a first."""
    for hit in setting.hits:
        column = setting.view.column(hit.condition.column)
        if column.distinct >= _FEWEST_VALUES and hit.condition.value:
            for is_ascending in _directions(setting):
                yield from ((hit, reading) for reading in _by_measure(setting, hit, is_ascending))
                if not column.is_key:
                    yield hit, _by_count(setting, hit, column, is_ascending)


def _directions(setting: Setting) -> tuple[bool, ...]:
    is_most, is_least = "max" in setting.cues, "min" in setting.cues
    return tuple(value for value, said in ((False, is_most), (True, is_least)) if said)


def _by_measure(setting: Setting, hit: Hit, is_ascending: bool) -> Iterator[Reading]:
    label = setting.view.column(hit.condition.column)
    if not hit.is_label:
        return
    cues = cue_positions(setting, MIN_CUES if is_ascending else MAX_CUES)
    for column in setting.view.measures:
        value, used = measure_worth(setting, column)
        if used - hit.positions and not column.is_mixed:
            expression = Expression(
                setting.view.id,
                Op.EXTREME_LABEL,
                label.name,
                column.name,
                is_ascending=is_ascending,
            )
            score = SAID + value + worth(hit)
            yield setting.reading(expression, score, used | hit.positions | hit.words | cues)


def _by_count(setting: Setting, hit: Hit, column: ColumnProfile, is_ascending: bool) -> Reading:
    cues = cue_positions(setting, MIN_CUES if is_ascending else MAX_CUES)
    said = cue_positions(setting, FREQUENCY)
    score = SAID + worth(hit) + (FREQUENT if said else 0.0)
    score += COLUMN_NAMED if hit.words - hit.positions else UNCLEAR
    expression = Expression(setting.view.id, Op.TOP_LABEL, column.name, is_ascending=is_ascending)
    return setting.reading(expression, score, hit.positions | hit.words | cues | said)
