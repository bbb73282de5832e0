"""What a proposer is shown of one source task: views, stretches of documents, files. No rubric."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

_MOST = 4  # views, and documents, of one packet
_MOST_COLUMNS = 24
_MOST_NODES = 20
_SAMPLES = 3
_EXCERPT = 1200  # characters of a document
_CELL = 40


class ShownColumn(Frozen):
    """A column with some of its values as text."""

    name: str
    type: str
    unit: str
    samples: tuple[str, ...]


class ShownView(Frozen):
    """A view that may be queried."""

    view: str
    file: str
    sheet: str
    rows: int
    columns: tuple[ShownColumn, ...]


class ShownDocument(Frozen):
    """The beginning of a document."""

    document: str
    file: str
    text: str


class ShownSet(Frozen):
    """A node that a relation leads on from; `label` is its name, `count` the number of ends."""

    node: str
    label: str
    relation: str
    count: int


class Packet(Frozen):
    """All that a proposer sees of one source task."""

    task: str
    views: tuple[ShownView, ...]
    documents: tuple[ShownDocument, ...]
    sets: tuple[ShownSet, ...]


def packet_of(task: SourceTask, surfaces: Surfaces, seed: int) -> Packet:
    """The packet of a source task; what does not fit is left out by hash."""
    views = {one.id: one for one in surfaces.tables.views if one.task_id == task.task_id}
    texts = {
        one.id: one
        for one in surfaces.documents.documents
        if one.task_id == task.task_id and one.text.strip()
    }
    return Packet(
        task=task.task_id,
        views=tuple(_view(views[name], surfaces) for name in first_by_hash(seed, views, _MOST)),
        documents=tuple(_document(texts[name]) for name in first_by_hash(seed, texts, _MOST)),
        sets=tuple(_sets(task, surfaces))[:_MOST_NODES],
    )


def _view(record: TableRecord, surfaces: Surfaces) -> ShownView:
    texts = surfaces.tables.data[record.id].texts
    columns = record.columns[:_MOST_COLUMNS]
    shown = []
    for one in columns:
        values = texts[one.name].drop_nulls().unique(maintain_order=True).head(_SAMPLES)
        samples = tuple(str(value)[:_CELL] for value in values)
        shown.append(
            ShownColumn(name=one.name, type=one.type.value, unit=one.unit, samples=samples)
        )
    return ShownView(
        view=record.id,
        file=record.filename,
        sheet=record.sheet,
        rows=record.row_count,
        columns=tuple(shown),
    )


def _document(document: Document) -> ShownDocument:
    text = document.text[:_EXCERPT]
    return ShownDocument(document=document.id, file=document.filename, text=text)


def _sets(task: SourceTask, surfaces: Surfaces) -> Iterator[ShownSet]:
    labels = {one.id: one.label for one in surfaces.graph.nodes if one.task_id == task.task_id}
    counts: dict[tuple[str, str], int] = {}
    for edge in surfaces.graph.edges:
        if edge.source in labels and edge.origin == "source":
            key = (edge.source, edge.relation)
            counts[key] = counts.get(key, 0) + 1
    for (node, relation), count in sorted(counts.items()):
        yield ShownSet(node=node, label=labels[node], relation=relation, count=count)
