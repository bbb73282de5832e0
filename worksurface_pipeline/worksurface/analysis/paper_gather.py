"""The facts of a benchmark, from what the steps before it have stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.kernel.records import from_jsonl
from worksurface_pipeline.worksurface.analysis.paper_facts import BenchmarkFacts, answerable
from worksurface_pipeline.worksurface.proposals.sets import PoolSet
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.schema.surfaces import ArtifactDigest
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet
from worksurface_pipeline.worksurface.settings import Settings
from worksurface_pipeline.worksurface.source.sets import FrozenSource
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet, SurfaceBundle


def benchmark_facts(
    settings: Settings,
    frozen: FrozenSource,
    artifacts: Iterable[ArtifactDigest],
    graphs: Iterable[GraphSet],
    pool: PoolSet,
    budgets: BudgetSet,
) -> BenchmarkFacts:
    """All facts; `artifacts` and `graphs` are gone through once."""
    kinds = Counter(item.kind for item in artifacts)
    has_pool = not is_imported(frozen)
    return BenchmarkFacts(
        repo=frozen.lock.repo,
        commit=frozen.lock.commit,
        source_tasks=len(frozen.tasks),
        is_imported=not has_pool,
        documents=kinds["document"],
        views=kinds["view"],
        edges=sum(len(graph.edges) for graph in graphs),
        candidates=len(answerable(pool.tasks)) if has_pool else None,
        budgeted=frozenset(budgets.by_task),
        reference=next((one.reference for one in budgets.budgets), ""),
        profile=settings.scoring.profile,
        scope=settings.condition.scope.value,
        interface=settings.condition.interface.value,
    )


def artifacts_of(bundles: Partitions[SurfaceBundle]) -> Iterator[ArtifactDigest]:
    """The artifacts of all bundles; their passages, which are large, stay where they are."""
    for key in bundles.keys:
        read = bundles.lake.reader(bundles.manifests[key])
        yield from from_jsonl(read("artifacts.jsonl"), ArtifactDigest)
