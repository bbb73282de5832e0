"""What a release waits for: a budget for every task, and every proof standing."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.model import ReleaseReport
from worksurface_pipeline.worksurface.schema.scores import Budget

_NAMED = 3  # tasks that an error names


def require_budgets(budgets: Iterable[Budget], tasks: set[str]) -> None:
    """Raises PackageError without one for a task: Efficiency would count as 1 there."""
    missing = sorted(tasks - {one.task_id for one in budgets})
    if missing:
        raise PackageError(
            f"{counted(len(missing), 'task has', 'tasks have')} no token budget",
            where=", ".join(missing[:_NAMED]),
            remedy="Run `worksurface run`: the reference cell sets the budgets",
        )


def require_sound(report: ReleaseReport) -> None:
    """Raises PackageError while a proof fails, or a file is not what was written."""
    if report.is_sound:
        return
    failed = [f"{item.task}: {item.problems[0]}" for item in report.task_problems]
    told = [*report.file_problems, *failed]
    more = f"; and {len(told) - _NAMED} more" if len(told) > _NAMED else ""
    raise PackageError(
        f"{counted(len(told), 'proof fails', 'proofs fail')}: {'; '.join(told[:_NAMED])}{more}",
        remedy="Run `worksurface verify` to see all, then build the tasks again with --force",
    )
