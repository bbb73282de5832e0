"""Trajectories of one cell, and the token budgets that the reference cell sets."""

from dataclasses import asdict

import dagster as dg

from assets.metadata import counts, preview
from assets.publishing import NIGHT_TAG, NOTE, Metadata, Published, publish
from assets.step import step_asset
from resources.cells import cell_items
from resources.lake_io import WorkbenchResource
from resources.lake_shell import partition_of
from resources.spending import night_budget
from resources.sweeping import sweep_cell
from resources.toolboxes import SurfaceParts
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.scoring.budgets import efficiency_budgets as budgets_of
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    TableSet,
)
from worksurface_pipeline.worksurface.sweep import TrajectorySet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

Bench = dg.ResourceParam[WorkbenchResource]


@step_asset("trajectories", "sweep", "litellm")
def trajectories(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    benchmark: Benchmark,
    surface_bundle: Partitions[SurfaceBundle],
    documents: Partitions[DocumentSet],
    tables: Partitions[TableSet],
    graph: Partitions[GraphSet],
) -> Published:
    """One agent run per task and epoch; finished ones are kept, only what changed runs again."""
    bench = workbench.open()
    cell = next(c for c in bench.plan().cells if c.key == partition_of(context))
    items = cell_items(bench, cell, benchmark.tasks)
    parts = SurfaceParts(documents, tables, graph, surface_bundle)

    def compute() -> TrajectorySet:
        budget = night_budget(bench, context.run.tags.get(NIGHT_TAG, ""))
        value, kept = sweep_cell(bench, cell, items, parts, budget)
        figures = {name: value for name, value in asdict(kept).items() if name != "again"}
        context.add_output_metadata({**figures, NOTE: str(kept)})
        return value

    return publish(context, bench, compute, _about_trajectories)


def _about_trajectories(value: TrajectorySet) -> Metadata:
    runs = value.trajectories
    return {
        "trajectories": len(runs),
        "repeats": len(value.again),
        "errors": value.errors,
        "outcomes": counts(run.outcome for run in runs),
        "stop_reasons": counts(run.stop_reason for run in runs),
        "preview": preview(
            ("task", "turns", "surfaces", "answer"),
            ((r.task_id, len(r.turns), ", ".join(r.used_surfaces), r.answer) for r in runs),
        ),
    }


def efficiency_budgets_of(reference: Cell) -> dg.AssetsDefinition:
    """The asset `efficiency_budgets`, reading the cell that sets the budgets."""

    @step_asset("efficiency_budgets", "scores", "json", reference=reference)
    def efficiency_budgets(
        context: dg.AssetExecutionContext, workbench: Bench, trajectories: TrajectorySet
    ) -> Published:
        """Token budget of each task: twice what the reference cell needed for it."""
        is_self_test = reference.model.startswith("offline/")
        return publish(
            context,
            workbench.open(),
            lambda: budgets_of(trajectories.trajectories, reference.model, is_self_test),
            _about_budgets,
        )

    return efficiency_budgets


def _about_budgets(value: BudgetSet) -> Metadata:
    return {
        "budgets": len(value.budgets),
        "without": len(value.without),
        "preview": preview(
            ("task", "tokens", "reference"),
            ((b.task_id, b.budget_tokens, b.reference) for b in value.budgets),
        ),
    }
