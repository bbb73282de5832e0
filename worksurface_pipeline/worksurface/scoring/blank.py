"""Score records without metrics: what is known of a task and of a run before anything is scored."""

from __future__ import annotations

from worksurface_pipeline.harness.trajectory import ToolCall, Trajectory
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.sets import CellKey


def bare_of(task: AtomicTask, profile: str, trajectory: Trajectory, status: str) -> Score:
    """A score without metrics for a trajectory."""
    cell = CellKey(model=trajectory.model, setting=trajectory.setting)
    return bare(task, profile, cell, trajectory.epoch, status)


def bare(task: AtomicTask, profile: str, cell: CellKey, epoch: int, status: str) -> Score:
    """A score without metrics for a task of a cell."""
    return Score(
        task_id=task.id,
        source_task=task.source.task_id,
        persona=task.source.persona,
        model=cell.model,
        setting=cell.setting,
        epoch=epoch,
        profile=profile,
        task_type=task.task_type,
        answer_type=task.answer_type,
        derivation=task.derivation,
        fingerprint="",
        status=status,
        outcome="",
        stop_reason="",
    )


def with_trace(score: Score, trajectory: Trajectory) -> Score:
    """What is said of a run whether it is scored or an error."""
    calls: tuple[ToolCall, ...] = trajectory.calls
    return score.model_copy(
        update={
            "fingerprint": trajectory.fingerprint,
            "outcome": trajectory.outcome.value,
            "stop_reason": trajectory.stop_reason.value,
            "tokens": trajectory.tokens,
            "turns": len(trajectory.turns),
            "tool_calls": len(calls),
            "tool_errors": sum(call.is_error for call in calls),
            "is_forced_answer": trajectory.is_forced_answer,
        }
    )
