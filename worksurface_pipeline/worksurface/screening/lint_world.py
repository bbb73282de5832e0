"""What the rule-based auditors look things up in: sources by id, and the pool of candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Evidence
from worksurface_pipeline.worksurface.screening.excerpts import Sources, index_sources
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces


@dataclass(frozen=True, slots=True)
class LintWorld:
    """Sources of a persona, its graph nodes' labels, and its candidates by what they ask."""

    sources: Sources
    labels: Mapping[str, str]
    by_question: Mapping[str, tuple[AtomicTask, ...]]


def lint_world(tasks: Sequence[AtomicTask], surfaces: Surfaces) -> LintWorld:
    """The world of one persona."""
    pool: dict[str, list[AtomicTask]] = {}
    for task in tasks:
        pool.setdefault(normalise(task.question), []).append(task)
    return LintWorld(
        sources=index_sources(surfaces),
        labels={node.id: node.label for node in surfaces.graph.nodes},
        by_question={question: tuple(found) for question, found in pool.items()},
    )


def proven(items: Sequence[Evidence]) -> frozenset[Surface]:
    """The surfaces that a proof stands on; an absence stands on all it searched."""
    found: set[Surface] = set()
    for item in items:
        found |= set(item.searched) if item.surface == "absence" else {Surface(item.surface)}
    return frozenset(found)


def elements(task: AtomicTask) -> tuple[str, ...]:
    """The parts of a gold answer as texts: the items of a list, the parts of a composite."""
    gold = task.gold_answer
    values = gold if isinstance(gold, tuple) else (gold,)
    parts = (part for value in values for part in _parts(value))
    return tuple(text for text in (str(part).strip() for part in parts) if text)


def _parts(value: object) -> Sequence[object]:
    return value.split(";") if isinstance(value, str) else (value,)
