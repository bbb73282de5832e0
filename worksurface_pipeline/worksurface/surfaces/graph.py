"""The graph surface of a persona: built in networkx, exported in sorted order.

What does not belong: how an edge is found (graph_source, enrich), or asked for (graph_view).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import networkx as nx

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.worksurface.schema.source import SharedContent, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.enrich import (
    TaskArtifacts,
    by_task,
    mention_edges,
    overlaps,
    version_edges,
)
from worksurface_pipeline.worksurface.surfaces.enrich_policy import EnrichPolicy
from worksurface_pipeline.worksurface.surfaces.graph_source import (
    projection_edges,
    projection_nodes,
    task_edges,
    task_nodes,
)
from worksurface_pipeline.worksurface.surfaces.nodes import in_order
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, GraphSet, TableSet
from worksurface_pipeline.worksurface.surfaces.shared_artifacts import shared_artifacts


def build_graph(
    tasks: Iterable[SourceTask],
    documents: DocumentSet,
    tables: TableSet,
    shared: Sequence[SharedContent] = (),
    policy: EnrichPolicy | None = None,
) -> GraphSet:
    """Nodes and edges of one persona, sorted; `shared` may cover the whole workspace.

    Raises SourceError when documents or tables belong to other tasks than those given.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    chosen = policy or EnrichPolicy()
    ordered = in_order(tasks)
    for task in ordered:
        _add(graph, task_nodes(task), task_edges(task))
    _add(graph, projection_nodes(documents, tables), projection_edges(documents, tables))
    _enrich(graph, ordered, documents, tables, chosen)
    own = frozenset(graph)
    for edge in shared_artifacts(own, shared, chosen):
        graph.add_edge(edge.source, edge.target, record=edge)
    return export(graph)


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
    graph: nx.MultiDiGraph[str],
    tasks: Sequence[SourceTask],
    documents: DocumentSet,
    tables: TableSet,
    policy: EnrichPolicy,
) -> None:
    artifacts = by_task(documents, tables)
    for task in tasks:
        own = artifacts.get(task.task_id, TaskArtifacts())
        found = overlaps(task, own, policy)
        _add(graph, found.nodes, found.edges)
        _add(graph, (), version_edges(task))
        _add(graph, (), mention_edges(task, own, tables.data))


def _add(
    graph: nx.MultiDiGraph[str], nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]
) -> None:
    for node in nodes:
        if node.id not in graph:
            graph.add_node(node.id, record=node)
    for edge in edges:
        _require(graph, edge)
        graph.add_edge(edge.source, edge.target, record=edge)


def _require(graph: nx.MultiDiGraph[str], edge: GraphEdge) -> None:
    for end in _missing(graph, edge):
        raise SourceError(
            f"The edge {edge.relation} from {edge.source!r} names a node that no task has",
            where=end,
            remedy="Rebuild documents and tables from the same source tasks as the graph",
        )


def _missing(graph: nx.MultiDiGraph[str], edge: GraphEdge) -> Iterator[str]:
    return (end for end in (edge.source, edge.target) if end not in graph)
