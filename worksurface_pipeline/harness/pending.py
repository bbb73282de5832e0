"""What is to run: keys of trajectories, those still pending, and the record of one that failed."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.harness.journal import JournalState
from worksurface_pipeline.harness.segments import JournalKey
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.errors import ModelConfigurationError, WorksurfaceError
from worksurface_pipeline.kernel.model import Frozen


class RunKey(Frozen):
    """One trajectory to run: all that its record must carry even if it cannot be run."""

    fingerprint: str
    task_id: str
    persona: str
    model: str
    setting: str
    epoch: int = 0

    @property
    def journal_key(self) -> JournalKey:
        """The key under which the journal knows it."""
        return JournalKey(self.task_id, self.epoch, self.fingerprint)


def still_pending(
    keys: Iterable[RunKey], state: JournalState, most_errors: int | None = None
) -> tuple[RunKey, ...]:
    """The keys without a finished record; errors are retried, at most `most_errors` times."""
    return tuple(key for key in keys if state.is_pending(key.journal_key, most_errors))


def errored(key: RunKey, error: WorksurfaceError) -> Trajectory:
    """The record of a trajectory that could not be run: retryable, without a score."""
    is_lasting = isinstance(error, ModelConfigurationError)
    reason = StopReason.MODEL_CONFIGURATION if is_lasting else StopReason.TOOL_FAULT
    return Trajectory(
        **key.model_dump(),
        outcome=Outcome.ERRORED,
        stop_reason=reason,
        answer=None,
        exposed=(),
        error=str(error),
    )
