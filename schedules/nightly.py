"""The nightly sweep: every stale cell, one run each; the queue lets one run a model at a time."""

from collections.abc import Iterator

import dagster as dg

from assets.partitions import cell_key
from resources.lake_io import WorkbenchResource

AT_NIGHT = "0 1 * * *"


@dg.schedule(
    job_name="sweep",
    cron_schedule=AT_NIGHT,
    description="Runs the stale cells of the sweep at 01:00. Off until it is switched on.",
)
def nightly_sweep(
    context: dg.ScheduleEvaluationContext, workbench: dg.ResourceParam[WorkbenchResource]
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """One request per stale cell."""
    bench = workbench.open()
    plan = bench.plan()
    stale = {item.partition for item in plan.stale(("trajectories",))}
    if bench.lake.current("benchmark") is None:
        yield dg.SkipReason("There is no benchmark yet: run `worksurface build` first")
        return
    cells = [cell for cell in plan.cells if cell.key in stale]
    if not cells:
        yield dg.SkipReason("No cell is stale")
    for cell in cells:
        yield dg.RunRequest(partition_key=cell_key(cell))
