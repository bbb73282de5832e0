"""Excerpts of the sources that a proof names, as text for an auditor or annotator."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.surfaces import Document, GraphEdge, TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    AtomicTask,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

CHARACTERS_AROUND = 400  # of a document, on either side of a span
ROWS_SHOWN = 8  # of a table
CELL_CHARACTERS = 60
EDGES_SHOWN = 40  # at a node


class Excerpt(Frozen):
    """One proof with a cut of its source: `proof` says what is claimed, `source` shows it."""

    title: str
    proof: str
    source: str


@dataclass(frozen=True, slots=True)
class Sources:
    """The surfaces of a persona by id."""

    surfaces: Surfaces
    documents: Mapping[str, Document]
    tables: Mapping[str, TableRecord]
    edges: Mapping[str, tuple[GraphEdge, ...]]


def index_sources(surfaces: Surfaces) -> Sources:
    """Look-ups made once for all items of a persona."""
    edges: dict[str, list[GraphEdge]] = {}
    for edge in surfaces.graph.edges:
        for end in sorted({edge.source, edge.target}):
            edges.setdefault(end, []).append(edge)
    return Sources(
        surfaces=surfaces,
        documents={item.id: item for item in surfaces.documents.documents},
        tables={item.id: item for item in surfaces.tables.records},
        edges={node: tuple(found) for node, found in edges.items()},
    )


def excerpts(task: AtomicTask, sources: Sources) -> tuple[Excerpt, ...]:
    """An excerpt for each proof of the task."""
    return tuple(excerpt(item, sources) for item in task.gold_evidence)


def excerpt(item: Evidence, sources: Sources) -> Excerpt:
    """What one proof claims, and the cut of its source."""
    if isinstance(item, RagEvidence):
        return _document(item, sources)
    if isinstance(item, TableEvidence):
        return _table(item, sources)
    if isinstance(item, GraphSetEvidence):
        return _set(item, sources)
    if isinstance(item, GraphPathEvidence):
        return _path(item, sources)
    return _absence(item)


def _document(item: RagEvidence, sources: Sources) -> Excerpt:
    document = sources.documents.get(item.file)
    start = max(0, item.start - CHARACTERS_AROUND)
    end = item.end + CHARACTERS_AROUND
    text = document.text[start:end] if document else "The document is not there."
    return Excerpt(
        title=f"document {document.filename if document else item.file}",
        proof=f"The text holds: {item.span}",
        source=text,
    )


def _table(item: TableEvidence, sources: Sources) -> Excerpt:
    sheet = f", sheet {item.source_sheet}" if item.source_sheet else ""
    result = json.dumps(item.verified_result[:ROWS_SHOWN], ensure_ascii=False)
    record = sources.tables.get(item.table)
    lines = list(_rows(record, item, sources)) if record else ["The table is not there."]
    return Excerpt(
        title=f"table {item.source_file}{sheet}",
        proof=f"{item.query}\ngives {result}"
        + _more(len(item.verified_result) - ROWS_SHOWN, "rows"),
        source="\n".join(lines),
    )


def _rows(record: TableRecord, item: TableEvidence, sources: Sources) -> Iterator[str]:
    """Header and first rows as they stand in the file, the columns of the proof first."""
    texts = sources.surfaces.tables.data[record.id].texts
    names = [column.name for column in record.columns]
    first = [name for name in item.columns if name in names]
    shown = [*first, *(name for name in names if name not in first)]
    sample = texts.select(shown).head(ROWS_SHOWN)
    yield f"{record.row_count} rows, {len(names)} columns"
    yield " | ".join(shown)
    for row in sample.iter_rows():
        yield " | ".join(_cell(value) for value in row)
    yield _more(record.row_count - ROWS_SHOWN, "rows").strip()


def _set(item: GraphSetEvidence, sources: Sources) -> Excerpt:
    members = "\n".join(item.verified_complete_set)
    suffix = f", names ending with {item.suffix}" if item.suffix else ""
    return Excerpt(
        title=f"graph at {item.node}",
        proof=f"All ends of {item.relation} ({item.direction}{suffix}) at {item.node}:\n{members}",
        source=_edges([item.node], sources),
    )


def _path(item: GraphPathEvidence, sources: Sources) -> Excerpt:
    return Excerpt(
        title="graph path",
        proof=" -> ".join(item.graph_path),
        source=_edges(item.graph_path[::2], sources),
    )


def _absence(item: AbsenceEvidence) -> Excerpt:
    return Excerpt(
        title="search of all surfaces",
        proof=f"Found nowhere: {'; '.join(item.terms)}",
        source=f"Searched: {', '.join(item.searched)}",
    )


def _edges(nodes: Sequence[str], sources: Sources) -> str:
    found: Iterable[GraphEdge] = (edge for node in nodes for edge in sources.edges.get(node, ()))
    lines = list(dict.fromkeys(f"{e.source} -{e.relation}-> {e.target}" for e in found))
    return "\n".join(lines[:EDGES_SHOWN]) + _more(len(lines) - EDGES_SHOWN, "edges")


def _cell(value: object) -> str:
    text = "" if value is None else " ".join(str(value).split())
    return text if len(text) <= CELL_CHARACTERS else text[: CELL_CHARACTERS - 1] + "…"


def _more(count: int, what: str) -> str:
    return f"\n({count} more {what})" if count > 0 else ""
