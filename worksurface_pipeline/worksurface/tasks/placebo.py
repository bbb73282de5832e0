"""Placebo: figures of other source tasks put into a rubric's own wording, to see what grounds.

A figure that was swapped is not what the wording means. Where it is grounded all the same, a
coincidence was taken for a proof. The rate is per family: that in which the true figure had been
grounded, or "not_recovered" where it had not. For sheets restricted by a document it is the share
of names out of other source tasks' sheets that a document seems to tell.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Refusal, RubricFigure
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.placebo_tries import (
    NOT_RECOVERED,
    Try,
    composite_tries,
    donors_of,
    filter_tries,
    own_of,
    rubric_tries,
)
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.profiles import profile_view
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

__all__ = [
    "NOT_RECOVERED",
    "PlaceboRate",
    "PlaceboSet",
    "placebo_rates",
    "pooled",
    "without_refused",
]

_Z = 1.959964  # 95 %
_DIGITS = 6
Counts = dict[str, list[int]]


class PlaceboRate(Frozen):
    """How many swapped figures of a family were tried, how many of them still were grounded.

    `interval` is Wilson's at 95 %, over swaps: those of one rubric are not independent.
    """

    family: str
    tried: int
    grounded: int
    rate: float
    interval: tuple[float, float]


class PlaceboSet(RecordSet):
    """The rates of one persona."""

    rates: tuple[PlaceboRate, ...] = ()


def placebo_rates(
    tasks: Sequence[SourceTask], surfaces: Surfaces, policy: DerivationPolicy
) -> tuple[PlaceboRate, ...]:
    """False-grounding rates of one persona's families; none where it has one source task only."""
    counts: Counts = defaultdict(lambda: [0, 0])
    views = [
        profile_view(record, surfaces.tables.data[record.id], policy.category_limit)
        for record in surfaces.tables.views
    ]
    with Engine({name: data.frame for name, data in surfaces.tables.data.items()}) as engine:
        for task in sorted(tasks, key=lambda item: item.task_id):
            own = own_of(task, surfaces, views, engine)
            donors = donors_of(task, tasks)
            tried = [
                item
                for rubric in (task.rubrics if donors else ())
                for item in rubric_tries(own, rubric, donors, policy)
            ]
            _add(counts, (*tried, *composite_tries(tried), *filter_tries(own, views, policy)))
    return _rates(counts)


def _add(counts: Counts, tried: Iterable[Try]) -> None:
    for item in tried:
        counts[item.family][0] += 1
        counts[item.family][1] += item.is_grounded


def pooled(rates: Sequence[PlaceboRate]) -> tuple[PlaceboRate, ...]:
    """The rates of several personas as one table."""
    counts: Counts = defaultdict(lambda: [0, 0])
    for rate in rates:
        counts[rate.family][0] += rate.tried
        counts[rate.family][1] += rate.grounded
    return _rates(counts)


def without_refused(
    candidates: CandidateSet, rates: Sequence[PlaceboRate], limit: float
) -> CandidateSet:
    """The candidates but for families whose rate is above `limit`; each refusal says so."""
    refused = {rate.family: rate for rate in rates if rate.rate > limit}
    gone = {item.id for item in candidates.candidates if item.derivation.value in refused}
    return CandidateSet(
        candidates=tuple(item for item in candidates.candidates if item.id not in gone),
        figures=tuple(_lost(item) if item.task in gone else item for item in candidates.figures),
        refusals=(
            *candidates.refusals,
            *(
                _refusal(item, refused[item.derivation.value], limit)
                for item in candidates.candidates
                if item.id in gone
            ),
        ),
    )


def _lost(figure: RubricFigure) -> RubricFigure:
    reason = "its family grounds too many figures of other source tasks"
    return figure.model_copy(update={"status": "not_recovered", "task": "", "reason": reason})


def _refusal(task: AtomicTask, rate: PlaceboRate, limit: float) -> Refusal:
    return Refusal(
        candidate=task.id,
        persona=task.source.persona,
        derivation=task.derivation,
        question=task.question,
        reason=_reason(rate, limit),
    )


def _reason(rate: PlaceboRate, limit: float) -> str:
    return (
        f"placebo: {rate.grounded} of {rate.tried} swapped figures of the family {rate.family}"
        f" still ground ({rate.rate:.1%}), more than {limit:.1%}"
    )


def _rates(counts: Mapping[str, Sequence[int]]) -> tuple[PlaceboRate, ...]:
    return tuple(
        PlaceboRate(
            family=family,
            tried=tried,
            grounded=grounded,
            rate=grounded / tried,
            interval=_wilson(grounded, tried),
        )
        for family, (tried, grounded) in sorted(counts.items())
        if tried
    )


def _wilson(hits: int, tried: int) -> tuple[float, float]:
    share, square = hits / tried, _Z * _Z
    centre = (share + square / (2 * tried)) / (1 + square / tried)
    inner = share * (1 - share) / tried + square / (4 * tried * tried)
    half = _Z * math.sqrt(inner) / (1 + square / tried)
    return round(max(0.0, centre - half), _DIGITS), round(min(1.0, centre + half), _DIGITS)
