"""Questions to a graph: targets of a relation, neighbours, and what is reached within some edges.

Answers are in a fixed order. Where an edge leads to a node of another persona, the node's id is
given and the way ends there. What does not belong: scopes and what an agent is shown (tools).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.graph import edge_key, to_networkx
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet

_EXPORTED = {"supports_output": "depends_on"}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The node at the other end of an edge; `is_outgoing` if the edge leads to it."""

    node: str
    edge: GraphEdge
    is_outgoing: bool


@dataclass(frozen=True, slots=True)
class Reached:
    """A node, the number of edges to it, and the last step on the way."""

    node: str
    depth: int
    step: Neighbour


def exported_relation(relation: str) -> str:
    """The relation's name in the public format, which knows `depends_on` alone."""
    return _EXPORTED.get(relation, relation)


class GraphView:
    """A graph surface in networkx, and queries over it."""

    def __init__(self, graph: GraphSet) -> None:
        self.graph = to_networkx(graph)

    def node(self, name: str) -> GraphNode | None:
        """The node's record; None when the graph has no such node, or knows its id alone."""
        record = self.graph.nodes[name].get("record") if name in self.graph else None
        return record if isinstance(record, GraphNode) else None

    def targets(self, node: str, relation: str) -> tuple[str, ...]:
        """All nodes that edges of `relation` lead to from `node`, sorted: a complete set."""
        found = self.neighbours(node, relation)
        return tuple(sorted({step.node for step in found if step.is_outgoing}))

    def sources(self, node: str, relation: str) -> tuple[str, ...]:
        """All nodes from which edges of `relation` lead to `node`, sorted."""
        found = self.neighbours(node, relation)
        return tuple(sorted({step.node for step in found if not step.is_outgoing}))

    def neighbours(self, node: str, relation: str | None = None) -> tuple[Neighbour, ...]:
        """Edges of a node in both directions, outgoing ones first; none from a foreign node."""
        if self.node(node) is None:
            return ()
        steps = (step for step in self._steps(node) if relation in (None, step.edge.relation))
        return tuple(sorted(steps, key=_order))

    def traverse(
        self, node: str, relation: str | None = None, depth: int = 2
    ) -> tuple[Reached, ...]:
        """Nodes within `depth` edges of `node`, nearest first, each once."""
        seen = {node}
        ring, found = [node], []
        for level in range(1, depth + 1):
            reached = list(self._next_ring(ring, relation, seen, level))
            found.extend(reached)
            ring = [item.node for item in reached]
        return tuple(found)

    def _next_ring(
        self, ring: list[str], relation: str | None, seen: set[str], level: int
    ) -> Iterator[Reached]:
        for node in ring:
            for step in self.neighbours(node, relation):
                if step.node not in seen:
                    seen.add(step.node)
                    yield Reached(step.node, level, step)

    def _steps(self, node: str) -> Iterator[Neighbour]:
        for _, target, values in self.graph.out_edges(node, data=True):
            yield Neighbour(target, values["record"], True)
        for source, _, values in self.graph.in_edges(node, data=True):
            if source != node:
                yield Neighbour(source, values["record"], False)


def _order(step: Neighbour) -> tuple[bool, str, str, tuple[str, str, str, str, tuple[str, ...]]]:
    return not step.is_outgoing, step.edge.relation, step.node, edge_key(step.edge)
