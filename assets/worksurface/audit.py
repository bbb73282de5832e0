"""The human audit of the benchmark: the sample, planted faults and refused tasks, drawn blind."""

import dagster as dg

from assets.metadata import counts, preview
from assets.publishing import Metadata, Published, publish
from assets.step import step_asset
from resources.lake_io import WorkbenchResource
from resources.toolboxes import SurfaceParts
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.review.records import AuditPlan
from worksurface_pipeline.worksurface.screening.audit import plan_human_audit
from worksurface_pipeline.worksurface.screening.excerpts import index_sources
from worksurface_pipeline.worksurface.screening.quarantine import QuarantineSet
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark


@step_asset("human_audit", "tasks", "excel")
def human_audit(
    context: dg.AssetExecutionContext,
    workbench: dg.ResourceParam[WorkbenchResource],
    benchmark: Benchmark,
    quarantine: Partitions[QuarantineSet],
    surface_bundle: Partitions[SurfaceBundle],
    documents: Partitions[DocumentSet],
    tables: Partitions[TableSet],
    graph: Partitions[GraphSet],
) -> Published:
    """Which tasks people look at, under blind codes; made by `worksurface review plan`."""
    bench = workbench.open()
    parts = SurfaceParts(documents, tables, graph, surface_bundle)
    choice = bench.settings.audit

    def compute() -> AuditPlan:
        refused = [one.task for held in quarantine.values() for one in held.held]
        personas = sorted({task.source.persona for task in (*benchmark.tasks, *refused)})
        return plan_human_audit(
            benchmark.tasks,
            refused,
            {persona: index_sources(parts.of(persona)) for persona in personas},
            seed=bench.settings.tasks.seed,
            total=choice.items,
            planted_count=choice.planted,
            refused_count=choice.refused,
            annotators=choice.annotators,
        )

    return publish(context, bench, compute, _about_audit)


def _about_audit(value: AuditPlan) -> Metadata:
    return {
        "audit": value.id,
        "items": len(value.entries),
        "by_origin": counts(entry.origin for entry in value.entries),
        "annotators": ", ".join(value.annotators),
        "strata": preview(
            ("stratum", "wanted", "available", "drawn"),
            ((one.stratum, one.wanted, one.available, one.drawn) for one in value.strata),
        ),
    }
