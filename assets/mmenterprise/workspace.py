"""The workspace of a project: its ledger, the records that render it, and what is wrong there."""

from collections.abc import Iterator

import dagster as dg

from assets.metadata import count_plot, counts, preview
from assets.mm_step import mm_step_asset
from assets.publishing import NOTE, Metadata, Published, publish
from resources.mm_lake_io import MmWorkbenchResource
from resources.mm_writing import written_project
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.records.audit import RecordFindings, audit_records
from worksurface_pipeline.mmenterprise.records.outline import event_of
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.simulation.events import simulate
from worksurface_pipeline.mmenterprise.writing.model import Writing

GROUP = "mm_workspace"
Bench = dg.ResourceParam[MmWorkbenchResource]


@mm_step_asset("mm_ledger", GROUP, "json")
def mm_ledger(
    context: dg.AssetExecutionContext, workbench: Bench, mm_seed_bundle: SeedBundle
) -> Published:
    """What happens in a project: who says what when, and what is true when."""
    bench = workbench.open()
    seed = bench.settings.workspace.seed
    return publish(context, bench, lambda: simulate(mm_seed_bundle.seeds, seed), _about_ledger)


def _about_ledger(value: Ledger) -> Metadata:
    world = value.world
    return {
        NOTE: f"{world.company} ({world.archetype}), {len(value.events)} events",
        "slots": len(value.slots),
        "states": len(value.states),
        "people": len(world.people),
        "events_by_kind": counts(event.kind for event in value.events),
        "preview": preview(
            ("time", "kind", "who", "where", "statements"),
            ((e.at, e.kind, e.actor, e.channel, len(e.statements)) for e in value.events),
        ),
        "plot": count_plot("events by kind", (event.kind for event in value.events)),
    }


@mm_step_asset("mm_records", GROUP, "eml", "pdf", "pptx", "png")
def mm_records(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_seed_bundle: SeedBundle,
    mm_ledger: Ledger,
) -> Published:
    """Real files and retrieval units of every event, worded by templates or by a model."""
    bench = workbench.open()
    return publish(
        context, bench, lambda: written_project(bench, mm_ledger, mm_seed_bundle), _about_records
    )


def _about_records(value: Writing) -> Metadata:
    units = value.records.units
    visual = sum(unit.is_visual for unit in units)
    said = f"{len(units)} units, {visual} of them visual, {len(value.records.files)} files"
    return {
        NOTE: "; ".join((said, *_written(value))),
        "units": len(units),
        "visual": visual,
        "units_by_place": counts(unit.place for unit in units),
        "asked_of_models": sum(passage.calls for passage in value.log.passages),
        "preview": preview(
            ("time", "place", "source", "author", "text"),
            ((u.at, u.place, u.source, u.author, u.text) for u in units),
        ),
        "plot": count_plot("units by place", (unit.place for unit in units)),
    }


def _written(value: Writing) -> Iterator[str]:
    """How much of the wording is a model's, where one was asked."""
    passages = value.log.passages
    if passages:
        known = {event.id for event in value.ledger.events}
        written = {event_of(key) for one in passages for key in one.written} & known
        calls = sum(one.calls for one in passages)
        yield f"a model worded {len(written)} of {len(value.ledger.events)} events in {calls} calls"


@mm_step_asset("mm_record_checks", GROUP, "json")
def mm_record_checks(
    context: dg.AssetExecutionContext, workbench: Bench, mm_records: Writing
) -> Published:
    """What is wrong with ledger and records: invariants, checks, values given away, read back."""
    return publish(
        context,
        workbench.open(),
        lambda: audit_records(mm_records.ledger, mm_records.records),
        _about_checks,
    )


def _about_checks(value: RecordFindings) -> Metadata:
    found = counted(len(value.findings), "finding")
    return {
        **({NOTE: found} if value.findings else {}),
        "findings": len(value.findings),
        "by_check": counts(item.check for item in value.findings),
        "preview": preview(
            ("check", "where", "what"), ((f.check, f.where, f.what) for f in value.findings)
        ),
    }
