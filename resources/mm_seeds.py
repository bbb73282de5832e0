"""Reads a frozen seed document, in the bounds of the settings."""

from __future__ import annotations

from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.mmenterprise.seeds.build import read_seed
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeed, frozen_entry
from worksurface_pipeline.mmenterprise.seeds.guarded import Limits
from worksurface_pipeline.readers.model import ExtractionFailure


def read_frozen_seed(bench: MmWorkbench, seed: FrozenSeed) -> SeedBundle:
    """What a seed document gives. Raises SourceError where it cannot be read or gives no fact."""
    choice = bench.settings.source
    limits = Limits(seconds=choice.seconds, memory_mib=choice.memory_mib)
    found = read_seed(frozen_entry(seed, bench.folder), limits)
    if isinstance(found, ExtractionFailure):
        raise _unusable(bench, seed, found.detail or str(found.reason))
    if not found.seeds.facts:
        raise _unusable(bench, seed, "it holds no number that a project could grow from")
    return found


def _unusable(bench: MmWorkbench, seed: FrozenSeed, why: str) -> SourceError:
    return SourceError(
        f"The seed document {seed.file} gives no project: {why.rstrip('.')}",
        where=str(bench.folder),
        remedy="Put another file there, or take its entry out; all other projects go on",
    )
