"""Reads a frozen seed document, in the bounds of the settings, with the model that they name."""

from __future__ import annotations

from resources.mm_models import helping
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.mmenterprise.seeds.build import bundle_of, no_fact
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeed, frozen_entry
from worksurface_pipeline.mmenterprise.seeds.guarded import Limits, readings_of
from worksurface_pipeline.mmenterprise.sourcing.propose import with_proposals
from worksurface_pipeline.readers.model import ExtractionFailure


def read_frozen_seed(bench: MmWorkbench, seed: FrozenSeed) -> SeedBundle:
    """What a seed document gives.

    Raises SourceError where it cannot be read or gives no fact, SettingsError without the key of
    the model that proposes claims.
    """
    choice = bench.settings.source
    limits = Limits(seconds=choice.seconds, memory_mib=choice.memory_mib, most_pages=choice.pages)
    entry = frozen_entry(seed, bench.folder)
    readings = readings_of(entry.path, limits)
    if isinstance(readings, ExtractionFailure):
        raise _unusable(bench, seed, readings)
    with helping(bench, "sourcing", choice.model) as (client,):
        ruled = bundle_of(entry, readings)
        found = with_proposals(ruled, readings, client, bench.settings)
    if not found.seeds.facts:
        raise _unusable(bench, seed, no_fact(found))
    return found


def _unusable(bench: MmWorkbench, seed: FrozenSeed, why: ExtractionFailure) -> SourceError:
    return SourceError(
        f"The seed document {seed.file} gives no project: {why.detail or why.reason}",
        where=str(bench.folder),
        remedy=f"{why.remedy}, or take it out; all other projects go on",
    )
