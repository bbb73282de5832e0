"""Readings of a figure by what other figures of the same rubric were recovered as."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from worksurface_pipeline.worksurface.tasks.claim_index import Hit
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Op
from worksurface_pipeline.worksurface.tasks.lexicon import DOWN_CUES, SHARE_CUES, UP_CUES
from worksurface_pipeline.worksurface.tasks.readings import (
    Reading,
    Setting,
    cue_positions,
    cues_in,
)
from worksurface_pipeline.worksurface.tasks.selections import worth

# The two amounts of a change or share stand recovered in the same rubric.
RELATION = 3.0
SAID = 1.0
# A later item of a list repeats the computation with another value of the same column.
PARALLEL = 1.5
REPEATED = 3.5
# "among 1,000 graduates": the whole is the sum of a column that is just called total.
WHOLE = 3.0
_WHOLE_OF = frozenset({"among", "of"})


def sibling_readings(setting: Setting, before: Sequence[Expression]) -> Iterator[Reading]:
    """Readings built on `before`: expressions recovered in the same view and rubric."""
    if setting.is_percent:
        for first, second in combinations(before, 2):
            yield from _change(setting, first, second)
            yield from _share(setting, first, second)
    for expression in before:
        yield from _parallel(setting, expression)
    if any(item.op is Op.SUM for item in before):
        yield from _whole(setting)


def _change(setting: Setting, first: Expression, second: Expression) -> Iterator[Reading]:
    """As in: 402, then 231, a decrease of 42.5 %."""
    said = setting.index.claim.texts(setting.own - setting.index.sum_phrases)
    down, up = said & DOWN_CUES, said & UP_CUES
    if bool(down) == bool(up) or not _is_sum_pair(first, second):
        return
    expression = Expression(
        setting.view.id,
        Op.CHANGE,
        first.measure,
        second.measure,
        scale=-100 if down else 100,
    )
    used = cue_positions(setting, DOWN_CUES | UP_CUES)
    yield setting.reading(expression, RELATION + SAID, used)


def _share(setting: Setting, first: Expression, second: Expression) -> Iterator[Reading]:
    """As in: 966,304 women among 1,939,162 graduates, i.e. 49.83 %."""
    own = setting.own - setting.index.sum_phrases
    if setting.index.claim.texts(own) & (DOWN_CUES | UP_CUES):
        return
    cues = cue_positions(setting, SHARE_CUES)
    score = RELATION + (SAID if cues & setting.own else 0.0)
    if _is_sum_pair(first, second):
        expression = Expression(setting.view.id, Op.RATIO, first.measure, second.measure)
        yield setting.reading(expression, score, cues)
    extra = set(first.where) - set(second.where)
    is_part = set(second.where) < set(first.where) and len(extra) == 1
    if first.op is second.op is Op.COUNT and is_part:
        share = Expression(setting.view.id, Op.SHARE, where=second.where, target=tuple(extra))
        yield setting.reading(share, score, cues)


def _is_sum_pair(first: Expression, second: Expression) -> bool:
    is_sum = first.op is second.op is Op.SUM
    return is_sum and not (first.where or second.where) and first.measure != second.measure


def _parallel(setting: Setting, expression: Expression) -> Iterator[Reading]:
    """As in: 56.1 % of referral visits against 46.4 % for direct visits."""
    if setting.is_percent != (expression.op in (Op.SHARE, Op.RATIO, Op.CHANGE)):
        return
    if setting.is_count != (expression.op in (Op.COUNT, Op.DISTINCT)) and not setting.is_percent:
        return
    cues = cues_in(setting.index, setting.own)
    for hit in setting.hits:
        where = _swapped(expression.where, hit)
        target = _swapped(expression.target, hit)
        if (where, target) != (expression.where, expression.target):
            changed = replace(expression, where=where, target=target)
            score = (REPEATED if not cues else PARALLEL) + worth(hit)
            yield setting.reading(changed, score, hit.positions | hit.words)


def _swapped(conditions: tuple[Condition, ...], hit: Hit) -> tuple[Condition, ...]:
    return tuple(
        sorted(
            hit.condition if item.column == hit.condition.column else item for item in conditions
        )
    )


def _whole(setting: Setting) -> Iterator[Reading]:
    """The sum of the view's one column that is called total and nothing else."""
    start = setting.figure.mention.start
    words = [word.text.lower() for word in setting.index.words if word.end <= start]
    wholes = [column for column in setting.view.measures if column.is_whole]
    if len(wholes) == 1 and words and words[-1] in _WHOLE_OF and setting.is_count:
        expression = Expression(setting.view.id, Op.SUM, wholes[0].name)
        yield setting.reading(expression, WHOLE, frozenset())
