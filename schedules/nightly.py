"""The nightly sweep: stale cells within the night's budget; one run a model at a time.

The reference cell comes first, because budgets and so all scores wait for it; then the cells in
the order of the settings, those whose last run failed after all others. So a dead endpoint keeps
no other cell from its turn, and what a night leaves is taken by the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import dagster as dg

from assets.partitions import cell_key
from assets.publishing import NIGHT_TAG
from resources.lake_io import WorkbenchResource
from resources.lake_shell import PARTITION_TAG
from resources.run_lock import sole_holder
from resources.workbench import Workbench
from schedules.asking import night_of, unfinished
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.plan import Cell, Plan
from worksurface_pipeline.worksurface.steps import LAYERS

AT_NIGHT = "0 1 * * *"
_SWEEP = "sweep"


@dg.schedule(
    job_name=_SWEEP,
    cron_schedule=AT_NIGHT,
    description="Runs the stale cells of the sweep at 01:00. Off until it is switched on.",
)
def nightly_sweep(
    context: dg.ScheduleEvaluationContext, workbench: dg.ResourceParam[WorkbenchResource]
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """One request per stale cell of this night, or why there is none."""
    try:
        bench = workbench.open()
        plan = bench.plan()
        if reason := _idle(bench):
            yield dg.SkipReason(reason)
            return
        cells, at_work = _stale(plan, context.instance)
    except WorksurfaceError as error:
        yield dg.SkipReason(str(error))
        return
    ordered = _ordered(plan, cells, context.instance)
    most = bench.settings.sweep.nightly_cells or len(ordered)
    left = _left(ordered[most:], at_work)
    if not ordered:
        yield dg.SkipReason(left or "No cell is stale")
        return
    if left:
        context.log.info(left)
    yield from _requests(ordered[:most], night_of(context), left)


def _idle(bench: Workbench) -> str:
    """Why nothing can be swept, "" if it can."""
    if bench.lake.current("benchmark") is None:
        return "There is no benchmark yet: run `worksurface build` first"
    if process := sole_holder(bench):
        return f"A run of the command line is at work (process {process}); the next night looks"
    return ""


def _stale(plan: Plan, instance: dg.DagsterInstance) -> tuple[list[Cell], tuple[str, ...]]:
    """Stale cells that nobody is at work on, and those that somebody is."""
    stale = {item.partition for item in plan.stale(("trajectories",))}
    keys = {str(cell_key(cell)): cell.key for cell in plan.cells}
    busy = {key for job, key in unfinished(instance, keys, LAYERS) if job == _SWEEP}
    cells = [cell for cell in plan.cells if cell.key in stale - busy and _is_run(plan, cell)]
    return cells, tuple(sorted(stale & busy))


def _is_run(plan: Plan, cell: Cell) -> bool:
    """Whether we run a cell: one whose agent is served is run by its agent."""
    agent = plan.settings.agent(cell.model)
    return agent is None or bool(agent.entry)


def _ordered(plan: Plan, cells: Sequence[Cell], instance: dg.DagsterInstance) -> list[Cell]:
    """The order of the night. Cells stand in the order of the settings, and sorting keeps it."""
    reference = plan.reference_cell()
    failed = {cell for cell in cells if _has_failed(cell, instance)}
    return sorted(cells, key=lambda cell: (cell in failed, cell != reference))


def _has_failed(cell: Cell, instance: dg.DagsterInstance) -> bool:
    """Whether the last run of a cell did not succeed."""
    wanted = dg.RunsFilter(job_name=_SWEEP, tags={PARTITION_TAG: str(cell_key(cell))})
    runs = instance.get_runs(wanted, limit=1)
    return bool(runs) and runs[0].status is not dg.DagsterRunStatus.SUCCESS


def _left(cells: Sequence[Cell], at_work: Sequence[str]) -> str:
    """What this night does not begin, as a sentence."""
    parts = [f"left for the next night: {', '.join(cell.key for cell in cells)}"] if cells else []
    parts += [f"already queued or at work: {', '.join(at_work)}"] if at_work else []
    return "; ".join(parts)


def _requests(cells: Sequence[Cell], night: str, left: str) -> Iterator[dg.RunRequest]:
    for number, cell in enumerate(cells):
        tags = {
            NIGHT_TAG: night,
            "worksurface/left": left[:_LONGEST_TAG],
            _PRIORITY: str(-number),  # the queue takes a higher one first
        }
        yield dg.RunRequest(partition_key=cell_key(cell), tags=tags)


_LONGEST_TAG = 250  # characters that Dagster lets a tag's value have
_PRIORITY = "dagster/priority"
