"""Stored values to what tables and figures of wing two are made of."""

from __future__ import annotations

from typing import TypeVar

from resources.mm_projects import scenes_of
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.judging.calibration import Calibration
from worksurface_pipeline.mmenterprise.results.given import Evaluation, ProjectFacts
from worksurface_pipeline.mmenterprise.schema.evaluation import Judgements, Retrieved
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument, SeedSet
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.writing.model import Writing

V = TypeVar("V", bound=Stored)


def evaluation_of(
    bench: MmWorkbench,
    benchmark: MmBenchmark,
    bundles: Partitions[SeedBundle],
    records: Partitions[Writing],
    retrieved: Partitions[Retrieved],
    judgements: Partitions[Judgements],
    calibration: Calibration | None = None,
) -> Evaluation:
    """All that was made and measured; cells in the order of the settings."""
    documents = documents_of(bundles)
    scenes = scenes_of(records, bench.settings.workspace.seed)
    choice = bench.settings.analysis
    return Evaluation(
        projects=tuple(
            ProjectFacts(documents[key], scene.ledger, scene.units, benchmark.of(key))
            for key, scene in scenes.items()
        ),
        retrieved=ordered(retrieved, bench.settings.retrieval.retrievers),
        judgements=ordered(judgements, tuple(cell.key for cell in bench.settings.cells)),
        calibration=calibration if calibration and calibration.answers else None,
        wording=benchmark.balance,
        replicates=choice.replicates,
        seed=choice.seed,
    )


def documents_of(bundles: Partitions[SeedBundle]) -> dict[str, SeedDocument]:
    """The seed documents of all present projects; no picture is read."""
    found = bundles.manifests.items()
    return {
        key: SeedSet.from_files(bundles.lake.reader(manifest)).document for key, manifest in found
    }


def by_key(values: Partitions[V]) -> dict[str, V]:
    """All present values by key."""
    return {key: values.get(key) for key in values.keys}


def ordered(values: Partitions[V], order: tuple[str, ...]) -> tuple[V, ...]:
    """The present values in an order of keys."""
    return tuple(values.get(key) for key in order if key in values.manifests)
