"""What is odd in a graph: said in records, while every edge stays as the source wrote it.

Edges of the source that repeat, contradict or lead nowhere; names in both lists of a task; files
that were read and are missing from the graph or from every surface.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import networkx as nx

from worksurface_pipeline.worksurface.schema.source import DependencyEdge, SourceFile, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import EdgeReport, GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.nodes import (
    file_node,
    input_node,
    output_node,
)
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, TableSet

_MEANINGS = {
    "duplicate": "repeats an earlier one",
    "reversed": "runs from an output to an input",
    "dangling": "names a file in no list of the task",
    "self_loop": "leads from a file to itself",
}
# Nodes named in a sentence; the record holds them all.
_MOST_NAMED = 6
# A cycle of two is reported as two_way.
_SHORTEST_CYCLE = 3


def source_reports(task: SourceTask) -> Iterator[EdgeReport]:
    """What is odd about the lists and the dependency graph of a source task."""
    for edge in task.edges:
        for flag in edge.flags:
            if flag in _MEANINGS:
                yield _flagged(task.task_id, edge, flag)
    yield from _two_way(task)
    yield from _cycles(task)
    inputs = {file.filename for file in task.files}
    for name in sorted(inputs & set(task.output_files)):
        nodes = (input_node(task.task_id, name), output_node(task.task_id, name))
        detail = f"{name!r} is an input and an output; edges and mentions of it mean the input."
        yield EdgeReport(kind="input_and_output", task_id=task.task_id, nodes=nodes, detail=detail)


def presence_reports(
    tasks: Iterable[SourceTask],
    documents: DocumentSet,
    tables: TableSet,
    nodes: Iterable[GraphNode],
    edges: Iterable[GraphEdge],
) -> Iterator[EdgeReport]:
    """Files without a node of their own, or neither on a surface nor among the failures."""
    present = {node.id for node in nodes}
    shown = {edge.source for edge in edges if edge.relation == "projected_as"}
    failures = (*documents.failures, *tables.failures)
    failed = {input_node(item.task_id, item.filename) for item in failures}
    # Without any artifact or failure nothing was read yet: the graph is of the source alone.
    is_read = bool(shown or failed)
    for task in tasks:
        for file in task.files:
            if file.node_id not in present:
                yield _absent(file, "no_node", "has no node in the graph")
            elif is_read and file.node_id not in shown and file.node_id not in failed:
                yield _absent(file, "no_surface", "is on no surface and no failure says why")


def clash_report(node: GraphNode, other: GraphNode) -> EdgeReport:
    """Two files or artifacts whose ids are equal: the graph holds the first of them."""
    detail = (
        f"The {node.kind} {node.label!r} and the {other.kind} {other.label!r} have one node id; "
        "rename one of the files."
    )
    return EdgeReport(kind="node_clash", task_id=node.task_id, nodes=(node.id,), detail=detail)


def report_key(report: EdgeReport) -> tuple[str, str, tuple[str, ...], str]:
    """The order of reports wherever they are listed."""
    return report.kind, report.task_id, report.nodes, report.detail


def _flagged(task_id: str, edge: DependencyEdge, flag: str) -> EdgeReport:
    detail = f"The edge {edge.written_from!r} -> {edge.written_to!r} {_MEANINGS[flag]}."
    return EdgeReport(kind=flag, task_id=task_id, nodes=_ends(task_id, edge), detail=detail)


def _two_way(task: SourceTask) -> Iterator[EdgeReport]:
    """One report for both edges of a pair."""
    counts = Counter(
        tuple(sorted(_ends(task.task_id, edge))) for edge in task.edges if "two_way" in edge.flags
    )
    for nodes in sorted(counts):
        detail = f"Each of {_named(nodes)} is said to depend on the other."
        yield EdgeReport(kind="two_way", task_id=task.task_id, nodes=nodes, detail=detail)


def _cycles(task: SourceTask) -> Iterator[EdgeReport]:
    """Files that depend on each other in a circle of three or more."""
    graph: nx.DiGraph[str] = nx.DiGraph(_ends(task.task_id, edge) for edge in task.edges)
    for part in nx.strongly_connected_components(graph):
        if len(part) >= _SHORTEST_CYCLE:
            nodes = tuple(sorted(part))
            detail = f"{len(nodes)} files depend on each other in a circle: {_named(nodes)}."
            yield EdgeReport(kind="cycle", task_id=task.task_id, nodes=nodes, detail=detail)


def _ends(task_id: str, edge: DependencyEdge) -> tuple[str, str]:
    return (
        file_node(task_id, edge.from_name, edge.from_kind),
        file_node(task_id, edge.to_name, edge.to_kind),
    )


def _named(nodes: Iterable[str]) -> str:
    names = [node.rpartition("::")[2] for node in nodes]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(map(repr, names[:_MOST_NAMED])) + more


def _absent(file: SourceFile, kind: str, said: str) -> EdgeReport:
    detail = f"The file {file.filename!r} of task {file.task_id} {said}."
    return EdgeReport(kind=kind, task_id=file.task_id, nodes=(file.node_id,), detail=detail)
