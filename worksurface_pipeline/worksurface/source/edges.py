"""Dependency edges of one source task: resolved to clean names, kept as written, flagged.

No edge is dropped and none is turned round. Flags: `reversed` (from an output to an input),
`two_way` (the opposite edge is listed too), `duplicate` (the second and later listing of an
edge), `dangling` (an end names no file of the task), `self_loop` (both ends are one file).
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.worksurface.schema.source import DependencyEdge, EndKind
from worksurface_pipeline.worksurface.source.fields import Fields
from worksurface_pipeline.worksurface.source.names import End, NameIndex

_Pair = tuple[End, End]


def read_edges(rows: Sequence[Fields], names: NameIndex) -> tuple[DependencyEdge, ...]:
    """The edges of a `file_dep_graph`, in its order."""
    written = [(row.exact("from"), row.exact("to")) for row in rows]
    pairs = [(names.resolve(source), names.resolve(target)) for source, target in written]
    listed = set(pairs)
    seen: set[_Pair] = set()
    edges = []
    for (source, target), pair in zip(written, pairs, strict=True):
        edges.append(_edge(source, target, pair, _flags(pair, listed, seen)))
        seen.add(pair)
    return tuple(edges)


def _edge(source: str, target: str, pair: _Pair, flags: tuple[str, ...]) -> DependencyEdge:
    (from_kind, from_name), (to_kind, to_name) = pair
    return DependencyEdge(
        written_from=source,
        written_to=target,
        from_name=from_name,
        to_name=to_name,
        from_kind=from_kind,
        to_kind=to_kind,
        flags=flags,
    )


def _flags(pair: _Pair, listed: set[_Pair], seen: set[_Pair]) -> tuple[str, ...]:
    source, target = pair
    is_loop = source == target
    found = {
        "reversed": (source[0], target[0]) == (EndKind.OUTPUT, EndKind.INPUT),
        "two_way": not is_loop and (target, source) in listed,
        "duplicate": pair in seen,
        "dangling": EndKind.UNKNOWN in (source[0], target[0]),
        "self_loop": is_loop,
    }
    return tuple(name for name, is_set in found.items() if is_set)


def edge_remarks(edges: Sequence[DependencyEdge]) -> tuple[str, ...]:
    """One sentence for each kind of flag that occurs, and one for names written otherwise."""
    counts = {_MEANINGS[flag]: sum(flag in edge.flags for edge in edges) for flag in _MEANINGS}
    counts["write a file otherwise than by its clean name"] = sum(map(_is_respelt, edges))
    return tuple(
        f"{count} of {len(edges)} dependency edges {meaning}."
        for meaning, count in counts.items()
        if count
    )


def _is_respelt(edge: DependencyEdge) -> bool:
    return (edge.written_from, edge.written_to) != (edge.from_name, edge.to_name)


_MEANINGS = {
    "reversed": "run from an output to an input",
    "two_way": "are listed in both directions",
    "duplicate": "repeat an earlier one",
    "dangling": "name a file in no list of the task",
    "self_loop": "lead from a file to itself",
}
