"""Measured necessity of the declared surfaces, and the quarantine of what is held back."""

import tempfile
import time
from pathlib import Path

import dagster as dg

from assets.metadata import counts, preview
from assets.publishing import NOTE, Metadata, Published, publish
from assets.step import step_asset
from resources.asking import model_client
from resources.lake_io import WorkbenchResource
from resources.lake_shell import partition_of
from resources.sweeping import chosen_model
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.necessity.agent_solver import AgentSolver
from worksurface_pipeline.worksurface.necessity.measure import (
    Judge,
    NecessityPlan,
    measure_necessity,
)
from worksurface_pipeline.worksurface.necessity.records import NecessitySet
from worksurface_pipeline.worksurface.necessity.summary import (
    NecessitySummary,
    summarise,
    with_route_flags,
)
from worksurface_pipeline.worksurface.proposals.sets import PoolSet
from worksurface_pipeline.worksurface.screening.quarantine import QuarantineSet, build_quarantine
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.sets import VerifiedSet

GROUP = "tasks"
Bench = dg.ResourceParam[WorkbenchResource]


@step_asset("necessity", GROUP, "duckdb")
def necessity(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    pool: PoolSet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
    surface_bundle: SurfaceBundle,
) -> Published:
    """Which sets of surfaces reach and solve each task, under both interfaces; labels that follow.

    A task that several minimal sets reach is not for Route; one that none reaches is held back.
    """
    bench, persona = workbench.open(), partition_of(context)
    surfaces = Surfaces(persona, documents, tables, graph, surface_bundle.passages)
    choice = bench.settings.necessity

    def measure(folder: str, plan: NecessityPlan) -> NecessitySet:
        return with_route_flags(measure_necessity(pool.of(persona), surfaces, Path(folder), plan))

    def compute() -> NecessitySet:
        plan = NecessityPlan()
        with tempfile.TemporaryDirectory(prefix="worksurface-") as folder:
            if not choice.model:
                return measure(folder, plan)
            model = chosen_model(bench, choice.model)
            with model_client(bench, choice.model, "necessity") as client:
                solver = AgentSolver(client, model, AgentCondition(), clock=time.monotonic)
                judges = (*plan.judges, Judge(solver, choice.model_tasks))
                return measure(folder, NecessityPlan(judges=judges))

    return publish(context, bench, compute, _about_necessity)


def _about_necessity(value: NecessitySet) -> Metadata:
    moved = [one for one in value.labels if one.declared != one.label]
    return {
        NOTE: f"{len(value.tasks)} tasks, {len(value.quarantined)} held back",
        "labels_by_status": counts(f"{one.interface}: {one.status.value}" for one in value.labels),
        "relabelled": len(moved),
        "labels_rest_on": ", ".join(value.took_part),
        "judged_by": ", ".join(value.judges),
        "preview": preview(
            ("task", "interface", "declared", "measured", "status"),
            (
                (
                    one.task_id,
                    one.interface,
                    "+".join(one.declared),
                    "+".join(one.label),
                    one.status,
                )
                for one in moved
            ),
        ),
    }


@step_asset("necessity_rates", GROUP, "json")
def necessity_rates(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    necessity: Partitions[NecessitySet],
) -> Published:
    """Reachable and solved shares of each combination of surfaces, declared and relabelled."""
    return publish(context, workbench.open(), lambda: summarise(necessity.values()), _about_rates)


def _about_rates(value: NecessitySummary) -> Metadata:
    return {
        "rates": len(value.rates),
        "lines": dg.MetadataValue.md("\n".join(f"    {line}" for line in value.lines())),
        "relabelled": preview(
            ("interface", "declared", "measured", "tasks"),
            ((one.interface, one.declared, one.measured, one.tasks) for one in value.moves),
        ),
    }


@step_asset("quarantine", GROUP, "json")
def quarantine(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    verified_tasks: VerifiedSet,
    necessity: NecessitySet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
) -> Published:
    """What gates and necessity held back, each with its reason and evidence, for a person."""
    surfaces = Surfaces(partition_of(context), documents, tables, graph)
    return publish(
        context,
        workbench.open(),
        lambda: build_quarantine((*verified_tasks.quarantined, *necessity.quarantined), surfaces),
        _about_quarantine,
    )


def _about_quarantine(value: QuarantineSet) -> Metadata:
    return {
        "held": len(value.held),
        "by_gate": counts(one.gate for item in value.held for one in item.findings),
        "preview": preview(
            ("question", "answer", "reason"),
            ((item.question, item.answer, item.reason) for item in value.items),
        ),
    }
