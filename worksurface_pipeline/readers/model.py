"""What a reader returns: document content, typed tables, a picture, or a failure.

No reader raises for a bad file, and none writes placeholder text: what cannot be read is an
`ExtractionFailure` with a reason from a closed list and a remedy.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import polars as pl

from worksurface_pipeline.kernel.model import Frozen


class FailureReason(StrEnum):
    """Why a file or a sheet became no artifact."""

    ABSENT = "absent"
    UNSAFE_PATH = "unsafe_path"
    CHANGED = "changed"
    EMPTY = "empty"
    ENCRYPTED = "encrypted"
    CORRUPT = "corrupt"
    NO_TEXT = "no_text"
    UNSUPPORTED = "unsupported"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    WORKER_KILLED = "worker_killed"


class ExtractionFailure(Frozen):
    """A file or sheet that could not be read. `part` names the sheet, "" for the whole file."""

    reason: FailureReason
    detail: str
    remedy: str
    part: str = ""


class Place(Frozen):
    """Where in the source a stretch of canonical text comes from, e.g. ("page", 3).

    `start` is the offset in characters at which the stretch begins.
    """

    start: int
    kind: str
    number: int


class Quality(Frozen):
    """What the extraction of a document looked like."""

    characters: int = 0
    pages: int = 0
    empty_pages: int = 0
    columns_guess: int = 1
    replaced_characters: int = 0


class DocumentContent(Frozen):
    """Canonical Markdown of one document: UTF-8, LF, no provenance in it."""

    kind: str
    text: str
    title: str = ""
    places: tuple[Place, ...] = ()
    furniture: tuple[str, ...] = ()
    quality: Quality = Quality()
    remarks: tuple[str, ...] = ()


class Picture(Frozen):
    """A picture: registered, without text. Width and height in pixels, 0 when unknown."""

    media_type: str
    width: int = 0
    height: int = 0


class ColumnType(StrEnum):
    """The type of a column of a typed table."""

    INTEGER = "integer"
    DECIMAL = "decimal"
    PERCENT = "percent"
    CURRENCY = "currency"
    DATE = "date"
    BOOLEAN = "boolean"
    TEXT = "text"


class Column(Frozen):
    """One column. `name` is unique in its table and readable; `source_name` as the file has it.

    Percent values are stored as fractions (33.5 % is 0.335). `unit` is "percent", a currency code
    or symbol, or a unit found in the header. `is_invented` marks a name that the file does not
    state; no question is made from such a column.
    """

    name: str
    source_name: str
    type: ColumnType
    unit: str = ""
    is_invented: bool = False
    null_reasons: tuple[str, ...] = ()


class TableLayout(Frozen):
    """How the sheet was read. Row and column numbers are 1-based, of the source sheet.

    `column_numbers` has one number for each column of the table; blank columns are left out.
    """

    header_rows: tuple[int, ...] = ()
    data_start: int = 0
    data_end: int = 0
    first_column: int = 1
    column_numbers: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    dropped_rows: tuple[int, ...] = ()
    confidence: float = 1.0
    encoding: str = ""
    delimiter: str = ""


@dataclass(frozen=True, slots=True)
class TypedTable:
    """One sheet (or one block of a sheet) with types.

    `frame` holds typed values, `texts` the source text of the same cells (same shape and column
    names, all strings, null where the cell is empty), `row_numbers` the 1-based source row of each
    data row. `titles`, `notes` and `totals` of the layout hold the text of cells outside the data
    rows. `block` is 0 when the sheet holds one table, else 1, 2, ... in reading order.
    """

    sheet: str
    columns: tuple[Column, ...]
    frame: pl.DataFrame
    texts: pl.DataFrame
    row_numbers: tuple[int, ...]
    layout: TableLayout
    block: int = 0
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Workbook:
    """All tables of a file in file order, with the sheets that yielded none."""

    sheets: tuple[str, ...]
    tables: tuple[TypedTable, ...]
    failures: tuple[ExtractionFailure, ...] = ()
    media_type: str = ""


Extraction = DocumentContent | Workbook | Picture | ExtractionFailure
