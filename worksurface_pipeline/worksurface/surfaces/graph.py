"""The graph surface of a persona: built in networkx, exported in sorted order, with its reports.

What does not belong: how an edge is found (graph_source, enrich), or asked for (graph_view).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import networkx as nx

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.memo import Memo
from worksurface_pipeline.worksurface.schema.source import SharedContent, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import EdgeReport, GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.enrich import (
    TaskArtifacts,
    by_task,
    mentions,
    overlaps,
    version_edges,
)
from worksurface_pipeline.worksurface.surfaces.enrich_policy import EnrichPolicy
from worksurface_pipeline.worksurface.surfaces.graph_reports import (
    clash_report,
    presence_reports,
    report_key,
    source_reports,
)
from worksurface_pipeline.worksurface.surfaces.graph_source import (
    projection_edges,
    projection_nodes,
    task_edges,
    task_nodes,
)
from worksurface_pipeline.worksurface.surfaces.nodes import in_order
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, GraphSet, TableSet
from worksurface_pipeline.worksurface.surfaces.shared_artifacts import shared_artifacts


class _Builder:
    """The graph in the making, and what was odd on the way."""

    def __init__(self) -> None:
        self.graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        self.reports: list[EdgeReport] = []

    def add(self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> None:
        """Nodes are keyed by their source file and never merged: a clash of ids is reported."""
        for node in nodes:
            if node.id not in self.graph:
                self.graph.add_node(node.id, record=node)
            elif (known := self.graph.nodes[node.id]["record"]) != node:
                self.reports.append(clash_report(known, node))
        for edge in edges:
            _require(self.graph, edge)
            self.graph.add_edge(edge.source, edge.target, record=edge)

    def export(self) -> GraphSet:
        """Sorted records."""
        found = export(self.graph)
        reports = tuple(sorted(self.reports, key=report_key))
        return GraphSet(nodes=found.nodes, edges=found.edges, reports=reports)


def build_graph(
    tasks: Iterable[SourceTask],
    documents: DocumentSet,
    tables: TableSet,
    shared: Sequence[SharedContent] = (),
    policy: EnrichPolicy | None = None,
    memo: Memo | None = None,
) -> GraphSet:
    """Nodes, edges and reports of one persona, sorted; `shared` may cover the whole workspace.

    Raises SourceError when documents or tables belong to other tasks than those given.
    """
    builder = _Builder()
    chosen = policy or EnrichPolicy()
    ordered = in_order(tasks)
    for task in ordered:
        builder.add(task_nodes(task), task_edges(task))
        builder.reports.extend(source_reports(task))
    builder.add(projection_nodes(documents, tables), projection_edges(documents, tables))
    _enrich(builder, ordered, documents, tables, chosen, memo)
    own = frozenset(builder.graph)
    for edge in shared_artifacts(own, shared, chosen):
        builder.graph.add_edge(edge.source, edge.target, record=edge)
    built = builder.export()
    odd = presence_reports(ordered, documents, tables, built.nodes, built.edges)
    reports = tuple(sorted((*built.reports, *odd), key=report_key))
    return GraphSet(nodes=built.nodes, edges=built.edges, reports=reports)


def to_networkx(graph: GraphSet) -> nx.MultiDiGraph[str]:
    """The graph in networkx: records under `record`; a node of another persona has none."""
    result: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    result.add_nodes_from((node.id, {"record": node}) for node in graph.nodes)
    result.add_edges_from((edge.source, edge.target, {"record": edge}) for edge in graph.edges)
    return result


def export(graph: nx.MultiDiGraph[str]) -> GraphSet:
    """Sorted records of a graph that holds them under `record`."""
    nodes = [values["record"] for _, values in graph.nodes(data=True) if values]
    edges = [values["record"] for _, _, values in graph.edges(data=True)]
    return GraphSet(
        nodes=tuple(sorted(nodes, key=lambda node: node.id)),
        edges=tuple(sorted(edges, key=edge_key)),
    )


def edge_key(edge: GraphEdge) -> tuple[str, str, str, str, tuple[str, ...]]:
    """The order of edges wherever they are listed."""
    return edge.source, edge.relation, edge.target, edge.reason, edge.flags


def _enrich(
    builder: _Builder,
    tasks: Sequence[SourceTask],
    documents: DocumentSet,
    tables: TableSet,
    policy: EnrichPolicy,
    memo: Memo | None,
) -> None:
    artifacts = by_task(documents, tables)
    for task in tasks:
        own = artifacts.get(task.task_id, TaskArtifacts())
        found = overlaps(task, own, policy)
        builder.add(found.nodes, found.edges)
        builder.reports.extend(found.reports)
        builder.add((), version_edges(task))
        builder.add((), _mentions(task, own, tables, memo))


def _mentions(
    task: SourceTask, own: TaskArtifacts, tables: TableSet, memo: Memo | None
) -> Iterable[GraphEdge]:
    """The mentions of a task; while its names and artifacts stand, those found before."""
    if memo is None:
        return mentions(task, own, tables.data)
    files = [[file.filename, file.stored_relpath] for file in task.files]
    names = [files, task.output_files, task.task_id]
    shown = [
        *([item.id, item.digest, item.filename] for item in own.documents),
        *([item.id, item.digest, item.filename] for item in own.tables),
    ]
    around = [item.layout for item in own.tables]
    key = digest_json([names, shown, around])
    return memo.recall(key, GraphEdge, lambda: mentions(task, own, tables.data))


def _require(graph: nx.MultiDiGraph[str], edge: GraphEdge) -> None:
    if edge.source in graph and edge.target in graph:
        return
    raise SourceError(
        f"The edge {edge.relation} from {edge.source!r} names a node that no task has",
        where=edge.target if edge.source in graph else edge.source,
        remedy="Rebuild documents and tables from the same source tasks as the graph",
    )
