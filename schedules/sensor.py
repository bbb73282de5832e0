"""The source sensor: looks at contents, not times, and requests only the frontier of stale work."""

from collections.abc import Iterator

import dagster as dg

from assets.partitions import dagster_key
from resources.imported import look_at
from resources.lake_io import WorkbenchResource
from schedules.jobs import JOBS
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.plan import Plan
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, STEPS

_SECONDS = 300  # hashing a large workspace takes a while
_SPENDS_MONEY = frozenset({"sweep"})  # left to the nightly schedule
# Layers that ask models where the settings name some: they are left to `worksurface build`.
_ASKS_MODELS = frozenset({"build", "measure", "judge"})


@dg.sensor(
    jobs=[job for job in JOBS if job.name not in _SPENDS_MONEY],
    minimum_interval_seconds=_SECONDS,
    description="Re-runs what an edited source file makes stale, up to the benchmark.",
)
def source_sensor(
    context: dg.SensorEvaluationContext, workbench: dg.ResourceParam[WorkbenchResource]
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Requests for the first layer that is stale; the next tick sees the one after it."""
    bench = workbench.open()
    try:
        digest = look_at(bench).source.state_digest
    except WorksurfaceError as error:
        yield dg.SkipReason(str(error))
        return
    requests = list(_frontier(bench.plan(digest)))
    yield from requests
    if not requests:
        yield dg.SkipReason("Nothing is stale")


def _frontier(plan: Plan) -> Iterator[dg.RunRequest]:
    for job, names in LAYERS:
        if job in ON_DEMAND:
            continue
        if job in _SPENDS_MONEY or (job in _ASKS_MODELS and plan.settings.helpers):
            return
        stale = {item.partition: item for item in reversed(list(plan.stale(names)))}
        for partition in sorted(stale):
            basis = plan.basis(STEPS[stale[partition].step], partition)
            yield dg.RunRequest(
                job_name=job,
                partition_key=dagster_key(plan, STEPS[names[0]].layer, partition),
                run_key=f"{job}/{partition}/{basis.fingerprint[:16]}",
            )
        if stale:
            return
