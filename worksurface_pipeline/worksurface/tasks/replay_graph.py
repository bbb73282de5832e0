"""Re-reading what a proof says of the graph, from the stored edges alone.

Sets are enumerated again, every step of a path is looked up, and what makes its end the only one
is checked by counting: nothing of the derivation's own code is used.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from pathlib import PurePosixPath

from worksurface_pipeline.worksurface.schema.tasks import (
    AGAINST,
    AtomicTask,
    Derivation,
    GraphPathEvidence,
    GraphSetEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet

_LINEAGE = ("supports_output", "depends_on")
# Extensions that a question calls by one name.
_SAME = {"docx": "doc", "pptx": "ppt", "xlsx": "xls", "htm": "html"}


def ends(graph: GraphSet, node: str, relation: str, direction: str = "out") -> tuple[str, ...]:
    """All far ends of a relation at a node, sorted."""
    found: set[str] = set()
    for edge in graph.edges:
        if edge.relation == relation:
            if edge.source == node and direction in ("out", "both"):
                found.add(edge.target)
            if edge.target == node and direction in ("in", "both"):
                found.add(edge.source)
    return tuple(sorted(found - {node} if direction == "both" else found))


def set_problems(item: GraphSetEvidence, graph: GraphSet) -> Iterator[str]:
    """Whether the set is what the edges give."""
    found = ends(graph, item.node, item.relation, item.direction)
    found = tuple(end for end in found if end.lower().endswith(item.suffix))
    if found != item.verified_complete_set:
        missing = sorted(set(found).symmetric_difference(item.verified_complete_set))
        yield f"{item.relation} at {item.node} differs in {', '.join(missing)}"


def path_problems(item: GraphPathEvidence, graph: GraphSet) -> Iterator[str]:
    """Whether the path has steps, and every one of them is an edge."""
    if not _has_steps(item):
        yield f"{' - '.join(item.graph_path)} is no path of nodes and relations"
    for near, relation, far in _steps(item.graph_path):
        if far not in _step(graph, near, relation):
            yield f"the graph has no edge {near} - {relation} - {far}"


def is_walkable(item: GraphPathEvidence, nodes: Container[str]) -> bool:
    """Whether a path has steps, and all its nodes are at hand."""
    return _has_steps(item) and all(node in nodes for node in item.graph_path[::2])


def foreign_path_problems(item: GraphPathEvidence, graph: GraphSet) -> Iterator[str]:
    """The same for a path in the public format, which calls two of our relations by one name."""
    for near, relation, far in _steps(item.graph_path):
        names = [relation]
        if relation.removeprefix(AGAINST) == "depends_on":
            names.append(relation.replace("depends_on", "supports_output"))
        if not any(far in _step(graph, near, name) for name in names):
            yield f"the graph has no edge {near} - {relation} - {far}"


def end_problems(task: AtomicTask, item: GraphPathEvidence, graph: GraphSet) -> Iterator[str]:
    """Whether the path's end is the only one that the question can mean."""
    if not _has_steps(item):
        return  # told by path_problems
    if task.derivation is Derivation.LINEAGE_END:
        yield from _chain_problems(item, graph)
        return
    path = item.graph_path
    if len(path) != 3:
        yield f"a link of {len(path) // 2} steps is not one that a question can name"
        return
    found = _meant_ends(task, path, graph)
    if list(found) != [path[2]]:
        yield f"{path[1]} from {path[0]} leads to {', '.join(found)}, not to {path[2]} alone"


def _meant_ends(task: AtomicTask, path: Sequence[str], graph: GraphSet) -> Sequence[str]:
    """All ends that the question can mean: of the relation it names, and of the kind it names."""
    start, relation, end = path
    found = _step(graph, start, relation)
    if relation.removeprefix(AGAINST) == "version_of":
        return [one for one in found if not _step(graph, one, relation)]
    if relation == AGAINST + "supports_output" and "the only " in task.question:
        return [one for one in found if _kind(one) == _kind(end)]
    if relation == "depends_on":
        kinds = {node.id: node.kind for node in graph.nodes}
        return [one for one in found if kinds.get(one) == "input"]
    if relation in (AGAINST + "supports_output", AGAINST + "depends_on"):
        return sorted({one for name in _LINEAGE for one in _step(graph, start, AGAINST + name)})
    return found


def _chain_problems(item: GraphPathEvidence, graph: GraphSet) -> Iterator[str]:
    """A chain ends where nothing follows, and all that follows from its start ends there."""
    path = item.graph_path
    way = AGAINST if path[1].startswith(AGAINST) else ""
    last: set[str] = set()
    seen, waiting = {path[0]}, [path[0]]
    while waiting:
        node = waiting.pop()
        following = {end for one in _LINEAGE for end in _step(graph, node, way + one)}
        if not following:
            last.add(node)
        waiting += sorted(following - seen)
        seen |= following
    if last != {path[-1]}:
        yield f"the chain from {path[0]} ends in {', '.join(sorted(last)) or 'nothing'}"


def _has_steps(item: GraphPathEvidence) -> bool:
    return len(item.graph_path) >= 3 and len(item.graph_path) % 2 == 1


def _steps(path: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    for start in range(0, len(path) - 2, 2):
        yield path[start], path[start + 1], path[start + 2]


def _step(graph: GraphSet, node: str, relation: str) -> Sequence[str]:
    if relation.startswith(AGAINST):
        return ends(graph, node, relation.removeprefix(AGAINST), "in")
    return ends(graph, node, relation, "out")


def _kind(node: str) -> str:
    extension = PurePosixPath(node).suffix.removeprefix(".").lower()
    return _SAME.get(extension, extension)
