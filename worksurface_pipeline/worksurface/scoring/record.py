"""Score records, made in one go from what was measured."""

from __future__ import annotations

from typing import Any

from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.stats import ERROR, MISSING, SCORED
from worksurface_pipeline.worksurface.schema.scores import ProfileScore, Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.measured import Finished, Measures
from worksurface_pipeline.worksurface.scoring.sets import CellKey
from worksurface_pipeline.worksurface.scoring.trace import Trace, read_trace


def missing(task: AtomicTask, profile: str, cell: CellKey, epoch: int) -> Score:
    """The row of a task and epoch without a trajectory."""
    return Score(
        **_of_task(task, profile),
        model=cell.model,
        setting=cell.setting,
        epoch=epoch,
        fingerprint="",
        status=MISSING,
        outcome="",
        stop_reason="",
    )


def errored(task: AtomicTask, profile: str, trajectory: Trajectory) -> Score:
    """The row of a fault not of the model's making: what is known of the run, and no metric."""
    trace = read_trace(trajectory.calls)
    return Score(
        **_of_task(task, profile),
        **_of_run(trajectory, trace),
        status=ERROR,
        tokens=trajectory.tokens,
    )


def scored(task: AtomicTask, run: Finished, own: Measures, others: tuple[Measures, ...]) -> Score:
    """The record of a finished run: the metrics of the primary profile, and the others' beside."""
    route, answer = own.route, own.answer
    return Score(
        **_of_task(task, own.profile),
        **_of_run(run.trajectory, run.trace),
        status=SCORED,
        tokens=run.tokens,
        route_precision=route.precision if route else None,
        route_recall=route.recall if route else None,
        route_f1=route.f1 if route else None,
        is_exact_route=route.is_exact if route else None,
        has_unneeded_call=not run.trace.attempted <= run.required,
        evidence=own.evidence,
        span_evidence=run.span_evidence,
        answer=answer.score if answer else None,
        answer_matched_share=answer.matched_share if answer else None,
        efficiency=run.efficiency,
        aggregate=own.aggregate,
        budget_tokens=run.budget.budget_tokens if run.budget else None,
        is_budget_comparable=run.budget.is_comparable if run.budget else None,
        unscored=run.unscored(own),
        also=tuple(map(_beside, others)),
    )


def _beside(other: Measures) -> ProfileScore:
    return ProfileScore(
        profile=other.profile,
        route_f1=other.route.f1 if other.route else None,
        is_exact_route=other.route.is_exact if other.route else None,
        evidence=other.evidence,
        answer=other.answer.score if other.answer else None,
        answer_matched_share=other.answer.matched_share if other.answer else None,
        aggregate=other.aggregate,
    )


def _of_task(task: AtomicTask, profile: str) -> dict[str, Any]:
    return {
        "task_id": task.id,
        "source_task": task.source.task_id,
        "persona": task.source.persona,
        "profile": profile,
        "task_type": task.task_type,
        "answer_type": task.answer_type,
        "derivation": task.derivation,
    }


def _of_run(trajectory: Trajectory, trace: Trace) -> dict[str, Any]:
    return {
        "model": trajectory.model,
        "setting": trajectory.setting,
        "epoch": trajectory.epoch,
        "fingerprint": trajectory.fingerprint,
        "outcome": trajectory.outcome.value,
        "stop_reason": trajectory.stop_reason.value,
        "turns": len(trajectory.turns),
        "tool_calls": trace.count,
        "tool_errors": trace.failed,
        "is_forced_answer": trajectory.is_forced_answer,
    }
