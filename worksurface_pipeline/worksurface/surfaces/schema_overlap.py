"""`schema_overlap`: tables of one source task whose column names overlap by at least half.

Names are compared in identifier form; invented names do not count. Tables with equal schemas are
taken together, so that the work grows with the number of different schemas.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from worksurface_pipeline.kernel.hashing import digest_json, short
from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.readers.model import Column
from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.enrich_policy import EnrichPolicy, program_edge

RELATION = "schema_overlap"
# Columns named in a reason; the rest is counted.
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class SchemaMember:
    """One table: its graph node and its columns."""

    node: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Overlaps:
    """Edges, and the group nodes that stand for many equal schemas."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """Tables with one schema; `ends` are what edges to other schemas lead to."""

    schema: frozenset[str]
    members: tuple[str, ...]
    ends: tuple[str, ...]


def schema_overlaps(
    task_id: str, persona: str, members: Iterable[SchemaMember], policy: EnrichPolicy
) -> Overlaps:
    """All overlaps among the tables of one source task."""
    groups = _groups(task_id, members, policy)
    large = [group for group in groups if group.ends != group.members]
    edges = [edge for group in groups for edge in _within(group)]
    edges.extend(edge for pair in _candidates(groups) for edge in _between(*pair, policy))
    nodes = tuple(_group_node(task_id, persona, group) for group in large)
    return Overlaps(nodes, tuple(edges))


def schema_of(columns: Iterable[Column]) -> frozenset[str]:
    """Normalised names of the columns that the file itself names."""
    names = (identifier(column.source_name or column.name) for column in columns if _counts(column))
    return frozenset(name for name in names if name)


def _counts(column: Column) -> bool:
    return not column.is_invented


def _groups(task_id: str, members: Iterable[SchemaMember], policy: EnrichPolicy) -> list[_Group]:
    by_schema: dict[frozenset[str], set[str]] = defaultdict(set)
    for member in members:
        by_schema[schema_of(member.columns)].add(member.node)
    by_schema.pop(frozenset(), None)
    ordered = sorted(by_schema.items(), key=lambda item: sorted(item[0]))
    return [_group(task_id, schema, sorted(nodes), policy) for schema, nodes in ordered]


def _group(
    task_id: str, schema: frozenset[str], nodes: Sequence[str], policy: EnrichPolicy
) -> _Group:
    if len(nodes) <= policy.most_paired:
        return _Group(schema, tuple(nodes), tuple(nodes))
    name = f"t{task_id}::schema::{short(digest_json(sorted(schema)))}"
    return _Group(schema, tuple(nodes), (name,))


def _within(group: _Group) -> Iterator[GraphEdge]:
    """Edges among tables with equal schemas: pairs, or from each one to the group node."""
    if group.ends == group.members:
        reason = f"Both have the same columns (Jaccard 1.00): {_named(group.schema)}."
        for one, other in combinations(group.members, 2):
            yield program_edge(one, other, RELATION, reason)
    else:
        count = len(group.members)
        reason = f"One of {count} tables with the same columns: {_named(group.schema)}."
        for member in group.members:
            yield program_edge(member, group.ends[0], RELATION, reason)


def _candidates(groups: Sequence[_Group]) -> Iterator[tuple[_Group, _Group]]:
    """Pairs of different schemas that share a column, in a fixed order."""
    holders: dict[str, list[int]] = defaultdict(list)
    for position, group in enumerate(groups):
        for name in group.schema:
            holders[name].append(position)
    pairs = {pair for positions in holders.values() for pair in combinations(positions, 2)}
    return ((groups[one], groups[other]) for one, other in sorted(pairs))


def _between(one: _Group, other: _Group, policy: EnrichPolicy) -> Iterator[GraphEdge]:
    shared = one.schema & other.schema
    jaccard = len(shared) / len(one.schema | other.schema)
    if jaccard < policy.least_jaccard:
        return
    reason = f"Jaccard {jaccard:.2f} of the column names; shared: {_named(shared)}."
    for source, target in product(one.ends, other.ends):
        yield program_edge(min(source, target), max(source, target), RELATION, reason)


def _named(schema: frozenset[str]) -> str:
    names = sorted(schema)
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def _group_node(task_id: str, persona: str, group: _Group) -> GraphNode:
    label = f"{len(group.members)} tables with the columns {_named(group.schema)}"
    return GraphNode(
        id=group.ends[0], kind="schema_group", label=label, task_id=task_id, persona=persona
    )
