"""Atomic tasks: derived with a proof, verified by re-execution, or held for a person to review."""

import dagster as dg

from assets.metadata import count_plot, counts, preview
from assets.publishing import NOTE, Metadata, Published, publish
from assets.step import step_asset
from resources.asking import model_client
from resources.earlier import earlier_tasks
from resources.lake_io import WorkbenchResource
from resources.lake_shell import partition_of
from resources.workbench import Workbench
from worksurface_pipeline.worksurface.proposals.sets import ProposalSet
from worksurface_pipeline.worksurface.proposals.together import all_candidates
from worksurface_pipeline.worksurface.proposals.wording import reworded, without_cues
from worksurface_pipeline.worksurface.settings_tasks import TaskChoice
from worksurface_pipeline.worksurface.source.sets import SourceTaskSet
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.gates.run import counts_by_gate
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboSet, placebo_rates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.raw_files import raw_files
from worksurface_pipeline.worksurface.tasks.rederived import Rederived
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
    policy = _policy(bench.settings.tasks)
    return publish(
        context,
        bench,
        lambda: derive_candidates(source_tasks.tasks, surfaces, policy),
        _about_candidates,
    )


def _policy(choice: TaskChoice) -> DerivationPolicy:
    return DerivationPolicy(
        seed=choice.seed,
        max_table_figures=choice.table_figures,
        max_document_figures=choice.document_figures,
        max_document_only=choice.document_only,
        max_composites=choice.composites,
        max_absent=choice.absent,
        max_graph=choice.graph,
        max_rankings=choice.rankings,
        max_linked=choice.linked,
        max_filters=choice.filters,
        max_linked_pairs=choice.linked_pairs,
        placebo_swaps=choice.placebo_swaps,
        placebo_limit=choice.placebo_limit,
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
    source_tasks: SourceTaskSet,
    candidates: CandidateSet,
    own_questions: CandidateSet,
    proposals: ProposalSet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
    surface_bundle: SurfaceBundle,
) -> Published:
    """Candidates that pass every gate: proofs re-executed, a second way of reading the file agrees.

    The second way reads the source files themselves, which `source_tasks` pins by digest.
    """
    bench = workbench.open()
    surfaces = Surfaces(partition_of(context), documents, tables, graph, surface_bundle.passages)
    raw = raw_files(bench.root(), source_tasks.tasks)

    def compute() -> VerifiedSet:
        given = all_candidates(candidates, own_questions, proposals)
        return verify_tasks(_worded(bench, given), surfaces, raw)

    def describe(value: VerifiedSet) -> Metadata:
        earlier = earlier_tasks(bench.lake, surfaces.persona)
        change = _about_change(earlier.became(value, surface_bundle)) if earlier else {}
        return {**_about_verified(value), **change}

    return publish(context, bench, compute, describe)


def _about_change(found: Rederived) -> Metadata:
    """Which tasks had read what has changed since they were verified, and what became of them."""
    fell = len(found.changed) + len(found.gone)
    return {
        NOTE: f"{len(found.invalidated)} tasks had read what changed: {len(found.equal)} hold,"
        f" {fell} fell; {len(found.new)} are new, {found.unchanged} were not touched",
        "invalidated": preview(("task",), ((name,) for name in found.invalidated)),
        "changed_without_having_read_it": len(found.touched),
    }


def _worded(bench: Workbench, given: CandidateSet) -> CandidateSet:
    """The candidates with questions as the settings want them worded."""
    choice = bench.settings.tasks
    stripped = without_cues(given) if choice.strip_cues else given
    if not choice.reword:
        return stripped
    with model_client(bench, choice.reword, "rewording") as client:
        return reworded(stripped, client, choice.reword)


def _about_verified(value: VerifiedSet) -> Metadata:
    return {
        "tasks": len(value.tasks),
        "reworded": sum(task.original_question is not None for task in value.tasks),
        "refused": len(value.refusals),
        "refusals_by_gate": dg.MetadataValue.json(counts_by_gate(value.quarantined)),
        "by_type": counts(task.task_type for task in value.tasks),
        "preview": preview(
            ("id", "question", "gold"),
            ((task.id, task.question, task.gold_answer) for task in value.tasks),
        ),
    }


@step_asset("placebo", GROUP, "duckdb")
def placebo(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    source_tasks: SourceTaskSet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
) -> Published:
    """How often figures of other source tasks, put in the place of the true ones, still ground."""
    bench = workbench.open()
    surfaces = Surfaces(partition_of(context), documents, tables, graph)
    policy = _policy(bench.settings.tasks)
    return publish(
        context,
        bench,
        lambda: PlaceboSet(rates=placebo_rates(source_tasks.tasks, surfaces, policy)),
        _about_placebo,
    )


def _about_placebo(value: PlaceboSet) -> Metadata:
    return {
        "tried": sum(rate.tried for rate in value.rates),
        "rates": preview(
            ("family", "tried", "grounded", "rate"),
            ((one.family, one.tried, one.grounded, f"{one.rate:.1%}") for one in value.rates),
        ),
    }
