"""The edges of a persona's graph by their ends, and which of them a question may rest on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet

SUPPORTS = "supports_output"
DEPENDS = "depends_on"
VERSION_OF = "version_of"
MENTIONS = "mentions"
SHARED = "shared_artifact"
REQUIRES = "task_requires_file"
PRODUCES = "task_produces_output"
LINEAGE = (DEPENDS, SUPPORTS)
"""Relations from what comes first to what is made of it."""
_FILES = frozenset({"input", "output"})
# Edges of the source that say nothing certain about what comes first; a duplicate does.
_UNCLEAR = frozenset({"reversed", "two_way", "dangling", "self_loop"})


class Lineage:
    """Edges by source and by target, and the files of each source task by their names."""

    def __init__(self, graph: GraphSet) -> None:
        self._nodes = {node.id: node for node in graph.nodes}
        self._from: dict[str, list[GraphEdge]] = defaultdict(list)
        self._to: dict[str, list[GraphEdge]] = defaultdict(list)
        for edge in graph.edges:
            self._from[edge.source].append(edge)
            self._to[edge.target].append(edge)
        self._files: dict[str, list[GraphNode]] = defaultdict(list)
        for node in graph.nodes:
            if node.kind in _FILES:
                self._files[node.task_id].append(node)

    def files(self, task_id: str, kind: str) -> tuple[GraphNode, ...]:
        """Inputs or outputs of a source task whose names no other file of it has."""
        counts = Counter(node.label.lower() for node in self._files[task_id])
        return tuple(
            node
            for node in self._files[task_id]
            if node.kind == kind and counts[node.label.lower()] == 1
        )

    def label(self, node: str) -> str:
        """Name of a node; of one in another persona's graph its id."""
        return self._nodes[node].label if node in self._nodes else node

    def kind(self, node: str) -> str:
        """Kind of a node, "" outside this graph."""
        return self._nodes[node].kind if node in self._nodes else ""

    def after(self, node: str, relations: Iterable[str]) -> tuple[str, ...]:
        """Distinct targets of the relations, sorted."""
        wanted = frozenset(relations)
        return tuple(sorted({e.target for e in self._from[node] if e.relation in wanted}))

    def before(self, node: str, relations: Iterable[str]) -> tuple[str, ...]:
        """Distinct sources of the relations, sorted."""
        wanted = frozenset(relations)
        return tuple(sorted({e.source for e in self._to[node] if e.relation in wanted}))

    def touching(self, node: str, relation: str) -> tuple[GraphEdge, ...]:
        """Edges of a relation at either end."""
        every = (*self._from[node], *self._to[node])
        return tuple(edge for edge in every if edge.relation == relation)

    def is_clear(self, node: str) -> bool:
        """Whether no edge of its lineage is reversed, two-way or dangling."""
        edges = (*self.touching(node, DEPENDS), *self.touching(node, SUPPORTS))
        return not any(_UNCLEAR & set(edge.flags) for edge in edges)

    def relation(self, source: str, target: str) -> str:
        """The lineage relation of an edge that exists."""
        return next(
            edge.relation
            for edge in sorted(self._from[source], key=lambda item: item.relation)
            if edge.target == target and edge.relation in LINEAGE
        )
