"""`schema_overlap`: tables of one source task that have their columns in common.

The Jaccard index of the stated columns (schema_headers; by normalised name and kind of value) is
at least a half, at least two are shared, and one of these says what the tables are about. Tables
with equal schemas are taken together, and different ones are compared only where a rare column of
theirs meets, so that the work grows with what is found and not with the pairs of tables.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import ceil

from worksurface_pipeline.kernel.hashing import digest_json, short
from worksurface_pipeline.readers.model import Column
from worksurface_pipeline.worksurface.schema.surfaces import EdgeReport, GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.enrich_policy import EnrichPolicy, program_edge
from worksurface_pipeline.worksurface.surfaces.schema_headers import Header, has_meaning, headers_of

RELATION = "schema_overlap"
# Columns named in a reason; the rest is counted.
_MOST_NAMED = 8
# Columns listed on an edge: a sheet may have thousands.
_MOST_LISTED = 100

_Schema = frozenset[Header]


@dataclass(frozen=True, slots=True)
class SchemaMember:
    """One table: its graph node and its columns."""

    node: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Overlaps:
    """Edges, group nodes that stand for many equal schemas, and what was not paired."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    reports: tuple[EdgeReport, ...] = ()


@dataclass(frozen=True, slots=True)
class _Group:
    """Tables with one schema; `ends` are what edges to other schemas lead to."""

    schema: _Schema
    members: tuple[str, ...]
    ends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Schemas to compare, by their numbers, and columns that too many of them have."""

    pairs: tuple[tuple[int, int], ...]
    crowded: tuple[tuple[Header, tuple[int, ...]], ...]


def schema_overlaps(
    task_id: str, persona: str, members: Iterable[SchemaMember], policy: EnrichPolicy
) -> Overlaps:
    """All overlaps among the tables of one source task."""
    groups = _groups(task_id, members, policy)
    large = [group for group in groups if group.ends != group.members]
    found = _candidates([group.schema for group in groups], policy)
    edges = [edge for group in groups for edge in _within(group)]
    for one, other in found.pairs:
        edges.extend(_between(groups[one], groups[other], policy))
    nodes = tuple(_group_node(task_id, persona, group) for group in large)
    reports = tuple(_crowded(task_id, header, held, groups) for header, held in found.crowded)
    return Overlaps(nodes, tuple(edges), reports)


def _groups(task_id: str, members: Iterable[SchemaMember], policy: EnrichPolicy) -> list[_Group]:
    by_schema: dict[_Schema, set[str]] = defaultdict(set)
    for member in members:
        schema = headers_of(member.columns)
        if len(schema) >= policy.least_shared and has_meaning(schema):
            by_schema[schema].add(member.node)
    ordered = sorted(by_schema.items(), key=lambda item: sorted(item[0]))
    return [_group(task_id, schema, sorted(nodes), policy) for schema, nodes in ordered]


def _group(task_id: str, schema: _Schema, nodes: Sequence[str], policy: EnrichPolicy) -> _Group:
    if len(nodes) <= policy.most_paired:
        return _Group(schema, tuple(nodes), tuple(nodes))
    text = [[header.name, header.kind] for header in sorted(schema)]
    name = f"t{task_id}::schema::{short(digest_json(text))}"
    return _Group(schema, tuple(nodes), (name,))


def _within(group: _Group) -> Iterator[GraphEdge]:
    """Edges among tables with equal schemas: pairs, or from each one to the group node."""
    columns = _listed(group.schema)
    if group.ends == group.members:
        reason = f"Both have the same columns (Jaccard 1.00): {_named(group.schema)}."
        for one, other in combinations(group.members, 2):
            yield program_edge(one, other, RELATION, reason, columns=columns)
    else:
        count = len(group.members)
        reason = f"One of {count} tables with the same columns: {_named(group.schema)}."
        for member in group.members:
            yield program_edge(member, group.ends[0], RELATION, reason, columns=columns)


def _candidates(schemas: Sequence[_Schema], policy: EnrichPolicy) -> _Pairs:
    """Schemas that may overlap enough: they meet in one of their rarest columns.

    Two sets with a Jaccard index of t share one of the first |S| - ceil(t |S|) + 1 items of
    either, in any one order of all items; from rare to frequent few sets meet by chance.
    """
    counts = Counter(header for schema in schemas for header in schema)
    holders: dict[Header, list[int]] = defaultdict(list)
    for number, schema in enumerate(schemas):
        ordered = sorted(schema, key=lambda header: (counts[header], header))
        length = len(schema) - ceil(policy.least_jaccard * len(schema)) + 1
        for header in ordered[:length]:
            holders[header].append(number)
    pairs: set[tuple[int, int]] = set()
    crowded = []
    for header, held in sorted(holders.items()):
        is_crowd = len(held) > policy.most_paired
        pairs.update(pairwise(held) if is_crowd else combinations(held, 2))
        if is_crowd:
            crowded.append((header, tuple(held)))
    return _Pairs(tuple(sorted(pairs)), tuple(crowded))


def _between(one: _Group, other: _Group, policy: EnrichPolicy) -> Iterator[GraphEdge]:
    shared = one.schema & other.schema
    jaccard = len(shared) / len(one.schema | other.schema)
    if jaccard < policy.least_jaccard or len(shared) < policy.least_shared:
        return
    if not has_meaning(shared):
        return
    reason = f"Jaccard {jaccard:.2f} of the columns; shared: {_named(shared)}."
    columns = _listed(shared)
    for source, target in product(one.ends, other.ends):
        first, second = sorted((source, target))
        yield program_edge(first, second, RELATION, reason, columns=columns)


def _crowded(
    task_id: str, header: Header, held: Sequence[int], groups: Sequence[_Group]
) -> EdgeReport:
    detail = (
        f"{len(held)} different schemas share the column {header.name!r}; on its account each was "
        "compared with the next one only."
    )
    nodes = tuple(groups[number].ends[0] for number in held)
    return EdgeReport(kind="not_paired", task_id=task_id, nodes=nodes, detail=detail)


def _names(schema: _Schema) -> list[str]:
    return sorted({header.name for header in schema})


def _listed(schema: _Schema) -> tuple[str, ...]:
    return tuple(_names(schema)[:_MOST_LISTED])


def _named(schema: _Schema) -> str:
    names = _names(schema)
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def _group_node(task_id: str, persona: str, group: _Group) -> GraphNode:
    label = f"{len(group.members)} tables with the columns {_named(group.schema)}"
    return GraphNode(
        id=group.ends[0], kind="schema_group", label=label, task_id=task_id, persona=persona
    )
