"""What stands in an agent's scope: all of a persona, or one source task's own artifacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.worksurface.schema.surfaces import (
    Document,
    GraphEdge,
    GraphNode,
    Passage,
    TableRecord,
)
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.surfaces.sets import LazyCells, Surfaces, TableData

_LEAVES_SCOPE = "shared_artifact"


@dataclass(frozen=True, slots=True)
class ScopeData:
    """The artifacts of one scope, and the interface under which an agent meets them.

    `views` are the tables served as views, `cells` their data by table id. An edge may have one
    end that is no node of the scope: its id is all that is shown of it.
    """

    interface: Interface = Interface.OPEN
    documents: tuple[Document, ...] = ()
    passages: tuple[Passage, ...] = ()
    views: tuple[TableRecord, ...] = ()
    cells: Mapping[str, TableData] = field(default_factory=dict)
    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()


def scope_for(
    surfaces: Surfaces, task_id: str | None = None, interface: Interface = Interface.OPEN
) -> ScopeData:
    """The persona's scope, or with `task_id` the scope of that source task alone."""
    documents = tuple(
        document for document in surfaces.documents.documents if _is_of(document.task_id, task_id)
    )
    views = tuple(view for view in surfaces.tables.views if _is_of(view.task_id, task_id))
    nodes = tuple(node for node in surfaces.graph.nodes if _is_of(node.task_id, task_id))
    document_ids = {document.id for document in documents}
    return ScopeData(
        interface=interface,
        documents=documents,
        passages=tuple(
            passage for passage in surfaces.passages if passage.document_id in document_ids
        ),
        views=views,
        cells=_cells(surfaces.tables.data, [view.id for view in views]),
        nodes=nodes,
        edges=_edges(surfaces, {node.id for node in nodes}),
    )


def _cells(data: Mapping[str, TableData], names: Sequence[str]) -> Mapping[str, TableData]:
    """The cells of some tables; what is still packed stays packed until it is asked for."""
    if isinstance(data, LazyCells):
        return data.only(names)
    return {name: data[name] for name in names}


def _is_of(owner: str, task_id: str | None) -> bool:
    return task_id is None or owner == task_id


def _edges(surfaces: Surfaces, node_ids: set[str]) -> tuple[GraphEdge, ...]:
    """Edges inside the scope, and shared contents of which one end lies outside."""
    kept = []
    for edge in surfaces.graph.edges:
        inside = (edge.source in node_ids) + (edge.target in node_ids)
        if inside == 2 or (inside == 1 and edge.relation == _LEAVES_SCOPE):
            kept.append(edge)
    return tuple(kept)
