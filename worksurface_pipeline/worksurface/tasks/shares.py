"""Readings of a percentage: share of rows, ratio of two columns, change between two columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from worksurface_pipeline.worksurface.tasks.claim_index import Hit
from worksurface_pipeline.worksurface.tasks.expressions import Expression, Op
from worksurface_pipeline.worksurface.tasks.lexicon import DOWN_CUES, SHARE_CUES, UP_CUES, word_set
from worksurface_pipeline.worksurface.tasks.measures import measure_worth
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile
from worksurface_pipeline.worksurface.tasks.readings import (
    Reading,
    Setting,
    column_of,
    conditions,
    cue_positions,
)
from worksurface_pipeline.worksurface.tasks.selections import Selection, selections

# A share or rate is said; only the percent sign says it.
SAID = 1.5
UNSAID = 0.5
# The condition stands beside the word for share ("completion rate", "share of members").
BESIDE = 0.5
DIRECTLY = 1.0
_RATES = frozenset({"rate", "ratio"})
# Whether the rubric says that only given answers count, where the column has empty cells.
AMONG_GIVEN = 0.5
CHANGE = 2.0
_GIVEN = word_set("answered responded response responses respondents known stated")
_FROM_TO = re.compile(r"\bfrom\b(.+?)\bto\b(.+)", re.IGNORECASE)
_AMONG = frozenset({"among", "of", "per", "in"})
_FULL_NAME = 1.5


def share_readings(setting: Setting) -> Iterator[Reading]:
    """All readings as a percentage of something."""
    if not setting.is_percent:
        return
    for selection in selections(setting):
        for target in selection.hits:
            yield from _row_shares(setting, selection, target)
    yield from _ratios(setting)
    yield from _changes(setting)


def _row_shares(setting: Setting, selection: Selection, target: Hit) -> Iterator[Reading]:
    where = tuple(item for item in selection.where if item != target.condition)
    cues = cue_positions(setting, SHARE_CUES)
    score = selection.score + (SAID if cues else UNSAID)
    score += _beside(setting, target, cues)
    said = setting.index.claim.texts(setting.near) & _GIVEN
    for ignores_nulls in (False, True) if column_of(setting, target).nulls else (False,):
        expression = Expression(
            setting.view.id,
            Op.SHARE,
            where=where,
            target=conditions((target,)),
            ignores_nulls=ignores_nulls,
        )
        base = AMONG_GIVEN if bool(said) is ignores_nulls else 0.0
        yield setting.reading(expression, score + base, selection.used | cues)


def _beside(setting: Setting, target: Hit, cues: frozenset[int]) -> float:
    """Whether the target is what the rate is of: "completion rate", "share of members"."""
    for position in sorted(cues):
        if position - 1 in target.positions:
            return DIRECTLY
        is_share = setting.index.words[position].text.lower() not in _RATES
        if is_share and target.positions & {position + 2, position + 3}:
            return BESIDE
    return 0.0


def _ratios(setting: Setting) -> Iterator[Reading]:
    """The share of A among B, both columns."""
    cues = cue_positions(setting, SHARE_CUES)
    if not cues or not setting.index.claim.texts(setting.near) & _AMONG:
        return
    named = [(column, *measure_worth(setting, column)) for column in setting.view.measures]
    named = [item for item in named if item[1] >= _FULL_NAME and item[2]]
    for (above, worth, used), (below, other, others) in permutations(named, 2):
        only, other_only = used - others, others - used
        if only and other_only and max(only) < min(other_only):
            expression = Expression(setting.view.id, Op.RATIO, above.name, below.name)
            yield setting.reading(expression, worth + other, used | others | cues)


def _changes(setting: Setting) -> Iterator[Reading]:
    """The increase of X from A to B: two columns whose names differ in A and B alone."""
    cues = setting.cues & {"up", "down"}
    match = _FROM_TO.search(setting.index.claim.text)
    if len(cues) != 1 or match is None or setting.hits:
        return
    for early, late in permutations(setting.view.measures, 2):
        used = _named_ends(setting, early, late, match)
        if used:
            scale = 100 if "up" in cues else -100
            expression = Expression(setting.view.id, Op.CHANGE, early.name, late.name, scale=scale)
            marks = cue_positions(setting, UP_CUES | DOWN_CUES)
            yield setting.reading(expression, CHANGE + len(used) / 2, used | marks)


def _named_ends(
    setting: Setting, early: ColumnProfile, late: ColumnProfile, match: re.Match[str]
) -> frozenset[int]:
    """Positions of all words of both columns, if A and B stand at their ends of "from A to B"."""
    first, last = set(early.parts) - set(late.parts), set(late.parts) - set(early.parts)
    common = set(early.parts) & set(late.parts)
    if len(first) != 1 or len(last) != 1 or not common:
        return frozenset()
    places = [setting.index.positions(part) for part in (*first, *last, *common)]
    if not all(places):
        return frozenset()
    words = setting.index.words
    is_first = any(match.start(1) <= words[i].start < match.end(1) for i in places[0])
    is_last = any(match.start(2) <= words[i].start < match.end(2) for i in places[1])
    return frozenset().union(*places) if is_first and is_last else frozenset()
