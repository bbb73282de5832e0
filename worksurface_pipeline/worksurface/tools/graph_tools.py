"""graph_search_entities, graph_neighbors, graph_traverse: the lineage of a scope."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

from worksurface_pipeline.harness.agent.protocol import Observation, Shown
from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, GraphNode
from worksurface_pipeline.worksurface.tools.arguments import Arguments
from worksurface_pipeline.worksurface.tools.entities import NameIndex
from worksurface_pipeline.worksurface.tools.names import Names
from worksurface_pipeline.worksurface.tools.observations import (
    Item,
    Listing,
    clip,
    compact,
    failure,
    fitting,
    fitting_from,
    observation,
)
from worksurface_pipeline.worksurface.tools.scope import ScopeData
from worksurface_pipeline.worksurface.tools.specs import ToolSettings

_OUTSIDE = "outside_scope"
_SUGGESTIONS = 5
_LABEL_CHARACTERS = 160
# What `count`, `truncated` and `next_offset` take at the end of an observation.
_TAIL = 90

T = TypeVar("T")


class _Step(NamedTuple):
    """An edge as seen from one of its ends."""

    relation: str
    direction: str
    far: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Arrival:
    """A node that was reached: from where, over which step, after how many."""

    start: str
    step: _Step
    depth: int


class GraphTools:
    """The graph tools of a scope."""

    def __init__(self, scope: ScopeData, names: Names, settings: ToolSettings) -> None:
        self._names = names
        self._settings = settings
        self._nodes = {node.id: node for node in scope.nodes}
        self._edges = _edges(scope.edges, self._nodes)
        self._steps = lru_cache(maxsize=None)(self._sorted_steps)
        self._outside = _outside(scope.edges, self._nodes)
        self._relations = sorted({edge.relation for edge in scope.edges})
        self._index = NameIndex(
            (node.id, name)
            for node in scope.nodes
            for name in (names.node(node.id), names.label(node.id, node.label))
        )

    def graph_search_entities(self, arguments: Arguments) -> Observation:
        """Nodes whose id or label resembles the query, best first."""
        found = self._index.search(arguments.query, self._settings.entities)
        items = [Item(compact(self._node(node)), (_shown(node),)) for node in found]
        listing = fitting(items, self._settings.characters - _TAIL)
        fields = {
            "entities": listing.text,
            "count": compact(listing.count),
            "truncated": compact(listing.is_cut),
        }
        return observation(fields, listing.shown)

    def graph_neighbors(self, arguments: Arguments) -> Observation:
        """All edges of one node, from `offset` on as many as fit."""
        node = self._names.real_node(arguments.node)
        if node is None:
            return self._unknown(arguments.node)
        head = {key: compact(value) for key, value in self._node(node).items()}
        steps = self._steps(node)
        listing = self._fitting(steps, arguments.offset, lambda it: self._neighbor(node, it), head)
        return _page(node, head, "neighbors", len(steps), arguments.offset, listing)

    def graph_traverse(self, arguments: Arguments) -> Observation:
        """Nodes within some edges of one node, breadth first, from `offset` on."""
        node = self._names.real_node(arguments.node)
        if node is None:
            return self._unknown(arguments.node)
        if arguments.rel is not None and arguments.rel not in self._relations:
            return failure(
                f"There is no relation {clip(arguments.rel, 80)!r} in this graph.",
                allowed=self._relations,
            )
        head = {
            "node": compact(self._names.node(node)),
            "rel": compact(arguments.rel),
            "depth": compact(arguments.depth),
        }
        reached = tuple(self._reached(node, arguments.rel, arguments.depth))
        listing = self._fitting(reached, arguments.offset, self._arrived, head)
        return _page(node, head, "reached", len(reached), arguments.offset, listing)

    def _fitting(
        self,
        things: Sequence[T],
        offset: int,
        render: Callable[[T], Item],
        head: Mapping[str, str],
    ) -> Listing:
        room = self._settings.characters - _TAIL - _length(head)
        return fitting_from(things, offset, render, room)

    def _sorted_steps(self, node: str) -> tuple[_Step, ...]:
        """All steps from a node; none from a far end outside the scope."""
        steps: set[_Step] = set()
        for edge in self._edges.get(node, ()):
            if edge.source == node:
                steps.add(_Step(edge.relation, "out", edge.target, edge.reason))
            if edge.target == node:
                steps.add(_Step(edge.relation, "in", edge.source, edge.reason))
        return tuple(sorted(steps))

    def _reached(self, start: str, relation: str | None, depth: int) -> Iterator[_Arrival]:
        seen = {start}
        ring = [start]
        for level in range(1, depth + 1):
            following = []
            for node in ring:
                for step in self._steps(node):
                    if step.far in seen or relation not in (None, step.relation):
                        continue  # reached before, or over another relation than asked
                    seen.add(step.far)
                    following.append(step.far)
                    yield _Arrival(node, step, level)
            ring = following

    def _arrived(self, arrival: _Arrival) -> Item:
        step = arrival.step
        way = {
            "depth": arrival.depth,
            "from": self._names.node(arrival.start),
            "relation": step.relation,
            "direction": step.direction,
        }
        return Item(compact({**self._node(step.far), **way}), (_shown(step.far),))

    def _neighbor(self, node: str, step: _Step) -> Item:
        reason = self._names.reason(step.reason, (node, step.far))
        edge = {
            "relation": step.relation,
            "direction": step.direction,
            "reason": clip(reason, self._settings.reason_characters),
        }
        return Item(compact({**self._node(step.far), **edge}), (_shown(step.far),))

    def _node(self, real: str) -> dict[str, str]:
        node = self._nodes.get(real)
        if node is None:
            return {"node": self._names.node(real), "kind": _OUTSIDE, "label": ""}
        label = clip(self._names.label(real, node.label), _LABEL_CHARACTERS)
        return {"node": self._names.node(real), "kind": node.kind, "label": label}

    def _unknown(self, name: str) -> Observation:
        if name in self._outside:
            return failure(f"The node {clip(name, 200)!r} lies outside this scope; it ends there.")
        near = self._index.search(name, _SUGGESTIONS)
        return failure(
            f"There is no node {clip(name, 200)!r}.",
            suggestions=[self._names.node(node) for node in near],
        )


def _page(
    node: str, head: Mapping[str, str], name: str, count: int, offset: int, listing: Listing
) -> Observation:
    """The items from `offset` on that fit; `count` is of all, `next_offset` where it is cut."""
    fields = {
        **head,
        name: listing.text,
        "count": compact(count),
        "truncated": compact(listing.is_cut),
    }
    if listing.is_cut:
        fields["next_offset"] = compact(offset + len(listing.items))
    return observation(fields, (_shown(node), *listing.shown))


def _edges(edges: tuple[GraphEdge, ...], nodes: dict[str, GraphNode]) -> dict[str, list[GraphEdge]]:
    """The edges at each node of the scope; at a far end outside it there are none."""
    found: dict[str, list[GraphEdge]] = {node: [] for node in nodes}
    for edge in edges:
        if edge.source in found:
            found[edge.source].append(edge)
        if edge.target in found and edge.target != edge.source:
            found[edge.target].append(edge)
    return found


def _outside(edges: tuple[GraphEdge, ...], nodes: dict[str, GraphNode]) -> frozenset[str]:
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    return frozenset(ends - nodes.keys())


def _shown(node: str) -> Shown:
    return Shown(kind="node", id=node)


def _length(fields: Mapping[str, str]) -> int:
    """Characters of fields with their quotes, colons and commas."""
    return sum(len(key) + len(text) + 4 for key, text in fields.items())
