"""The projects of the embedded seed documents as they are rendered, made once for each seed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.seed import SeedSet
from worksurface_pipeline.mmenterprise.seeds.build import read_seed
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.registry import read_registry
from worksurface_pipeline.mmenterprise.simulation.events import simulate
from worksurface_pipeline.readers.model import ExtractionFailure

SEEDS = Path(__file__).resolve().parents[2] / "data_lake" / "sample_mm"

Sample = tuple[SeedSet, Ledger, WorkspaceRecords]


@cache
def bundles() -> tuple[SeedBundle, ...]:
    """The seeds with the bytes of their pictures."""
    found = []
    for entry in read_registry(SEEDS):
        bundle = read_seed(entry)
        assert not isinstance(bundle, ExtractionFailure)
        found.append(bundle)
    return tuple(found)


@cache
def samples(seed: int) -> tuple[Sample, ...]:
    """The seeds, ledgers and records of one simulation."""
    found = []
    for bundle in bundles():
        ledger = simulate(bundle.seeds, seed)
        records = render(ledger, bundle.seeds, bundle.images, seed)
        found.append((bundle.seeds, ledger, records))
    return tuple(found)
