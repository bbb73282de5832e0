"""Nodes and edges of the graph that the source states: tasks, files, dependencies, projections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worksurface_pipeline.worksurface.schema.source import DependencyEdge, EndKind, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import (
    Document,
    GraphEdge,
    GraphNode,
    PictureArtifact,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.nodes import (
    document_node,
    file_node,
    input_node,
    output_node,
    picture_node,
    task_node,
    view_node,
)
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, TableSet

SOURCE = "source"
"""`origin` of an edge that the metadata or a projection states."""

_FILE_KINDS = {
    EndKind.INPUT: "input",
    EndKind.OUTPUT: "output",
    EndKind.UNKNOWN: "unknown_file",
}
_Artifact = Document | TableRecord | PictureArtifact


def task_nodes(task: SourceTask) -> Iterator[GraphNode]:
    """The task, its inputs, its outputs, and names that only its dependency edges know."""
    yield _node(task, task_node(task.task_id), "task", f"Task {task.task_id}")
    for file in task.files:
        yield _file(task, file.filename, EndKind.INPUT)
    for name in task.output_files:
        yield _file(task, name, EndKind.OUTPUT)
    for edge in task.edges:
        yield _file(task, edge.from_name, edge.from_kind)
        yield _file(task, edge.to_name, edge.to_kind)


def task_edges(task: SourceTask) -> Iterator[GraphEdge]:
    """What a task requires and produces, and its dependency edges as written."""
    here = task_node(task.task_id)
    for file in task.files:
        reason = f"The manifest of task {task.task_id} lists {file.filename!r}."
        yield _edge(here, file.node_id, "task_requires_file", reason)
    for name in task.output_files:
        reason = f"Task {task.task_id} lists {name!r} among its output files."
        yield _edge(here, output_node(task.task_id, name), "task_produces_output", reason)
    for edge in task.edges:
        yield _dependency(task.task_id, edge)


def projection_nodes(documents: DocumentSet, tables: TableSet) -> Iterator[GraphNode]:
    """One node for each document, view and picture."""
    for kind, node, item in _projections(documents, tables):
        yield GraphNode(
            id=node, kind=kind, label=item.id, task_id=item.task_id, persona=item.persona
        )


def projection_edges(documents: DocumentSet, tables: TableSet) -> Iterator[GraphEdge]:
    """From each input file to what it became."""
    for kind, node, item in _projections(documents, tables):
        source = input_node(item.task_id, item.filename)
        reason = f"{_origin(item)} became the {kind} {item.id!r}."
        yield _edge(source, node, "projected_as", reason)


def _projections(documents: DocumentSet, tables: TableSet) -> Iterable[tuple[str, str, _Artifact]]:
    for document in documents.documents:
        yield "document", document_node(document.id), document
    for view in tables.views:
        yield "view", view_node(view.id), view
    for picture in documents.pictures:
        yield "picture", picture_node(picture.id), picture


def _origin(item: _Artifact) -> str:
    if isinstance(item, PictureArtifact):
        return f"The file {item.filename!r}"
    sheet = f", sheet {item.sheet!r}" if item.sheet else ""
    block = f", block {item.block}" if item.block else ""
    return f"The file {item.filename!r}{sheet}{block}"


def _dependency(task_id: str, edge: DependencyEdge) -> GraphEdge:
    is_support = (edge.from_kind, edge.to_kind) == (EndKind.INPUT, EndKind.OUTPUT)
    written = f"{edge.written_from!r} -> {edge.written_to!r}"
    return _edge(
        file_node(task_id, edge.from_name, edge.from_kind),
        file_node(task_id, edge.to_name, edge.to_kind),
        "supports_output" if is_support else "depends_on",
        f"The dependency graph of task {task_id} lists {written}.",
        edge.flags,
    )


def _edge(
    source: str, target: str, relation: str, reason: str, flags: tuple[str, ...] = ()
) -> GraphEdge:
    return GraphEdge(
        source=source, target=target, relation=relation, origin=SOURCE, reason=reason, flags=flags
    )


def _file(task: SourceTask, name: str, kind: EndKind) -> GraphNode:
    return _node(task, file_node(task.task_id, name, kind), _FILE_KINDS[kind], name)


def _node(task: SourceTask, node: str, kind: str, label: str) -> GraphNode:
    return GraphNode(id=node, kind=kind, label=label, task_id=task.task_id, persona=task.persona)
