"""Token budgets of the tasks, from the trajectories of the reference cell."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet

_BUDGET_FACTOR = 2  # the paper: twice the tokens of the reference trace


def efficiency_budgets(
    trajectories: Iterable[Trajectory], model: str, is_self_test: bool
) -> BudgetSet:
    """Twice the tokens of the reference cell's trajectory on each task.

    Of several epochs the first counts. A run that errored, or reported no usage, gives no budget;
    its task is named in `without`. Budgets of the self-test model are not comparable.
    """
    ordered = sorted(trajectories, key=lambda item: (item.task_id, item.epoch))
    budgets: dict[str, Budget] = {}
    for trajectory in ordered:
        tokens = None if trajectory.outcome is Outcome.ERRORED else trajectory.tokens
        if tokens and trajectory.task_id not in budgets:
            budgets[trajectory.task_id] = Budget(
                task_id=trajectory.task_id,
                budget_tokens=_BUDGET_FACTOR * tokens,
                reference=f"{model} {trajectory.setting}",
                is_comparable=not is_self_test,
            )
    without = sorted({item.task_id for item in ordered} - budgets.keys())
    return BudgetSet(budgets=tuple(budgets.values()), without=tuple(without))
