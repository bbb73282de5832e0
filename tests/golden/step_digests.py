"""Digest of each build step's value on the embedded sample, by the library alone.

`python -m tests.golden.step_digests` records them.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.fixtures.reading import memory_reader
from tests.shared_files import ROOT
from worksurface_pipeline.harness.llm.offline_proposer import OfflineProposer
from worksurface_pipeline.kernel.hashing import digest_bytes, digest_json
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.worksurface.necessity.measure import measure_necessity
from worksurface_pipeline.worksurface.necessity.summary import summarise, with_route_flags
from worksurface_pipeline.worksurface.proposals.filling import fill_pool, pool_policy
from worksurface_pipeline.worksurface.proposals.procedures import find_procedures, with_skills
from worksurface_pipeline.worksurface.proposals.propose import ProposalPolicy, propose_tasks
from worksurface_pipeline.worksurface.proposals.together import all_candidates, joined
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.screening.panel import RULE_AUDITORS
from worksurface_pipeline.worksurface.screening.quarantine import build_quarantine
from worksurface_pipeline.worksurface.screening.screen import report, rule_ballots, screen
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
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboSet, placebo_rates, pooled
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.raw_files import raw_files
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet, VerifiedSet
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

RECORDED = ROOT / "tests" / "golden" / "step_digests.json"
SEED = Settings().tasks.seed
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
    made: dict[str, Surfaces] = {}
    values: dict[str, list[Stored]] = {}
    for persona in source.personas:
        tasks = source.of(persona)
        yield "source_tasks", tasks
        for name, value in _surfaces(persona, tasks.tasks, shared, made):
            yield name, value
        for name, value in _tasks(made[persona], tasks.tasks):
            yield name, value
            values.setdefault(name, []).append(value)
    yield from _together(source, made, values)


def _surfaces(
    persona: str,
    tasks: tuple[SourceTask, ...],
    shared: SharedContentSet,
    made: dict[str, Surfaces],
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
    made[persona] = Surfaces(persona, documents, tables, graph, bundle.passages)


def _tasks(surfaces: Surfaces, tasks: tuple[SourceTask, ...]) -> Iterator[tuple[str, Stored]]:
    policy = DerivationPolicy(seed=SEED)
    candidates = derive_candidates(tasks, surfaces, policy)
    yield "candidates", candidates
    asking = ProposalPolicy(benchmark=policy.benchmark, seed=SEED)
    proposals = propose_tasks(tasks, surfaces, OfflineProposer(), asking)
    yield "proposals", joined([proposals])
    given = all_candidates(candidates, CandidateSet(), proposals)
    yield "verified_tasks", verify_tasks(given, surfaces, raw_files(SAMPLE, tasks))
    yield "placebo", PlaceboSet(rates=placebo_rates(tasks, surfaces, policy))


def _together(
    source: FrozenSource, made: Mapping[str, Surfaces], values: Mapping[str, list[Stored]]
) -> Iterator[tuple[str, Stored]]:
    """What follows from all personas' tasks."""
    verified = [one for one in values["verified_tasks"] if isinstance(one, VerifiedSet)]
    rates = [r for one in values["placebo"] if isinstance(one, PlaceboSet) for r in one.rates]
    procedures = find_procedures(source.tasks)
    yield "procedures", procedures
    choice = Settings().tasks
    tasks = [task for one in verified for task in one.tasks]
    limit = choice.placebo_limit
    pool = fill_pool(tasks, pooled(rates), limit, pool_policy(choice.pool, SEED))
    yield "pool", pool
    measured, ballots, screened = [], [], []
    for held, (persona, surfaces) in zip(verified, made.items(), strict=True):
        with tempfile.TemporaryDirectory() as folder:
            found = measure_necessity(pool.of(persona), surfaces, Path(folder))
        measured.append(with_route_flags(found))
        yield "necessity", measured[-1]
        refused = (*held.quarantined, *found.quarantined)
        yield "quarantine", build_quarantine(refused, surfaces)
        panel = [rule_ballots(measured[-1].tasks, surfaces, name) for name in RULE_AUDITORS]
        screened.append(screen(measured[-1].tasks, panel))
        yield "screened_tasks", screened[-1]
        ballots += panel
    yield from (("ballots", one) for one in ballots)
    yield "necessity_rates", summarise(measured)
    every = [task for one in measured for task in one.tasks]
    yield "agreement", report(every, ballots, models_under_test=("offline/keyword",), seed=SEED)
    yield "benchmark", assemble(with_skills(one.passed, procedures) for one in screened)


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
