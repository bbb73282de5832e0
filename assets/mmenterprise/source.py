"""The seed documents: the registry as frozen, and what was taken from each document."""

from functools import partial

import dagster as dg

from assets.metadata import count_plot, counts, preview
from assets.mm_partitions import sync_mm_partitions
from assets.mm_step import mm_step_asset
from assets.publishing import NOTE, Metadata, Published, publish
from resources.lake_shell import partition_of
from resources.mm_lake_io import MmWorkbenchResource
from resources.mm_seeds import read_frozen_seed
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.seeds.build import PAGES
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeeds, freeze_seeds
from worksurface_pipeline.mmenterprise.seeds.registry import others_of

GROUP = "mm_source"
Bench = dg.ResourceParam[MmWorkbenchResource]
_MOST_NAMED = 3


@mm_step_asset("mm_seeds", GROUP, "json")
def mm_seeds(context: dg.AssetExecutionContext, workbench: Bench) -> Published:
    """The registry of seed documents as frozen: title, domain, licence, digest of every file."""
    bench = workbench.open()
    seeds = freeze_seeds(bench.registry)
    plan = bench.plan(seeds.state_digest)
    basis = plan.basis(plan.steps["mm_seeds"], "")
    others = others_of(bench.folder)
    sync_mm_partitions(context.instance, plan, seeds.ids)
    return publish(context, bench, lambda: seeds, partial(_about_seeds, others=others), basis)


def _about_seeds(value: FrozenSeeds, others: tuple[str, ...]) -> Metadata:
    absent = ", ".join(seed.file for seed in value.absent)
    said = counted(len(value.seeds), "seed document")
    said = f"{said}, of which absent: {absent}" if absent else said
    return {
        NOTE: f"{said}; {_aside(others)}" if others else said,
        "seeds": len(value.seeds),
        "absent": absent,
        "licences": counts(seed.licence for seed in value.seeds),
        "preview": preview(
            ("id", "file", "title", "domain", "licence", "digest"),
            ((s.id, s.file, s.title, s.domain, s.licence, s.digest[:12]) for s in value.seeds),
        ),
    }


def _aside(others: tuple[str, ...]) -> str:
    """Which files of the folder are left aside, the first of them by name."""
    more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
    return f"no PDF by name and left aside: {', '.join(others[:_MOST_NAMED])}{more}"


@mm_step_asset("mm_seed_bundle", GROUP, "pdf")
def mm_seed_bundle(
    context: dg.AssetExecutionContext, workbench: Bench, mm_seeds: FrozenSeeds
) -> Published:
    """What a seed document gives: facts as exact strings, each checked, and its pictures."""
    bench = workbench.open()
    seed = mm_seeds.of(partition_of(context))
    return publish(context, bench, lambda: read_frozen_seed(bench, seed), _about_bundle)


def _about_bundle(value: SeedBundle) -> Metadata:
    facts = value.seeds.facts
    unread = value.dropped.get(PAGES, 0)
    said = f"{counted(len(facts), 'fact')}, {counted(len(value.seeds.pictures), 'picture')}"
    return {
        NOTE: f"{said}; {counted(unread, 'page')} beyond source.pages" if unread else said,
        "facts": len(facts),
        "facts_by_kind": counts(fact.kind for fact in facts),
        "dropped": dg.MetadataValue.json(dict(value.dropped)),
        "pages": value.seeds.document.pages,
        **(_about_proposals(value) if value.seeds.asked else {}),
        "preview": preview(
            ("entity", "attribute", "value", "unit", "page"),
            ((f.entity, f.attribute, f.value, f.unit, f.page) for f in facts),
        ),
        "plot": count_plot("facts by kind", (fact.kind for fact in facts)),
    }


def _about_proposals(value: SeedBundle) -> Metadata:
    """What a model proposed, and why some of it was sent back."""
    asked = value.seeds.asked
    return {
        "proposed": sum(len(one.facts) for one in asked),
        "calls": sum(one.calls for one in asked),
        "sent_back": preview(("pages", "why"), ((a.pages, why) for a in asked for why in a.errors)),
    }
