"""Ballots of every auditor over every persona, what passed the vote, and how auditors agree."""

import dagster as dg

from assets.metadata import counts, preview
from assets.publishing import NOTE, Metadata, Published, publish
from assets.step import step_asset
from resources.asking import model_client
from resources.lake_io import WorkbenchResource
from resources.lake_shell import partition_of
from resources.sweeping import chosen_model
from resources.workbench import Workbench
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.hashing import digest_json, short
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.worksurface.necessity.records import NecessitySet
from worksurface_pipeline.worksurface.screening.panel import RULE_AUDITORS
from worksurface_pipeline.worksurface.screening.screen import (
    model_ballots,
    report,
    rule_ballots,
    screen,
)
from worksurface_pipeline.worksurface.screening.sets import (
    BallotSet,
    ScreenedSet,
    ScreeningReport,
)
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableSet,
)

GROUP = "tasks"
Bench = dg.ResourceParam[WorkbenchResource]


@step_asset("ballots", GROUP, "litellm")
def ballots(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    necessity: NecessitySet,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
) -> Published:
    """One auditor's six judgements on each of a persona's candidates; rules where no model is."""
    bench = workbench.open()
    seat = bench.plan().seat(partition_of(context))
    surfaces = Surfaces(seat.persona, documents, tables, graph)

    def compute() -> BallotSet:
        if seat.auditor in RULE_AUDITORS:
            return rule_ballots(necessity.tasks, surfaces, seat.auditor)
        return _asked(bench, necessity, surfaces, seat.auditor)

    return publish(context, bench, compute, _about_ballots)


def _asked(
    bench: Workbench, necessity: NecessitySet, surfaces: Surfaces, auditor: str
) -> BallotSet:
    """A model's ballots; each is kept as soon as it is there, so that a killed run goes on."""
    identity = short(digest_json(chosen_model(bench, auditor).identity), 16)
    with model_client(bench, auditor, "ballots") as client:
        return model_ballots(
            necessity.tasks,
            surfaces,
            auditor,
            client,
            store=Blobs(bench.lake.path(f"ballots_kept/{identity}")),
            batch_size=bench.settings.screening.batch_size,
            workers=bench.settings.model(auditor).concurrency,
        )


def _about_ballots(value: BallotSet) -> Metadata:
    judged = [(one.criterion, one.verdict) for item in value.ballots for one in item.judgements]
    return {
        "ballots": len(value.ballots),
        "is_model": value.is_model,
        "strict_passes": sum(item.is_strict_pass for item in value.ballots),
        "unavailable": value.unavailable,
        "verdicts": counts(f"{criterion}: {verdict.value}" for criterion, verdict in judged),
        "preview": preview(
            ("task", "criterion", "verdict", "reason"),
            (
                (item.item, one.criterion, one.verdict, one.reason)
                for item in value.ballots
                for one in item.judgements
                if not one.is_pass
            ),
        ),
    }


@step_asset("screened_tasks", GROUP, "json")
def screened_tasks(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    necessity: NecessitySet,
    ballots: Partitions[BallotSet],
) -> Published:
    """Candidates with strict passes of at least two of three auditors, whose votes are equal."""
    return publish(
        context,
        workbench.open(),
        lambda: screen(necessity.tasks, list(ballots.values())),
        _about_screened,
    )


def _about_screened(value: ScreenedSet) -> Metadata:
    return {
        "card": value.card,
        "passed": len(value.passed),
        "refused": len(value.refused),
        "core": len(value.core),
        "auditors": ", ".join(value.auditors),
        "preview": preview(
            ("question", "reason"), ((item.question, item.reason) for item in value.refused)
        ),
    }


@step_asset("agreement", GROUP, "json")
def agreement(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    necessity: Partitions[NecessitySet],
    ballots: Partitions[BallotSet],
) -> Published:
    """How far auditors agree on each criterion, over all candidates and before any selection."""
    bench = workbench.open()
    settings = bench.settings

    def compute() -> ScreeningReport:
        tasks = [task for one in necessity.values() for task in one.tasks]
        tested = [model.id for model in settings.tested]
        families = {model.id: model.family for model in settings.models if model.family}
        given = list(ballots.values())
        return report(
            tasks, given, models_under_test=tested, families=families, seed=settings.tasks.seed
        )

    return publish(context, bench, compute, _about_agreement)


def _about_agreement(value: ScreeningReport) -> Metadata:
    notes = {NOTE: " ".join(value.warnings)} if value.warnings else {}
    return {
        **notes,
        "candidates": value.candidates,
        "agreement": preview(
            ("criterion", "raw", "AC1", "left out"),
            (
                (one.criterion, one.agreement.raw.value, one.agreement.ac1.value, one.n_left_out)
                for one in value.agreements
            ),
        ),
    }
