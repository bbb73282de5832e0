"""Edges that the program adds to the graph, each with the evidence for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import (
    Document,
    GraphEdge,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.enrich_policy import EnrichPolicy, program_edge
from worksurface_pipeline.worksurface.surfaces.mentions import Mention, NameFinder
from worksurface_pipeline.worksurface.surfaces.nodes import (
    document_node,
    input_node,
    output_node,
    view_node,
)
from worksurface_pipeline.worksurface.surfaces.schema_overlap import (
    Overlaps,
    SchemaMember,
    schema_overlaps,
)
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, TableData, TableSet
from worksurface_pipeline.worksurface.surfaces.versions import Marked, version_pairs

# Joins the cells of a column for one scan; no file name holds it.
_CELL_END = "\x00"


@dataclass(frozen=True, slots=True)
class TaskArtifacts:
    """Documents and tables (those below the gate too) of one source task."""

    documents: tuple[Document, ...] = ()
    tables: tuple[TableRecord, ...] = ()


def by_task(documents: DocumentSet, tables: TableSet) -> Mapping[str, TaskArtifacts]:
    """The artifacts of a persona by source task."""
    docs: dict[str, list[Document]] = defaultdict(list)
    records: dict[str, list[TableRecord]] = defaultdict(list)
    for document in documents.documents:
        docs[document.task_id].append(document)
    for record in tables.records:
        records[record.task_id].append(record)
    return {
        task: TaskArtifacts(tuple(docs[task]), tuple(records[task]))
        for task in sorted({*docs, *records})
    }


def version_edges(task: SourceTask) -> Iterator[GraphEdge]:
    """`version_of` from newer to older among inputs and outputs of a task."""
    nodes = _file_nodes(task)
    for pair in version_pairs(nodes):
        reason = (
            f"Both stems are {pair.newer.stem!r} without version marks: "
            f"{_marks(pair.newer)} is newer than {_marks(pair.older)}."
        )
        yield program_edge(nodes[pair.newer.name], nodes[pair.older.name], "version_of", reason)


def overlaps(task: SourceTask, artifacts: TaskArtifacts, policy: EnrichPolicy) -> Overlaps:
    """`schema_overlap` among the views and the sheets below the gate of a task."""
    sheets = {(doc.filename, doc.sheet, doc.block): doc.id for doc in artifacts.documents}
    members = [
        SchemaMember(_table_node(record, sheets), record.columns) for record in artifacts.tables
    ]
    return schema_overlaps(task.task_id, task.persona, members, policy)


def mention_edges(
    task: SourceTask, artifacts: TaskArtifacts, data: Mapping[str, TableData]
) -> Iterator[GraphEdge]:
    """`mentions` from a file to each other file whose name stands in its text; the first place."""
    nodes = _file_nodes(task)
    finder = NameFinder(nodes)
    seen: set[tuple[str, str]] = set()
    for filename, mention, place in _all_mentions(artifacts, data, finder):
        source, target = input_node(task.task_id, filename), nodes[mention.name]
        if source != target and (source, target) not in seen:
            seen.add((source, target))
            times = f" ({mention.count} times there)" if mention.count > 1 else ""
            reason = f"{mention.name!r} stands {place}{times}."
            yield program_edge(source, target, "mentions", reason)


def _all_mentions(
    artifacts: TaskArtifacts, data: Mapping[str, TableData], finder: NameFinder
) -> Iterator[tuple[str, Mention, str]]:
    """File, mention and where it stands, over documents and then views."""
    for document in artifacts.documents:
        for mention in finder.find(document.text):
            place = f"in {_text_of(document)} at character {mention.offset}"
            yield document.filename, mention, place
    for record in artifacts.tables:
        if record.is_view:
            for mention, place in _view_mentions(record, data[record.id], finder):
                yield record.filename, mention, place


def _view_mentions(
    record: TableRecord, data: TableData, finder: NameFinder
) -> Iterator[tuple[Mention, str]]:
    layout = record.layout
    aside = "\n".join((*layout.titles, *layout.notes, *layout.totals))
    for mention in finder.find(aside):
        yield mention, f"in a title, note or total of {_sheet_of(record)}"
    for column in record.columns:
        for mention in finder.find(column.source_name):
            yield mention, f"in the header of {_sheet_of(record)}"
        if column.type is ColumnType.TEXT:
            yield from _column_mentions(record, data, column.name, finder)


def _column_mentions(
    record: TableRecord, data: TableData, column: str, finder: NameFinder
) -> Iterator[tuple[Mention, str]]:
    cells = data.texts.get_column(column).fill_null("").to_list()
    text = _CELL_END.join(cells)
    for mention in finder.find(text):
        row = data.row_numbers[text.count(_CELL_END, 0, mention.offset)]
        yield mention, f"in {_sheet_of(record)}, column {column!r}, source row {row}"


def _text_of(document: Document) -> str:
    """Where a document's text is from; no artifact's id, since a reason may be shown sealed."""
    return f"the text of sheet {document.sheet!r}" if document.sheet else "the text"


def _sheet_of(record: TableRecord) -> str:
    return f"sheet {record.sheet!r}" if record.sheet else "the table"


def _table_node(record: TableRecord, sheets: Mapping[tuple[str, str, int], str]) -> str:
    if record.is_view:
        return view_node(record.id)
    return document_node(sheets[record.filename, record.sheet, record.block])


def _file_nodes(task: SourceTask) -> dict[str, str]:
    """Node of each file name of a task; a name that is input and output means the input."""
    outputs: Sequence[str] = task.output_files
    nodes = {name: output_node(task.task_id, name) for name in outputs}
    nodes.update({file.filename: file.node_id for file in task.files})
    return nodes


def _marks(marked: Marked) -> str:
    marks = ", ".join(marked.marks) or "no mark"
    return f"{marked.name!r} ({marks})"
