"""Atomic tasks: derived with a proof, verified by re-execution, assembled into the benchmark."""

import dagster as dg

from assets.metadata import count_plot, counts, preview
from assets.step import Metadata, Published, publish, step_asset
from resources.lake_io import WorkbenchResource, partition_of
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.worksurface.source.sets import SourceTaskSet
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark, assemble
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet, VerifiedSet
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

GROUP = "tasks"
Bench = dg.ResourceParam[WorkbenchResource]


@step_asset("candidates", GROUP, "duckdb")
def candidates(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    source_tasks: SourceTaskSet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
    surface_bundle: SurfaceBundle,
) -> Published:
    """Questions derived by program, each with a gold answer and a proof."""
    bench = workbench.open()
    surfaces = Surfaces(partition_of(context), documents, tables, graph, surface_bundle.passages)
    choice = bench.settings.tasks
    policy = DerivationPolicy(
        seed=choice.seed,
        max_table_figures=choice.table_figures,
        max_document_figures=choice.document_figures,
        max_document_only=choice.document_only,
        max_composites=choice.composites,
        max_absent=choice.absent,
    )
    return publish(
        context,
        bench,
        lambda: derive_candidates(source_tasks.tasks, surfaces, policy),
        _about_candidates,
    )


def _about_candidates(value: CandidateSet) -> Metadata:
    return {
        "candidates": len(value.candidates),
        "by_derivation": counts(task.derivation for task in value.candidates),
        "rubric_figures": counts(figure.status for figure in value.figures),
        "refusals_by_reason": counts(item.reason for item in value.refusals),
        "preview": preview(
            ("question", "gold", "derivation"),
            ((task.question, task.gold_answer, task.derivation) for task in value.candidates),
        ),
        "plot": count_plot("derivation", (task.derivation for task in value.candidates)),
    }


@step_asset("verified_tasks", GROUP, "duckdb")
def verified_tasks(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    candidates: CandidateSet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
    surface_bundle: SurfaceBundle,
) -> Published:
    """Candidates whose every proof re-executes and whose gold, as a prediction, scores 1."""
    surfaces = Surfaces(partition_of(context), documents, tables, graph, surface_bundle.passages)
    return publish(
        context, workbench.open(), lambda: verify_tasks(candidates, surfaces), _about_verified
    )


def _about_verified(value: VerifiedSet) -> Metadata:
    return {
        "tasks": len(value.tasks),
        "refused": len(value.refusals),
        "refusals_by_reason": counts(item.reason for item in value.refusals),
        "by_type": counts(task.task_type for task in value.tasks),
        "preview": preview(
            ("id", "question", "gold"),
            ((task.id, task.question, task.gold_answer) for task in value.tasks),
        ),
    }


@step_asset("benchmark", GROUP, "json")
def benchmark(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    verified_tasks: Partitions[VerifiedSet],
) -> Published:
    """All verified tasks in one order; a double id stops the build."""
    missing = list(verified_tasks.missing)
    return publish(
        context,
        workbench.open(),
        lambda: assemble(group.tasks for group in verified_tasks.values()),
        lambda value: {**_about_benchmark(value), "missing_personas": missing},
    )


def _about_benchmark(value: Benchmark) -> Metadata:
    return {
        "tasks": len(value.tasks),
        "by_persona": counts(task.source.persona for task in value.tasks),
        "by_type": counts(task.task_type for task in value.tasks),
        "by_answer_type": counts(task.answer_type for task in value.tasks),
        "plot": count_plot("task type", (task.task_type for task in value.tasks)),
    }
