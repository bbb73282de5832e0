"""The sensor of the seed folder: looks at contents, requests only the frontier of stale work."""

from __future__ import annotations

from collections.abc import Iterator

import dagster as dg

from assets.mm_partitions import mm_dagster_key
from resources.mm_lake_io import MmWorkbenchResource
from resources.run_lock import sole_holder
from schedules.mm_jobs import MM_JOBS
from schedules.sensing import SECONDS, requested
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.frontier import Due
from worksurface_pipeline.mmenterprise.frontier import Tried, frontier
from worksurface_pipeline.mmenterprise.plan import MmPlan
from worksurface_pipeline.mmenterprise.seeds.frozen import freeze_seeds
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.steps import ON_DEMAND, WITHOUT_DEMAND

_SPENDS_MONEY = frozenset({"mm_sweep"})  # left to the nightly schedule


@dg.sensor(
    jobs=[job for job in MM_JOBS if job.name not in _SPENDS_MONEY | ON_DEMAND],
    minimum_interval_seconds=SECONDS,
    description="Re-runs what an edited seed document makes stale; sweeps are left to the night.",
)
def seed_sensor(
    context: dg.SensorEvaluationContext, workbench: dg.ResourceParam[MmWorkbenchResource]
) -> dg.SensorResult | dg.SkipReason:
    """Requests for what is stale and can be made now; a later tick sees what follows from it."""
    try:
        bench = workbench.open()
        if process := sole_holder(bench):
            return dg.SkipReason(
                f"A run of the command line is at work (process {process}); the next tick looks"
            )
        plan = bench.plan(freeze_seeds(bench.registry).state_digest)
    except WorksurfaceError as error:
        return dg.SkipReason(str(error))
    return requested(context, plan, lambda tried: free(plan, tried), WITHOUT_DEMAND, mm_dagster_key)


def free(plan: MmPlan, tried: Tried) -> Iterator[Due]:
    """What can be made now without spending money: not what models of the settings help with."""
    for item in frontier(plan, WITHOUT_DEMAND, tried):
        if item.job not in _SPENDS_MONEY and not _asks_models(plan.settings, item):
            yield item


def _asks_models(settings: Settings, due: Due) -> bool:
    """Whether some step of a layer asks a model: what is fresh of it may become stale meanwhile."""
    validation = settings.validation
    asking = {
        "mm_workspace": (settings.writer.model,),
        "mm_ask": (
            settings.questions.model,
            validation.solver,
            validation.comparer,
            validation.auditor,
        ),
        "mm_judge": (settings.judge.model,),
    }
    if due.job == "mm_retrieve":
        return due.partition in {item.id for item in settings.retrieval.endpoints}
    if due.job == "mm_reporting":  # human labels are held against the judge
        stale = {item.step for item in due.stale}
        return bool(settings.judge.model) and "mm_calibration" in stale
    return any(asking.get(due.job, ()))
