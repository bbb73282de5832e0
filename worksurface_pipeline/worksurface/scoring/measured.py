"""What of a finished run is the same under every profile, and the metrics under each.

The trace and the answer are read once; a profile then only applies its rules to what was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Evidence
from worksurface_pipeline.worksurface.scoring.aggregate import combine
from worksurface_pipeline.worksurface.scoring.answer import WRONG, AnswerScore, answer_scores
from worksurface_pipeline.worksurface.scoring.efficiency import score_efficiency
from worksurface_pipeline.worksurface.scoring.evidence import (
    EvidenceScore,
    counted_items,
    score_artifacts,
    score_evidence,
)
from worksurface_pipeline.worksurface.scoring.profiles import (
    PROFILES,
    Profile,
    Weights,
    find_profile,
)
from worksurface_pipeline.worksurface.scoring.reasons import (
    COUNTED,
    NO_USAGE,
    PARTLY,
    no_evidence,
    no_route,
)
from worksurface_pipeline.worksurface.scoring.route import RouteScore, score_route
from worksurface_pipeline.worksurface.scoring.submitted import INSUFFICIENT_EVIDENCE
from worksurface_pipeline.worksurface.scoring.trace import Trace, read_trace

_WRONG_OUTCOMES = frozenset({Outcome.MODEL_FAILED, Outcome.LIMITED})


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished run as every profile sees it.

    `no_route`, `no_evidence` and `no_answer` say why there is none of a metric, "" where there is;
    `shown` is Evidence as the paper counts it, None where it is unscored.
    """

    trajectory: Trajectory
    budget: Budget | None
    trace: Trace
    required: frozenset[str]
    items: tuple[Evidence, ...]
    shown: EvidenceScore | None
    tokens: int | None
    efficiency: float | None
    answers: tuple[AnswerScore, ...]
    no_route: str
    no_evidence: str
    no_answer: str

    @property
    def span_evidence(self) -> float | None:
        """The share of items whose very span or row was shown."""
        return self.shown.spans if self.shown else None

    def unscored(self, own: Measures) -> tuple[str, ...]:
        """Why metrics have no value, the aggregate last."""
        return tuple(self._reasons(own))

    def _reasons(self, own: Measures) -> Iterator[str]:
        yield from filter(None, (self.no_route, self.no_evidence, self.no_answer))
        if self.tokens is None:
            yield NO_USAGE
        if own.aggregate is None:
            yield PARTLY


@dataclass(frozen=True, slots=True)
class Measures:
    """The metrics of one run under one profile; None is unscored."""

    profile: str
    route: RouteScore | None
    evidence: float | None
    answer: AnswerScore | None
    aggregate: float | None


@lru_cache
def side_by_side(primary: str) -> tuple[Profile, ...]:
    """The profile called `primary`, then all others in their order. Raises SettingsError."""
    first = find_profile(primary)
    return (first, *(other for other in PROFILES.values() if other.name != primary))


def finished(
    task: AtomicTask,
    trajectory: Trajectory,
    budget: Budget | None,
    required: frozenset[str],
    profiles: Sequence[Profile],
    *,
    has_route: bool,
) -> Finished:
    """Read a run once, its answer against all profiles. Raises PackageError for a bad gold."""
    trace = read_trace(trajectory.calls)
    tokens = trajectory.tokens
    items = counted_items(task.gold_evidence, required)
    shown = score_evidence(items, trace)
    without = no_evidence(task, trajectory.setting, shown)
    answers, no_answer = _judged(task, trajectory, profiles)
    limit = budget.budget_tokens if budget else None
    return Finished(
        trajectory=trajectory,
        budget=budget,
        trace=trace,
        required=required,
        items=items,
        shown=None if without else shown,
        tokens=tokens,
        efficiency=None if tokens is None else score_efficiency(tokens, limit),
        answers=answers,
        no_route=no_route(trajectory.setting, has_route),
        no_evidence=without,
        no_answer=no_answer,
    )


def measures(
    run: Finished, profiles: Sequence[Profile], weights: Weights | None
) -> tuple[Measures, ...]:
    """The metrics under each profile; `weights` replace those of the profiles."""
    answers = run.answers or (None,) * len(profiles)
    return tuple(
        _under(run, profile, answer, weights or profile.weights)
        for profile, answer in zip(profiles, answers, strict=True)
    )


def _under(
    run: Finished, profile: Profile, answer: AnswerScore | None, weights: Weights
) -> Measures:
    used = run.trace.attempted if profile.route.are_attempts_used else run.trace.used
    route = None if run.no_route else score_route(run.required, frozenset(used))
    evidence = _evidence(run, profile)
    aggregate = combine(
        weights,
        answer=answer.score if answer else None,
        evidence=evidence,
        route_f1=route.f1 if route else COUNTED.get(run.no_route),
        efficiency=run.efficiency,
    )
    return Measures(profile.name, route, evidence, answer, aggregate)


def _evidence(run: Finished, profile: Profile) -> float | None:
    if run.shown is None:
        return None
    if profile.evidence.adds_nothing:
        return run.shown.artifacts
    return score_artifacts(run.items, run.trace, profile.evidence)


def _judged(
    task: AtomicTask, trajectory: Trajectory, profiles: Sequence[Profile]
) -> tuple[tuple[AnswerScore, ...], str]:
    """The answer under each profile; none, and why, for one that no scorer can cope with.

    One record must never lose all others: what arithmetic or recursion refuses is unscored, and
    the answer itself stays in its trajectory.
    """
    if trajectory.outcome in _WRONG_OUTCOMES:
        return (WRONG,) * len(profiles), ""
    is_abstained = trajectory.outcome is Outcome.ABSTAINED
    submitted = INSUFFICIENT_EVIDENCE if is_abstained else trajectory.answer
    try:
        return answer_scores(task, submitted, profiles), ""
    except (ArithmeticError, ValueError, RecursionError) as error:
        return (), f"answer: it could not be scored, {type(error).__name__}"
