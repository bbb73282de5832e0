"""The eight sets of surfaces, and which of those that reach something are minimal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from worksurface_pipeline.worksurface.schema.surfaces import Surface

Subset = tuple[Surface, ...]
"""Surfaces in their fixed order (rag, table, graph), each once."""

SUBSETS: tuple[Subset, ...] = tuple(
    chosen for size in range(len(Surface) + 1) for chosen in combinations(Surface, size)
)
"""The empty set first, the full one last; a set stands behind all of its proper subsets."""


def in_order(surfaces: Iterable[Surface]) -> Subset:
    """The surfaces as a subset."""
    chosen = frozenset(surfaces)
    return tuple(surface for surface in Surface if surface in chosen)


def proper_subsets(subset: Subset) -> tuple[Subset, ...]:
    """All sets that lack something of `subset` and hold nothing else."""
    return tuple(item for item in SUBSETS if set(item) < set(subset))


def reached_by(reaches: Callable[[Subset], bool]) -> tuple[Subset, ...]:
    """The sets that reach something, closed upwards: more surfaces never reach less."""
    found: list[Subset] = []
    for subset in SUBSETS:
        if any(set(item) <= set(subset) for item in found) or reaches(subset):
            found.append(subset)
    return tuple(found)


def minimal_sets(reached: Iterable[Subset]) -> tuple[Subset, ...]:
    """Those of the sets that have no proper subset among them."""
    sets = tuple(reached)
    return tuple(
        item
        for item in SUBSETS
        if item in sets and not any(set(other) < set(item) for other in sets)
    )


def name_of(subset: Subset) -> str:
    """As it is printed: "rag+graph", "none" for the empty set."""
    return "+".join(surface.value for surface in subset) or "none"
