"""The nightly sweep of wing two: stale cells within the night's budget, one run a model at a time.

Cells come in the order of the settings, those whose last run failed after all others: so a dead
endpoint keeps no other cell from its turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import dagster as dg

from assets.mm_partitions import mm_cell_key
from assets.publishing import NIGHT_TAG
from resources.lake_shell import PARTITION_TAG
from resources.mm_lake_io import MmWorkbenchResource
from resources.mm_workbench import MmWorkbench
from resources.run_lock import sole_holder
from schedules.asking import night_of, unfinished
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.mmenterprise.schema.evaluation import Cell
from worksurface_pipeline.mmenterprise.steps import LAYERS

AT_NIGHT = "30 1 * * *"
_SWEEP = "mm_sweep"


@dg.schedule(
    job_name=_SWEEP,
    cron_schedule=AT_NIGHT,
    description="Runs the stale cells of wing two at 01:30. Off until it is switched on.",
)
def nightly_mm_sweep(
    context: dg.ScheduleEvaluationContext, workbench: dg.ResourceParam[MmWorkbenchResource]
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """One request per stale cell, or why there is none."""
    try:
        bench = workbench.open()
        reason = _idle(bench)
        cells = () if reason else _stale(bench, context.instance)
    except WorksurfaceError as error:
        yield dg.SkipReason(str(error))
        return
    if not cells:
        yield dg.SkipReason(reason or "No cell is stale that is not at work already")
        return
    night = night_of(context)
    for number, cell in enumerate(cells):
        tags = {NIGHT_TAG: night, _PRIORITY: str(-number)}  # the queue takes a higher one first
        yield dg.RunRequest(partition_key=mm_cell_key(cell), tags=tags)


_PRIORITY = "dagster/priority"


def _idle(bench: MmWorkbench) -> str:
    """Why nothing can be swept, "" if it can."""
    if bench.lake.current("mm_benchmark") is None:
        return "There are no questions yet: run `worksurface mm questions` first"
    if process := sole_holder(bench):
        return f"A run of the command line is at work (process {process}); the next night looks"
    return ""


def _stale(bench: MmWorkbench, instance: dg.DagsterInstance) -> Sequence[Cell]:
    """Stale cells with something to read that nobody is at work on, in the night's order."""
    plan = bench.plan()
    step = plan.steps["mm_answers"]
    keys = {str(mm_cell_key(cell)): cell.key for cell in plan.settings.cells}
    busy = {key for job, key in unfinished(instance, keys, LAYERS) if job == _SWEEP}
    stale = {item.partition for item in plan.stale((step.name,))} - busy
    cells = [
        cell
        for cell in plan.settings.cells
        if cell.key in stale and not plan.lacks_input(step, cell.key, ())
    ]
    return sorted(cells, key=lambda cell: _has_failed(cell, instance))


def _has_failed(cell: Cell, instance: dg.DagsterInstance) -> bool:
    """Whether the last run of a cell did not succeed."""
    wanted = dg.RunsFilter(job_name=_SWEEP, tags={PARTITION_TAG: str(mm_cell_key(cell))})
    runs = instance.get_runs(wanted, limit=1)
    return bool(runs) and runs[0].status is not dg.DagsterRunStatus.SUCCESS
