"""What a proposer is shown of one source task: views, stretches of documents, files. No rubric.

Beside the cells it is told what a column is good for, as the derived families see it: amounts that
may be summed, levels that may not, groups. Lists of personal data are good for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.worksurface.proposals.askable import askable
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces, TableData
from worksurface_pipeline.worksurface.tasks.amounts import is_measure, ops_of
from worksurface_pipeline.worksurface.tasks.expressions import Op
from worksurface_pipeline.worksurface.tasks.linked_tables import single_files
from worksurface_pipeline.worksurface.tasks.measures import is_fraction
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, ViewProfile, profile_view
from worksurface_pipeline.worksurface.tasks.spoken import spoken
from worksurface_pipeline.worksurface.tasks.table_alone import is_category

_MOST = 4  # views, and documents, of one packet
_MOST_COLUMNS = 24
_MOST_NODES = 20
_SAMPLES = 3
_EXCERPT = 1200  # characters of a document
_SENTENCES = 4  # of a document that can be asked as they stand
_CELL = 40
_CATEGORIES = 400  # a column with more texts is no grouping
_ROWS_PER_GROUP = 3  # on average; else groups are names of rows
_MIDDLE_DIGITS = 2  # of the number that parts the rows in two halves


class ShownColumn(Frozen):
    """A column with some of its values as text, and how a question calls it.

    `use` is amount (may be summed), level (may be averaged, never summed), group, or "" where
    nothing should be asked of it. `middle` is a round number near the median of an amount or level.
    """

    name: str
    type: str
    unit: str
    samples: tuple[str, ...]
    said: str = ""
    use: str = ""
    middle: str = ""


class ShownView(Frozen):
    """A view that may be queried; `sheet` is empty where the file's name says it all."""

    view: str
    file: str
    sheet: str
    rows: int
    columns: tuple[ShownColumn, ...]


class ShownDocument(Frozen):
    """The beginning of a document, and sentences with one figure that it can be asked for."""

    document: str
    file: str
    text: str
    sentences: tuple[str, ...] = ()


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
    views = _views(task, surfaces)
    texts = {
        one.id: one
        for one in surfaces.documents.documents
        if one.task_id == task.task_id and one.text.strip()
    }
    return Packet(
        task=task.task_id,
        views=tuple(_view(views[name], surfaces) for name in first_by_hash(seed, views, _MOST)),
        documents=tuple(_document(texts[name], seed) for name in first_by_hash(seed, texts, _MOST)),
        sets=tuple(_sets(task, surfaces))[:_MOST_NODES],
    )


def _views(task: SourceTask, surfaces: Surfaces) -> dict[str, TableRecord]:
    """Views that the names of their file and sheet tell apart: a question has no other ones."""
    own = [one for one in surfaces.tables.records if one.task_id == task.task_id]
    places = Counter((one.filename, one.sheet) for one in own)
    return {
        one.id: one
        for one in surfaces.tables.views
        if one.task_id == task.task_id and places[one.filename, one.sheet] == 1
    }


def _view(record: TableRecord, surfaces: Surfaces) -> ShownView:
    data = surfaces.tables.data[record.id]
    profile = profile_view(record, data, _CATEGORIES)
    profiles = {one.name: one for one in profile.columns}
    shown = []
    for one in record.columns[:_MOST_COLUMNS]:
        known = profiles.get(one.name)
        use = _use(known, profile) if known else ""
        values = data.texts[one.name].drop_nulls().unique(maintain_order=True).head(_SAMPLES)
        is_shown = known is None or not known.is_personal
        shown.append(
            ShownColumn(
                name=one.name,
                type=one.type.value,
                unit=one.unit,
                samples=tuple(str(value)[:_CELL] for value in values) if is_shown else (),
                said=spoken(one.name),
                use=use,
                middle=_middle(one.name, data) if use in ("amount", "level") else "",
            )
        )
    is_single = record.filename in single_files(surfaces.tables, record.task_id)
    return ShownView(
        view=record.id,
        file=record.filename,
        sheet="" if is_single else record.sheet,
        rows=record.row_count,
        columns=tuple(shown),
    )


def _use(column: ColumnProfile, view: ViewProfile) -> str:
    if column.is_personal:
        return ""
    if is_measure(column) and not is_fraction(column):
        ops = ops_of(column)
        return "amount" if Op.SUM in ops else "level" if Op.MEAN in ops else ""
    is_grouping = is_category(column, view) and _ROWS_PER_GROUP * column.distinct <= view.rows
    return "group" if is_grouping else ""


def _middle(name: str, data: TableData) -> str:
    """The median, rounded to few digits: a number that a colleague would say."""
    value = Decimal(repr(float(data.frame[name].cast(pl.Float64).median() or 0.0)))  # type: ignore[arg-type]
    digits = _MIDDLE_DIGITS - 1 - value.adjusted()
    return format(round(value, digits).normalize(), "f") if value else ""


def _document(document: Document, seed: int) -> ShownDocument:
    return ShownDocument(
        document=document.id,
        file=document.filename,
        text=document.text[:_EXCERPT],
        sentences=askable(document, seed, _SENTENCES),
    )


def _sets(task: SourceTask, surfaces: Surfaces) -> Iterator[ShownSet]:
    labels = {one.id: one.label for one in surfaces.graph.nodes if one.task_id == task.task_id}
    counts: dict[tuple[str, str], int] = {}
    for edge in surfaces.graph.edges:
        if edge.source in labels and edge.origin == "source":
            key = (edge.source, edge.relation)
            counts[key] = counts.get(key, 0) + 1
    for (node, relation), count in sorted(counts.items()):
        yield ShownSet(node=node, label=labels[node], relation=relation, count=count)
