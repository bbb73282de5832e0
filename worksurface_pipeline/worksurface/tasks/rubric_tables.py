"""Figures of one rubric, read from the views of its source task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from worksurface_pipeline.worksurface.tasks.aggregates import aggregate_readings
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure
from worksurface_pipeline.worksurface.tasks.counts import count_readings
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.expressions import Expression
from worksurface_pipeline.worksurface.tasks.grounding import Grounded, Verdict, decide
from worksurface_pipeline.worksurface.tasks.joint import Listed, joint_groundings
from worksurface_pipeline.worksurface.tasks.matching import ClaimIndex, view_positions
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile
from worksurface_pipeline.worksurface.tasks.readings import Reading, Setting, setting_of
from worksurface_pipeline.worksurface.tasks.shares import share_readings
from worksurface_pipeline.worksurface.tasks.siblings import sibling_readings

# A view that another figure of the same rubric was recovered from.
SIBLING = 1.5


@dataclass(frozen=True, slots=True)
class Rubrics:
    """What a source task's rubrics are read against; `named` are input files a rubric names."""

    engine: Engine
    views: tuple[ViewProfile, ...]
    named: frozenset[str] = frozenset()


def ground_claim(rubrics: Rubrics, claim: Claim) -> tuple[Verdict, ...]:
    """A verdict for every figure: alone, then as part of a list, then beside what was found."""
    index = ClaimIndex(claim)
    verdicts: list[Verdict] = [Verdict(None)] * len(claim.figures)
    _alone(rubrics, index, verdicts)
    _together(rubrics, index, verdicts)
    _alone(rubrics, index, verdicts)
    return tuple(verdicts)


def _alone(rubrics: Rubrics, index: ClaimIndex, verdicts: list[Verdict]) -> None:
    for order, figure in enumerate(index.claim.figures):
        if verdicts[order].grounded is None:
            siblings = tuple(item.grounded for item in verdicts if item.grounded)
            readings = figure_readings(rubrics, index, figure, siblings)
            verdicts[order] = decide(rubrics.engine, figure, readings)


def _together(rubrics: Rubrics, index: ClaimIndex, verdicts: list[Verdict]) -> None:
    known = {order: item.grounded for order, item in enumerate(verdicts) if item.grounded}
    if len(known) == len(verdicts) or len(verdicts) == 1:
        return
    listed = [
        Listed(order, tuple(figure_readings(rubrics, index, figure, ())))
        for order, figure in enumerate(index.claim.figures)
    ]
    found = joint_groundings(rubrics.engine, index.claim, listed, known)
    for order, grounded in found.items():
        if order not in known:
            verdicts[order] = Verdict(grounded)


def figure_readings(
    rubrics: Rubrics, index: ClaimIndex, figure: Figure, siblings: Sequence[Grounded]
) -> Iterator[Reading]:
    """All readings of one figure."""
    called = _called(rubrics, index, figure)
    for view in rubrics.views:
        is_named = view.record.filename in rubrics.named
        if rubrics.named and not is_named:
            continue
        expressions = [item.reading.expression for item in siblings]
        beside = [item for item in expressions if item.view == view.id]
        bonus = SIBLING if beside and (not called or view.id in called) else 0.0
        sets = {item.where for item in beside} if figure.is_anaphoric else set()
        for inherited in sorted(sets | {()}):
            setting = setting_of(index, figure, view, is_named, inherited)
            for reading in _readings(setting, beside):
                yield replace(reading, score=reading.score + bonus)


def _called(rubrics: Rubrics, index: ClaimIndex, figure: Figure) -> frozenset[str]:
    """Views that words beside the figure call by name, if some do and others do not."""
    names = {view.id: view_positions(index, view) & figure.own for view in rubrics.views}
    most = max((len(words) for words in names.values()), default=0)
    called = frozenset(name for name, words in names.items() if most and len(words) == most)
    return called if len(called) < len(names) else frozenset()


def _readings(setting: Setting, beside: Sequence[Expression]) -> Iterator[Reading]:
    yield from sibling_readings(setting, beside)
    yield from count_readings(setting)
    yield from aggregate_readings(setting)
    yield from share_readings(setting)
