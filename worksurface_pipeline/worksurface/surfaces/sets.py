"""The values that the surface assets store: one of each kind per persona."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import (
    ReadFile,
    RecordSet,
    frame_from_parquet,
    frame_to_parquet,
    from_jsonl,
    to_jsonl,
)
from worksurface_pipeline.worksurface.schema.surfaces import (
    ArtifactDigest,
    CoverageEntry,
    Document,
    GraphEdge,
    GraphNode,
    Passage,
    PictureArtifact,
    SurfaceFailure,
    TableRecord,
)


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
class TableData:
    """Cells of one table. `frame` and `texts` have equal shape and the record's column names.

    `row_numbers` are the 1-based rows of the source sheet. A view served to agents has three
    more columns: `_source_file`, `_source_sheet`, `_source_row_id`.
    """

    frame: pl.DataFrame
    texts: pl.DataFrame
    row_numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableSet:
    """All typed tables of a persona, those below the gate too; `data` is keyed by table id."""

    records: tuple[TableRecord, ...] = ()
    data: Mapping[str, TableData] = field(default_factory=dict)
    sheets: tuple[SheetSeen, ...] = ()
    failures: tuple[SurfaceFailure, ...] = ()

    @property
    def views(self) -> tuple[TableRecord, ...]:
        """The tables that passed the coverage gate."""
        return tuple(record for record in self.records if record.is_view)

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """Records as JSONL, cells as two Parquet files a table."""
        yield "records.jsonl", to_jsonl(self.records)
        yield "sheets.jsonl", to_jsonl(self.sheets)
        yield "failures.jsonl", to_jsonl(self.failures)
        for number, record in enumerate(self.records):
            data = self.data[record.id]
            yield f"cells/{number:05d}.typed.parquet", frame_to_parquet(data.frame)
            yield f"cells/{number:05d}.text.parquet", frame_to_parquet(data.texts)
            yield f"cells/{number:05d}.rows.json", json.dumps(list(data.row_numbers)).encode()

    @classmethod
    def records_from(cls, read: ReadFile) -> tuple[TableRecord, ...]:
        """The records alone, without any cells, in the order of the cell files."""
        return tuple(from_jsonl(read("records.jsonl"), TableRecord))

    @staticmethod
    def cells_from(read: ReadFile, number: int) -> TableData:
        """The cells of the table whose record has this number."""
        return TableData(
            frame=frame_from_parquet(read(f"cells/{number:05d}.typed.parquet")),
            texts=frame_from_parquet(read(f"cells/{number:05d}.text.parquet")),
            row_numbers=tuple(json.loads(read(f"cells/{number:05d}.rows.json"))),
        )

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote."""
        records = cls.records_from(read)
        data = {record.id: cls.cells_from(read, number) for number, record in enumerate(records)}
        return cls(
            records=records,
            data=data,
            sheets=tuple(from_jsonl(read("sheets.jsonl"), SheetSeen)),
            failures=tuple(from_jsonl(read("failures.jsonl"), SurfaceFailure)),
        )


class GraphSet(RecordSet):
    """The graph surface of a persona."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()


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
