"""Questions of other hands: the user's own, and those that models or the embedded rules propose."""

import dagster as dg

from assets.metadata import counts, preview
from assets.publishing import Metadata, Published, publish
from assets.step import step_asset
from resources.asking import model_client
from resources.lake_io import WorkbenchResource
from resources.lake_shell import partition_of
from resources.sweeping import chosen_model
from resources.workbench import Workbench
from worksurface_pipeline.worksurface.proposals.own import own_candidates, questions_of
from worksurface_pipeline.worksurface.proposals.propose import (
    OFFLINE_PROPOSER,
    ProposalPolicy,
    propose_tasks,
)
from worksurface_pipeline.worksurface.proposals.sets import ProposalSet
from worksurface_pipeline.worksurface.proposals.together import joined
from worksurface_pipeline.worksurface.source.sets import SourceTaskSet
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

GROUP = "tasks"
BENCHMARK = DerivationPolicy().benchmark
Bench = dg.ResourceParam[WorkbenchResource]


@step_asset("own_questions", GROUP, "duckdb")
def own_questions(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    source_tasks: SourceTaskSet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
) -> Published:
    """The user's own questions about this persona's tasks, their golds computed from the proofs."""
    bench = workbench.open()
    persona = partition_of(context)
    surfaces = Surfaces(persona, documents, tables, graph)

    def compute() -> CandidateSet:
        name = bench.settings.proposals.questions
        frozen = bench.frozen()
        known = frozen.tasks if frozen else source_tasks.tasks
        asked = questions_of(persona, bench.questions(), name, known)
        return own_candidates(asked, source_tasks.tasks, surfaces, BENCHMARK)

    return publish(context, bench, compute, _about_own)


def _about_own(value: CandidateSet) -> Metadata:
    return {
        "candidates": len(value.candidates),
        "refused": preview(
            ("line", "question", "reason"),
            ((item.candidate, item.question, item.reason) for item in value.refusals),
        ),
    }


@step_asset("proposals", GROUP, "litellm")
def proposals(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    source_tasks: SourceTaskSet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
) -> Published:
    """Questions with proofs from models, or from the embedded proposer; the program runs each."""
    bench = workbench.open()
    surfaces = Surfaces(partition_of(context), documents, tables, graph)

    def compute() -> ProposalSet:
        sets = []
        for policy in _policies(bench):
            with model_client(bench, policy.model, "proposals") as client:
                sets.append(propose_tasks(source_tasks.tasks, surfaces, client, policy))
        return joined(sets)

    return publish(context, bench, compute, _about_proposals)


def _policies(bench: Workbench) -> list[ProposalPolicy]:
    """One policy a model, none where no proposals are wanted."""
    choice = bench.settings.proposals
    if choice.per_kind == 0:
        return []
    names = choice.models or (OFFLINE_PROPOSER,)
    return [
        ProposalPolicy(
            benchmark=BENCHMARK,
            seed=bench.settings.tasks.seed,
            model=name,
            sampling=chosen_model(bench, name).sampling(),
            per_kind=choice.per_kind,
        )
        for name in names
    ]


def _about_proposals(value: ProposalSet) -> Metadata:
    return {
        "model": value.model,
        "asked": value.asked,
        "candidates": len(value.candidates),
        "by_derivation": counts(task.derivation for task in value.candidates),
        "refusals_by_stage": counts(item.stage for item in value.refusals),
        "refused": preview(
            ("task", "kind", "stage", "reason"),
            ((item.task_id, item.kind, item.stage, item.reason) for item in value.refusals),
        ),
        "preview": preview(
            ("question", "gold", "derivation"),
            ((task.question, task.gold_answer, task.derivation) for task in value.candidates),
        ),
    }
