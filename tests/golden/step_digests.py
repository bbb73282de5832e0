"""Digest of each build step's value on the embedded sample, by the library alone.

`python -m tests.golden.step_digests` records them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.fixtures.reading import memory_reader
from tests.shared_files import ROOT
from worksurface_pipeline.kernel.hashing import digest_bytes, digest_json
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.settings import Settings
from worksurface_pipeline.worksurface.source.freeze import freeze
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.model import Origin
from worksurface_pipeline.worksurface.source.sets import FrozenSource, SharedContentSet
from worksurface_pipeline.worksurface.source.shared import shared_contents
from worksurface_pipeline.worksurface.steps import STEPS
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.coverage import build_ledger
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import policy_named
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.surfaces.tables import project_tables
from worksurface_pipeline.worksurface.tasks.benchmark import assemble
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.sets import VerifiedSet
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

RECORDED = ROOT / "tests" / "golden" / "step_digests.json"
SAMPLE = ROOT / "data_lake" / "sample"


def digests_of_sample() -> dict[str, str]:
    """Digest of every step's values up to the benchmark, all personas together."""
    found: dict[str, list[str]] = {}
    for name, value in _values():
        found.setdefault(name, []).append(_digest(value))
    return {name: digest_json(digests) for name, digests in found.items()}


def _digest(value: Stored) -> str:
    return digest_json([[name, digest_bytes(data)] for name, data in value.to_files()])


def _values() -> Iterator[tuple[str, Stored]]:
    # The same origin wherever the checkout lies: a local one names its folder.
    workspace = load_workspace(SAMPLE, None, "sample", origin=Origin(repo="local:sample"))
    source = FrozenSource(lock=freeze(workspace).lock, tasks=workspace.tasks)
    shared = SharedContentSet(contents=shared_contents(source.tasks))
    yield "source_lock", source
    yield "shared_contents", shared
    verified: list[VerifiedSet] = []
    for persona in source.personas:
        tasks = source.of(persona)
        yield "source_tasks", tasks
        for name, value in _persona(persona, tasks.tasks, shared):
            yield name, value
            if isinstance(value, VerifiedSet):
                verified.append(value)
    yield "benchmark", assemble(group.tasks for group in verified)


def _persona(
    persona: str, tasks: tuple[SourceTask, ...], shared: SharedContentSet
) -> Iterator[tuple[str, Stored]]:
    read = memory_reader(SAMPLE)
    tables = project_tables(tasks, read, policy_named("paper"))
    documents = project_documents(tasks, tables, read)
    graph = build_graph(tasks, documents, tables, shared.of(persona))
    bundle = build_bundle(persona, documents, tables, graph)
    yield "tables", tables
    yield "documents", documents
    yield "graph", graph
    yield "surface_bundle", bundle
    yield "coverage_ledger", build_ledger(tasks, documents, tables)
    surfaces = Surfaces(persona, documents, tables, graph, bundle.passages)
    policy = DerivationPolicy(seed=Settings().tasks.seed)
    candidates = derive_candidates(tasks, surfaces, policy)
    yield "candidates", candidates
    yield "verified_tasks", verify_tasks(candidates, surfaces)


def main() -> None:
    """Record versions and digests."""
    digests = digests_of_sample()
    table = {
        name: {"version": str(STEPS[name].version), "digest": digest}
        for name, digest in digests.items()
    }
    RECORDED.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
