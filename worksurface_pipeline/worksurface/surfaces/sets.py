"""The values that the surface assets store: one of each kind per persona."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Self

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import ReadFile, RecordSet, from_jsonl, to_jsonl
from worksurface_pipeline.readers.packing import PackedCells, Ranges
from worksurface_pipeline.worksurface.schema.surfaces import (
    ArtifactDigest,
    CoverageEntry,
    Document,
    EdgeReport,
    GraphEdge,
    GraphNode,
    Passage,
    PictureArtifact,
    SurfaceFailure,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.cells import (
    LazyCells,
    RowRanges,
    TableData,
    packed_cells,
)

__all__ = ["LazyCells", "TableData"]


class SheetSeen(Frozen):
    """One sheet that a reader met, whether or not it became a table."""

    task_id: str
    persona: str
    filename: str
    sheet: str


class DocumentSet(RecordSet):
    """All documents (sheets below the gate among them), pictures and failures of a persona."""

    documents: tuple[Document, ...] = ()
    pictures: tuple[PictureArtifact, ...] = ()
    failures: tuple[SurfaceFailure, ...] = ()


@dataclass(frozen=True, slots=True)
class TableSet:
    """All typed tables of a persona, those below the gate too; `data` is keyed by table id.

    Where `data` is a `LazyCells`, cells are opened one table at a time, when they are asked for.
    """

    records: tuple[TableRecord, ...] = ()
    data: Mapping[str, TableData] = field(default_factory=dict)
    sheets: tuple[SheetSeen, ...] = ()
    failures: tuple[SurfaceFailure, ...] = ()

    @property
    def views(self) -> tuple[TableRecord, ...]:
        """The tables that passed the coverage gate."""
        return tuple(record for record in self.records if record.is_view)

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """Records as JSONL, cells as two Parquet files a table, row numbers as ranges."""
        yield "records.jsonl", to_jsonl(self.records)
        yield "sheets.jsonl", to_jsonl(self.sheets)
        yield "failures.jsonl", to_jsonl(self.failures)
        rows = []
        for number, record in enumerate(self.records):
            cells = packed_cells(self.data, record.id)
            rows.append(RowRanges(rows=cells.rows))
            yield f"cells/{number:05d}.typed.parquet", cells.typed
            yield f"cells/{number:05d}.text.parquet", cells.texts
        yield "rows.jsonl", to_jsonl(rows)

    @classmethod
    def records_from(cls, read: ReadFile) -> tuple[TableRecord, ...]:
        """The records alone, without any cells, in the order of the cell files."""
        return tuple(from_jsonl(read("records.jsonl"), TableRecord))

    @staticmethod
    def cells_from(read: ReadFile, records: Sequence[TableRecord]) -> LazyCells:
        """The cells of all tables, opened when they are asked for."""
        rows = tuple(from_jsonl(read("rows.jsonl"), RowRanges))
        return LazyCells(
            {
                record.id: partial(_stored_cells, read, number, ranges.rows)
                for number, (record, ranges) in enumerate(zip(records, rows, strict=True))
            }
        )

    def settled(self, read: ReadFile) -> Self:
        """The same tables with their cells left in the files that `to_files` wrote."""
        return replace(self, data=self.cells_from(read, self.records))

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote; cells stay where they are until they are asked for."""
        records = cls.records_from(read)
        return cls(
            records=records,
            data=cls.cells_from(read, records),
            sheets=tuple(from_jsonl(read("sheets.jsonl"), SheetSeen)),
            failures=tuple(from_jsonl(read("failures.jsonl"), SurfaceFailure)),
        )


def _stored_cells(read: ReadFile, number: int, rows: Ranges) -> PackedCells:
    return PackedCells(
        typed=read(f"cells/{number:05d}.typed.parquet"),
        texts=read(f"cells/{number:05d}.text.parquet"),
        rows=rows,
    )


class GraphSet(RecordSet):
    """The graph surface of a persona, and what is odd in it."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()
    reports: tuple[EdgeReport, ...] = ()


class CoverageLedger(RecordSet):
    """Every listed file and every sheet, with its artifacts or its failure."""

    entries: tuple[CoverageEntry, ...] = ()


class SurfaceBundle(RecordSet):
    """What an agent's scope is cut from: passages, and the digest of every artifact."""

    persona: str
    passages: tuple[Passage, ...] = ()
    artifacts: tuple[ArtifactDigest, ...] = ()


@dataclass(frozen=True, slots=True)
class Surfaces:
    """The three surfaces of one persona, together."""

    persona: str
    documents: DocumentSet
    tables: TableSet
    graph: GraphSet
    passages: tuple[Passage, ...] = ()
