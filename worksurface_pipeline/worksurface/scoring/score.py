"""One score per trajectory, and all scores of a cell.

What a model does wrong is scored: it has Answer 0 and its other metrics come from the trace. An
error has no score, and a task without a trajectory is missing: both are rows, so that no mean
loses them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.kernel.stats import ERROR, MISSING, SCORED
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import Budget, Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.aggregate import combine
from worksurface_pipeline.worksurface.scoring.answer import WRONG, AnswerScore, score_answer
from worksurface_pipeline.worksurface.scoring.blank import bare, bare_of, with_trace
from worksurface_pipeline.worksurface.scoring.efficiency import score_efficiency
from worksurface_pipeline.worksurface.scoring.evidence import EvidenceScore, score_evidence
from worksurface_pipeline.worksurface.scoring.profiles import AnswerRules, Weights, find_profile
from worksurface_pipeline.worksurface.scoring.route import required_surfaces, score_route
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey, ScoreSet
from worksurface_pipeline.worksurface.scoring.submitted import INSUFFICIENT_EVIDENCE
from worksurface_pipeline.worksurface.scoring.trace import read_trace

NO_TOOL_SETTING = "S1"
"""The setting without tools: Route is shown as "-" and counts 0."""
GIVEN_EVIDENCE_SETTING = "S7"
"""The arm that is shown the evidence: Answer and Efficiency are scored, the rest is "-"."""

_WRONG_OUTCOMES = frozenset({Outcome.MODEL_FAILED, Outcome.LIMITED})
_PARTLY = "aggregate: a part of it is unscored"
_NO_USAGE = "efficiency: a call reported no usage"
_ROUTE_GIVEN = "route: the evidence was given, no surface had to be found"
_ROUTE_SEVERAL = "route: several minimal sets of surfaces reach the task"
_ROUTE_NO_TOOLS = "route: the setting has no tools; counted 0 in the aggregate"
_COUNTED = {_ROUTE_NO_TOOLS: 0.0}
"""What Route counts in the aggregate where it has no value; elsewhere there is no aggregate."""
_NO_CELL = CellKey(model="", setting="")


@dataclass(frozen=True, slots=True)
class _Metrics:
    """The metrics of one finished trajectory, before they go into a record."""

    answer: AnswerScore
    evidence: EvidenceScore | None
    efficiency: float | None
    tokens: int | None


def score_trajectory(
    task: AtomicTask,
    trajectory: Trajectory | None,
    budget: Budget | None,
    profile: str,
    interface: str,
    *,
    weights: Weights | None = None,
    cell: CellKey = _NO_CELL,
    epoch: int = 0,
) -> Score:
    """Score one trajectory; None is a missing one, which `cell` and `epoch` then name.

    `weights` replace those of the profile. Raises SettingsError for an unknown profile or
    interface and PackageError for a task whose gold does not fit its type.
    """
    rules = find_profile(profile)
    required = required_surfaces(task, interface)
    if trajectory is None:
        return bare(task, profile, cell, epoch, MISSING)
    if trajectory.outcome is Outcome.ERRORED:
        return with_trace(bare_of(task, profile, trajectory, ERROR), trajectory)
    blank = with_trace(bare_of(task, profile, trajectory, SCORED), trajectory)
    metrics = _measure(task, trajectory, budget, rules.answer)
    no_route = _no_route(trajectory.setting, interface in task.not_for_route)
    chosen = weights or rules.weights
    return _fill(blank, trajectory, required, metrics, budget, chosen, no_route)


def score_cell(
    tasks: Sequence[AtomicTask],
    trajectories: Iterable[Trajectory],
    budgets: BudgetSet,
    cell: CellKey,
    *,
    profile: str = "paper",
    interface: str = "open",
    epochs: int = 1,
    weights: Weights | None = None,
) -> ScoreSet:
    """A score for every task and epoch of a cell, also where no trajectory is.

    Raises DuplicateIdError for two trajectories of one task and epoch, and PackageError for one of
    another cell. Trajectories that are asked for by no task and epoch are named, not scored.
    """
    by_run = _by_run(trajectories, cell)
    by_task = budgets.by_task
    scores = tuple(
        score_trajectory(
            task,
            by_run.get((task.id, epoch)),
            by_task.get(task.id),
            profile,
            interface,
            weights=weights,
            cell=cell,
            epoch=epoch,
        )
        for task in tasks
        for epoch in range(epochs)
    )
    known = {(score.task_id, score.epoch) for score in scores}
    foreign = sorted(by_run.keys() - known)
    return ScoreSet(scores=scores, foreign=tuple(f"{task}, epoch {n}" for task, n in foreign))


def _by_run(
    trajectories: Iterable[Trajectory], cell: CellKey
) -> Mapping[tuple[str, int], Trajectory]:
    by_run: dict[tuple[str, int], Trajectory] = {}
    for item in trajectories:
        key = (item.task_id, item.epoch)
        if (item.model, item.setting) != (cell.model, cell.setting):
            raise PackageError(
                f"A trajectory of {item.model} {item.setting} stands in another cell",
                where=f"{cell.model} {cell.setting}, task {item.task_id}",
                remedy="Run the sweep again; its journal mixes cells",
            )
        if key in by_run:
            raise DuplicateIdError(
                f"Two trajectories of task {item.task_id}, epoch {item.epoch}",
                where=f"{cell.model} {cell.setting}",
                remedy="Keep the one that the journal names last",
            )
        by_run[key] = item
    return by_run


def _measure(
    task: AtomicTask, trajectory: Trajectory, budget: Budget | None, rules: AnswerRules
) -> _Metrics:
    tokens = trajectory.tokens
    limit = budget.budget_tokens if budget else None
    return _Metrics(
        answer=_answer(task, trajectory, rules),
        evidence=score_evidence(task.gold_evidence, read_trace(trajectory.calls)),
        efficiency=None if tokens is None else score_efficiency(tokens, limit),
        tokens=tokens,
    )


def _answer(task: AtomicTask, trajectory: Trajectory, rules: AnswerRules) -> AnswerScore:
    if trajectory.outcome in _WRONG_OUTCOMES:
        return WRONG
    if trajectory.outcome is Outcome.ABSTAINED:
        return score_answer(task, INSUFFICIENT_EVIDENCE, rules)
    return score_answer(task, trajectory.answer, rules)


def _fill(
    blank: Score,
    trajectory: Trajectory,
    required: frozenset[str],
    metrics: _Metrics,
    budget: Budget | None,
    weights: Weights,
    no_route: str,
) -> Score:
    route = score_route(required, trajectory.used_surfaces)
    has_route = not no_route
    no_evidence = _no_evidence(blank, metrics.evidence)
    evidence = None if no_evidence else metrics.evidence
    aggregate = combine(
        weights,
        answer=metrics.answer.score,
        evidence=evidence.artifacts if evidence else None,
        route_f1=route.f1 if has_route else _COUNTED.get(no_route),
        efficiency=metrics.efficiency,
    )
    return blank.model_copy(
        update={
            "route_precision": route.precision if has_route else None,
            "route_recall": route.recall if has_route else None,
            "route_f1": route.f1 if has_route else None,
            "is_exact_route": route.is_exact if has_route else None,
            "has_unneeded_call": bool(trajectory.attempted_surfaces - required),
            "evidence": evidence.artifacts if evidence else None,
            "span_evidence": evidence.spans if evidence else None,
            "answer": metrics.answer.score,
            "answer_matched_share": metrics.answer.matched_share,
            "efficiency": metrics.efficiency,
            "aggregate": aggregate,
            "budget_tokens": budget.budget_tokens if budget else None,
            "is_budget_comparable": budget.is_comparable if budget else None,
            "unscored": (
                *((no_route,) if no_route else ()),
                *((no_evidence,) if no_evidence else ()),
                *((_NO_USAGE,) if metrics.tokens is None else ()),
                *((_PARTLY,) if aggregate is None else ()),
            ),
        }
    )


def _no_route(setting: str, has_several: bool) -> str:
    """Why a run has no Route, "" where it has.

    A task that several minimal sets reach has no right route in any setting.
    """
    if setting == GIVEN_EVIDENCE_SETTING:
        return _ROUTE_GIVEN
    if has_several:
        return _ROUTE_SEVERAL
    return _ROUTE_NO_TOOLS if setting == NO_TOOL_SETTING else ""


def _no_evidence(blank: Score, evidence: EvidenceScore | None) -> str:
    """Why a run has no Evidence, "" where it has."""
    if blank.answer_type is AnswerType.ABSTAIN:
        return "evidence: an abstain task has no evidence to show"
    if blank.setting == GIVEN_EVIDENCE_SETTING:
        return "evidence: it was given, no tool had to show it"
    return "" if evidence is not None else "evidence: no evidence items"
