"""The values that the scoring assets store."""

from __future__ import annotations

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.schema.scores import Budget, Repeat, Score


class CellKey(Frozen):
    """One model in one setting."""

    model: str
    setting: str


class ScoreSet(RecordSet):
    """One score per task and epoch, in the order of the tasks.

    `foreign` names runs (task and epoch) that nothing asked for: they were left out. `again` are
    the scores of repeats for the noise floor, apart so that nothing takes them for epochs.
    """

    scores: tuple[Score, ...] = ()
    foreign: tuple[str, ...] = ()
    again: tuple[Repeat, ...] = Field(default=(), exclude_if=lambda value: not value)


class BudgetSet(RecordSet):
    """Budgets by task; a task without one has none in the set, and `without` names it."""

    budgets: tuple[Budget, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def by_task(self) -> dict[str, Budget]:
        """Budgets keyed by task id."""
        return {budget.task_id: budget for budget in self.budgets}
