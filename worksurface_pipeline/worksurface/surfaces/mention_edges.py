"""`mentions` edges: every text of a source task is searched for the names of its other files.

Each edge carries the sentence in which the name stands first. An edge whose evidence would not
hold the name is impossible by construction, and `evidence_faults` re-reads them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from worksurface_pipeline.kernel.sentences import sentence_around
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import (
    Document,
    EdgeEvidence,
    GraphEdge,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.enrich_policy import program_edge
from worksurface_pipeline.worksurface.surfaces.mentions import Mention, NameFinder
from worksurface_pipeline.worksurface.surfaces.name_context import Home
from worksurface_pipeline.worksurface.surfaces.nodes import input_node
from worksurface_pipeline.worksurface.surfaces.sets import TableData

RELATION = "mentions"
# Characters quoted on either side of a name, where no sentence ends before.
_MOST_QUOTED = 200
# Joins the cells of a column for one scan; no file is named with it, whatever a listing says.
_CELL_END = "\x00"


@dataclass(frozen=True, slots=True)
class _Found:
    """A mention, the words that say where it stands, and the stretch that proves it."""

    filename: str
    mention: Mention
    place: str
    evidence: EdgeEvidence


def mention_edges(
    task_id: str,
    nodes: Mapping[str, str],
    documents: Iterable[Document],
    tables: Iterable[TableRecord],
    data: Mapping[str, TableData],
    homes: Mapping[str, Home] | None = None,
) -> Iterator[GraphEdge]:
    """From a file to each other file of its task whose name stands in its text; the first place.

    `nodes` holds the graph node of each file name of the task, `homes` where the files lie.
    """
    finder = NameFinder((name for name in nodes if _CELL_END not in name), homes)
    seen: set[tuple[str, str]] = set()
    for found in _all(documents, tables, data, finder):
        source, target = input_node(task_id, found.filename), nodes[found.mention.name]
        if source != target and (source, target) not in seen:
            seen.add((source, target))
            yield _edge(source, target, found)


def evidence_faults(
    edges: Iterable[GraphEdge], documents: Iterable[Document]
) -> tuple[GraphEdge, ...]:
    """Edges whose evidence lacks the name it found, or does not stand in its document."""
    texts = {document.id: document.text for document in documents}
    return tuple(edge for edge in edges if not all(_holds(e, texts) for e in edge.evidence))


def _holds(evidence: EdgeEvidence, texts: Mapping[str, str]) -> bool:
    if not evidence.found or evidence.found not in evidence.text:
        return False
    text = texts.get(evidence.artifact)
    return text is None or text[evidence.start : evidence.end] == evidence.text


def _edge(source: str, target: str, found: _Found) -> GraphEdge:
    times = f" ({found.mention.count} times there)" if found.mention.count > 1 else ""
    reason = f"{found.mention.name!r} stands {found.place}{times}."
    return program_edge(source, target, RELATION, reason, evidence=(found.evidence,))


def _all(
    documents: Iterable[Document],
    tables: Iterable[TableRecord],
    data: Mapping[str, TableData],
    finder: NameFinder,
) -> Iterator[_Found]:
    for document in documents:
        where = f"the text of sheet {document.sheet!r}" if document.sheet else "the text"
        for mention in finder.find(document.text):
            place = f"in {where} at character {mention.start}"
            evidence = _quoted(document.text, mention, document.id)
            yield _Found(document.filename, mention, place, evidence)
    for record in tables:
        if record.is_view:  # a table below the gate is searched as a document
            yield from _view(record, data, finder)


def _view(
    record: TableRecord, data: Mapping[str, TableData], finder: NameFinder
) -> Iterator[_Found]:
    sheet = f"sheet {record.sheet!r}" if record.sheet else "the table"
    layout = record.layout
    for text in (*layout.titles, *layout.notes, *layout.totals):
        for mention in finder.find(text):
            evidence = _quoted(text, mention, record.id)
            place = f"in a title, note or total of {sheet}"
            yield _Found(record.filename, mention, place, evidence)
    for column in record.columns:
        for mention in finder.find(column.source_name):
            evidence = _quoted(column.source_name, mention, record.id, column.name)
            yield _Found(record.filename, mention, f"in the header of {sheet}", evidence)
        if column.type is ColumnType.TEXT:
            yield from _cells(record, data[record.id], column.name, sheet, finder)


def _cells(
    record: TableRecord, data: TableData, column: str, sheet: str, finder: NameFinder
) -> Iterator[_Found]:
    text = _CELL_END.join(cell or "" for cell in data.texts.get_column(column).to_list())
    for mention in finder.find(text):
        row = data.row_numbers[text.count(_CELL_END, 0, mention.start)]
        first = text.rfind(_CELL_END, 0, mention.start) + 1
        last = text.find(_CELL_END, mention.end)
        cell = text[first : last if last >= 0 else len(text)]
        own = Mention(mention.name, mention.start - first, mention.end - first, mention.count)
        place = f"in {sheet}, column {column!r}, source row {row}"
        evidence = _quoted(cell, own, record.id, column, row)
        yield _Found(record.filename, mention, place, evidence)


def _quoted(
    text: str, mention: Mention, artifact: str, column: str = "", row: int = 0
) -> EdgeEvidence:
    start, end = sentence_around(text, mention.start, mention.end, _MOST_QUOTED)
    return EdgeEvidence(
        artifact=artifact,
        start=start,
        end=end,
        text=text[start:end],
        found=text[mention.start : mention.end],
        column=column,
        row=row,
    )
