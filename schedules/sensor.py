"""The source sensor: looks at contents, not times, and requests only the frontier of stale work."""

from __future__ import annotations

from collections.abc import Iterator

import dagster as dg

from assets.partitions import dagster_key
from resources.imported import look_at
from resources.lake_io import WorkbenchResource
from resources.run_lock import sole_holder
from resources.source import hub_state, pinned_to
from resources.workbench import Workbench
from schedules.jobs import JOBS
from schedules.sensing import SECONDS, requested
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.frontier import Due
from worksurface_pipeline.worksurface.frontier import outlook
from worksurface_pipeline.worksurface.plan import Plan
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND

_SPENDS_MONEY = frozenset({"sweep"})  # left to the nightly schedule
# Layers that ask models where the settings name some: they are left to `worksurface build`.
_ASKS_MODELS = frozenset({"build", "measure", "judge"})


@dg.sensor(
    jobs=[job for job in JOBS if job.name not in _SPENDS_MONEY | ON_DEMAND],
    minimum_interval_seconds=SECONDS,
    description="Re-runs what an edited source file makes stale; sweeps are left to the night.",
)
def source_sensor(
    context: dg.SensorEvaluationContext, workbench: dg.ResourceParam[WorkbenchResource]
) -> dg.SensorResult | dg.SkipReason:
    """Requests for what is stale and can be made now; a later tick sees what follows from it."""
    try:
        bench = workbench.open()
        if reason := _idle(bench):
            return dg.SkipReason(reason)
        plan = bench.plan(source_state(bench))
    except WorksurfaceError as error:
        return dg.SkipReason(str(error))
    return requested(context, plan, lambda _tried: frontier(plan), LAYERS, dagster_key)


def _idle(bench: Workbench) -> str:
    """Why there is nothing to look for, "" if there is."""
    if pin := pinned_to(bench):
        return f"The source is pinned to {pin}: it cannot change, and nothing is looked at"
    frozen = bench.frozen()
    if frozen is not None and is_imported(frozen):
        return f"The source is an imported release ({frozen.lock.repo}): it cannot change"
    if process := sole_holder(bench):
        return f"A run of the command line is at work (process {process}); the next tick looks"
    return ""


def source_state(bench: Workbench) -> str:
    """The digest of the source as it is now; of a hub's branch only its commit is asked for."""
    if bench.workspace is None:
        return hub_state(bench)
    return look_at(bench).source.state_digest


def frontier(plan: Plan) -> Iterator[Due]:
    """What can be made now without spending money."""
    left_out = _SPENDS_MONEY | (_ASKS_MODELS if plan.settings.helpers else frozenset())
    yield from (item for item in outlook(plan).due if item.job not in left_out)
