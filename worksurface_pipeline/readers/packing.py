"""An extraction as bytes: what a reading process sends and what the reading store keeps.

A pack is its digest, the length of its head, the head as JSON, and the cells of its tables as
Parquet. The head alone says all but the cells, so that thousands of tables can be listed without
decoding one. Nothing in a pack is executed when it is opened.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from itertools import accumulate

import polars as pl
from pydantic import ValidationError

from worksurface_pipeline.kernel.blobs import sealed, unsealed
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import frame_from_parquet, frame_to_parquet
from worksurface_pipeline.readers.measures import TableMeasures, measure, table_digest
from worksurface_pipeline.readers.model import (
    Column,
    DocumentContent,
    Extraction,
    ExtractionFailure,
    Picture,
    TableLayout,
    TypedTable,
    Workbook,
)

_LENGTH = struct.Struct(">Q")

Ranges = tuple[tuple[int, int], ...]
"""Row numbers as closed ranges, in the table's order."""


class TableHead(Frozen):
    """A typed table without its cells. `digest` covers columns, cells and row numbers."""

    sheet: str
    columns: tuple[Column, ...]
    layout: TableLayout
    block: int
    is_hidden: bool
    row_count: int
    rows: Ranges
    digest: str
    measures: TableMeasures


class WorkbookHead(Frozen):
    """A workbook without cells; `sizes` has two numbers of bytes a table, typed and text."""

    sheets: tuple[str, ...]
    tables: tuple[TableHead, ...]
    failures: tuple[ExtractionFailure, ...]
    media_type: str
    remarks: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]


class _Head(Frozen):
    """Exactly one field is set."""

    document: DocumentContent | None = None
    picture: Picture | None = None
    failure: ExtractionFailure | None = None
    workbook: WorkbookHead | None = None


@dataclass(frozen=True, slots=True)
class PackedCells:
    """The cells of one table: two Parquet files of equal shape, and the row numbers."""

    typed: bytes
    texts: bytes
    rows: Ranges

    def frame(self) -> pl.DataFrame:
        """The typed cells."""
        return frame_from_parquet(self.typed)

    def text_frame(self) -> pl.DataFrame:
        """The source texts."""
        return frame_from_parquet(self.texts)

    def height(self) -> int:
        """Number of rows, from the file's own footer."""
        import pyarrow.parquet as pq  # not for reading processes, which import this module

        return int(pq.read_metadata(io.BytesIO(self.typed)).num_rows)

    def row_numbers(self) -> tuple[int, ...]:
        """The 1-based source row of each data row."""
        return expand(self.rows)


@dataclass(frozen=True, slots=True)
class PackedWorkbook:
    """A workbook whose cells are still packed."""

    head: WorkbookHead
    cells: tuple[PackedCells, ...]


Packed = DocumentContent | PackedWorkbook | Picture | ExtractionFailure
"""An opened pack."""


def pack(extraction: Extraction) -> bytes:
    """An extraction as bytes; equal extractions give equal bytes under one lock."""
    blobs: list[bytes] = []
    head = _head(extraction, blobs).model_dump_json(exclude_none=True)
    data = head.encode("utf-8", "surrogatepass")
    return sealed(b"".join([_LENGTH.pack(len(data)), data, *blobs]))


def opened(data: bytes) -> Packed | None:
    """What was packed; None when the bytes are damaged or of another version of the format."""
    body = unsealed(data)
    if body is None or len(body) < _LENGTH.size:
        return None
    view = memoryview(body)
    (length,) = _LENGTH.unpack(view[: _LENGTH.size])
    end = _LENGTH.size + length
    try:
        head = _Head.model_validate_json(bytes(view[_LENGTH.size : end]))
    except ValidationError:
        return None
    if head.workbook is None:
        return head.document or head.picture or head.failure
    return PackedWorkbook(head.workbook, _cells(head.workbook, view[end:]))


def repacked(extraction: Extraction) -> Packed:
    """An extraction in the form that the surfaces take."""
    packed = opened(pack(extraction))
    if packed is None:
        raise ValueError("a pack of this process cannot be opened")
    return packed


def unpacked(packed: Packed) -> Extraction:
    """The extraction again, with all cells decoded."""
    if not isinstance(packed, PackedWorkbook):
        return packed
    head = packed.head
    tables = zip(head.tables, packed.cells, strict=True)
    return Workbook(
        sheets=head.sheets,
        tables=tuple(_table(one, cells) for one, cells in tables),
        failures=head.failures,
        media_type=head.media_type,
        remarks=head.remarks,
    )


def pack_table(frame: pl.DataFrame, texts: pl.DataFrame, rows: tuple[int, ...]) -> PackedCells:
    """The cells of one table as bytes."""
    return PackedCells(frame_to_parquet(frame), frame_to_parquet(texts), ranges(rows))


def ranges(numbers: tuple[int, ...]) -> Ranges:
    """Numbers as closed ranges of successive ones; `expand` gives them back."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] + 1 == number:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)


def expand(rows: Ranges) -> tuple[int, ...]:
    """The numbers of closed ranges, in order."""
    return tuple(number for first, last in rows for number in range(first, last + 1))


def _head(extraction: Extraction, blobs: list[bytes]) -> _Head:
    if isinstance(extraction, DocumentContent):
        return _Head(document=extraction)
    if isinstance(extraction, Picture):
        return _Head(picture=extraction)
    if isinstance(extraction, ExtractionFailure):
        return _Head(failure=extraction)
    cells = [pack_table(one.frame, one.texts, one.row_numbers) for one in extraction.tables]
    blobs.extend(blob for one in cells for blob in (one.typed, one.texts))
    return _Head(
        workbook=WorkbookHead(
            sheets=extraction.sheets,
            tables=tuple(_table_head(one) for one in extraction.tables),
            failures=extraction.failures,
            media_type=extraction.media_type,
            remarks=extraction.remarks,
            sizes=tuple((len(one.typed), len(one.texts)) for one in cells),
        )
    )


def _table_head(table: TypedTable) -> TableHead:
    return TableHead(
        sheet=table.sheet,
        columns=table.columns,
        layout=table.layout,
        block=table.block,
        is_hidden=table.is_hidden,
        row_count=table.frame.height,
        rows=ranges(table.row_numbers),
        digest=table_digest(table.columns, table.frame, table.texts, table.row_numbers),
        measures=measure(table.texts),
    )


def _cells(head: WorkbookHead, data: memoryview) -> tuple[PackedCells, ...]:
    sizes = [size for pair in head.sizes for size in pair]
    ends = list(accumulate(sizes))
    blobs = [bytes(data[end - size : end]) for size, end in zip(sizes, ends, strict=True)]
    pairs = zip(head.tables, blobs[::2], blobs[1::2], strict=True)
    return tuple(PackedCells(typed, texts, table.rows) for table, typed, texts in pairs)


def _table(head: TableHead, cells: PackedCells) -> TypedTable:
    return TypedTable(
        sheet=head.sheet,
        columns=head.columns,
        frame=cells.frame(),
        texts=cells.text_frame(),
        row_numbers=cells.row_numbers(),
        layout=head.layout,
        block=head.block,
        is_hidden=head.is_hidden,
    )
