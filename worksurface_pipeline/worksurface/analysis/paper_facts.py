"""What a benchmark is made of, counted under the paper's names.

Tasks alone tell most of it; the rest is told by the steps that made the benchmark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, TaskType

_COMBINATIONS = {
    "rag + graph": {Surface.RAG, Surface.GRAPH},
    "graph + table": {Surface.GRAPH, Surface.TABLE},
    "rag + table": {Surface.RAG, Surface.TABLE},
    "rag + graph + table": set(Surface),
}
_PERSONAS = (
    "logistics_manager",
    "operations_manager",
    "backend_developer",
    "researcher",
    "product_manager",
)
"""Those of the public source, the largest first."""
_AUDITORS = 3
_PUBLIC_BENCHMARK = "workspace-bench-lite"
_PUBLIC_IDS = "ws_lite_"


class BenchmarkFacts(Frozen):
    """What the tasks do not tell of themselves.

    `candidates` were screened, those to abstain from apart; None for an imported release, whose own
    pool is not known here.
    `reference` is the cell whose runs set the token budgets, `budgeted` the tasks that have one.
    """

    repo: str
    commit: str
    source_tasks: int
    is_imported: bool
    documents: int
    views: int
    edges: int
    candidates: int | None
    budgeted: frozenset[str]
    reference: str
    profile: str
    scope: str
    interface: str


def answerable(tasks: Sequence[AtomicTask]) -> tuple[AtomicTask, ...]:
    """The tasks that the paper counts: it has none to abstain from."""
    return tuple(task for task in tasks if task.task_type is not TaskType.ABSTAIN)


def is_public_release(tasks: Sequence[AtomicTask], facts: BenchmarkFacts) -> bool:
    """Whether the tasks were imported from the release that the paper describes."""
    return facts.is_imported and any(map(_is_public, tasks))


def is_model_screened(tasks: Sequence[AtomicTask]) -> bool:
    """Whether models judged the tasks; rules leave no votes."""
    return any(task.quality_screen.strict_pass_votes is not None for task in tasks)


def own_counts(tasks: Sequence[AtomicTask], facts: BenchmarkFacts) -> dict[str, int | None]:
    """Our count of everything that the paper counts, by its name there; None is not known."""
    counted = answerable(tasks)
    return {
        **_of_tasks(counted),
        **_of_personas(counted),
        **_bearing(counted),
        "source tasks": facts.source_tasks,
        "documents": facts.documents,
        "table views": facts.views,
        "graph edges": facts.edges,
        "candidates screened": facts.candidates,
        "passed by all three auditors": _core(counted),
        "tasks with a budget": sum(task.id in facts.budgeted for task in counted),
    }


def _core(tasks: Sequence[AtomicTask]) -> int | None:
    votes = [task.quality_screen.strict_pass_votes for task in tasks]
    return votes.count(_AUDITORS) if is_model_screened(tasks) else None


def _of_tasks(tasks: Sequence[AtomicTask]) -> Mapping[str, int]:
    types = Counter(task.task_type.value for task in tasks)
    sets = Counter(frozenset(task.required_surfaces) for task in tasks)
    return {
        "personas": len({task.source.persona for task in tasks}),
        "atomic tasks": len(tasks),
        "task types": len(types),
        **{kind.value: types[kind.value] for kind in TaskType if kind is not TaskType.ABSTAIN},
        **{name: sets[frozenset(surfaces)] for name, surfaces in _COMBINATIONS.items()},
    }


def _of_personas(tasks: Sequence[AtomicTask]) -> Mapping[str, int]:
    sizes = Counter(task.source.persona for task in tasks)
    named = {f"tasks of the {name.replace('_', ' ')}": sizes[name] for name in _PERSONAS}
    return {
        "tasks of the smallest persona": min(sizes.values(), default=0),
        "tasks of the largest persona": max(sizes.values(), default=0),
        **named,
    }


def _bearing(tasks: Sequence[AtomicTask]) -> Mapping[str, int]:
    bearing = Counter(surface for task in tasks for surface in set(task.required_surfaces))
    return {
        "routable surfaces": len(bearing),
        **{f"{surface.value}-bearing tasks": bearing[surface] for surface in Surface},
    }


def _is_public(task: AtomicTask) -> bool:
    named = task.source.benchmark.casefold() == _PUBLIC_BENCHMARK
    return task.derivation is Derivation.FOREIGN and (named or task.id.startswith(_PUBLIC_IDS))
