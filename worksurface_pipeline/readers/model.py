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
    """What the extraction of a document looked like.

    `page_characters` has one number for each page or slide, none for formats without pages.
    `hyphen_breaks` counts lines that end within a word, whose hyphens we mended or kept.
    `encoding` is that of a text file ("" where the format has its own), with our confidence in it.
    """

    characters: int = 0
    pages: int = 0
    empty_pages: int = 0
    columns_guess: int = 1
    replaced_characters: int = 0
    encoding: str = ""
    encoding_confidence: float = 1.0
    page_characters: tuple[int, ...] = ()
    hyphen_breaks: int = 0


class DocumentContent(Frozen):
    """Canonical Markdown of one document: UTF-8, LF, no provenance in it.

    `furniture` is what stands on pages only because they are pages, `comments` what reviewers wrote
    beside the text; neither is part of it.
    """

    kind: str
    text: str
    title: str = ""
    places: tuple[Place, ...] = ()
    furniture: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
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
    DATETIME = "datetime"
    TIME = "time"
    DURATION = "duration"
    BOOLEAN = "boolean"
    IDENTIFIER = "identifier"
    TEXT = "text"


class NullCells(Frozen):
    """Cells of a column that hold no value for one reason: how many, and the first addresses.

    The reason is an error value (#DIV/0!), a formula without a result, a marker ("n/a", "—"), or
    the word that stands in place of a value ("withheld").
    """

    reason: str
    count: int
    cells: tuple[str, ...] = ()


class Column(Frozen):
    """One column. `name` is unique in its table and readable; `source_name` as the file has it.

    Percent values are stored as fractions (33.5 % is 0.335), durations in seconds, identifiers
    (leading zeros, long digits) as text, datetimes as the clock shows them. `unit` is "percent", a
    currency code or symbol, the time zone that all datetimes state, or a unit found in the header;
    a stored value times `scale` is the plain quantity: 10,000 for "MAU (10k)", 0.01 where
    "Share (%)" holds 33.5. `is_invented` marks a name that the file does not state; no question is
    made from such a column. `is_hidden` as in the sheet.
    """

    name: str
    source_name: str
    type: ColumnType
    unit: str = ""
    scale: float = 1.0
    is_invented: bool = False
    is_hidden: bool = False
    null_reasons: tuple[str, ...] = ()
    nulls: tuple[NullCells, ...] = ()


class TableLayout(Frozen):
    """How the sheet was read. Row and column numbers are 1-based, of the source sheet.

    `column_numbers` has one number for each column of the table; blank columns are left out.
    `titles`, `notes` and `totals` are the texts of `title_rows`, `note_rows` and `total_rows`.
    `dropped_rows` are no data for the reason at the same place of `dropped_reasons`.
    `cell_range` ("B3:F40") holds all of these rows. `hidden_rows` and `hidden_columns` are kept
    in the table and only marked. `is_overridden` tells that the settings decided, not the reader.
    """

    header_rows: tuple[int, ...] = ()
    data_start: int = 0
    data_end: int = 0
    first_column: int = 1
    column_numbers: tuple[int, ...] = ()
    cell_range: str = ""
    titles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    title_rows: tuple[int, ...] = ()
    note_rows: tuple[int, ...] = ()
    total_rows: tuple[int, ...] = ()
    dropped_rows: tuple[int, ...] = ()
    dropped_reasons: tuple[str, ...] = ()
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[int, ...] = ()
    confidence: float = 1.0
    encoding: str = ""
    encoding_confidence: float = 1.0
    delimiter: str = ""
    is_overridden: bool = False


class SheetOverride(Frozen):
    """What a user states of a sheet, in place of what the reader would decide.

    Rows are 1-based rows of the sheet (lines of a text table). `sheet` "" is any sheet. `block` 0
    is the whole sheet, which is then one table; n is the n-th table that the reader finds on it.
    `header_rows` None leaves the choice to the reader, () says that the file states no names.
    `data_start`, `data_end` 0 leave it too; rows outside them are titles above, notes below.
    `drop_rows` are left out of the data. `encoding` and `delimiter` are for text tables.
    """

    sheet: str = ""
    block: int = 0
    header_rows: tuple[int, ...] | None = None
    data_start: int = 0
    data_end: int = 0
    drop_rows: tuple[int, ...] = ()
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
    """All tables of a file in file order, with the sheets that yielded none.

    `remarks` are sentences on the whole file: an extension that lies, an override without effect.
    """

    sheets: tuple[str, ...]
    tables: tuple[TypedTable, ...]
    failures: tuple[ExtractionFailure, ...] = ()
    media_type: str = ""
    remarks: tuple[str, ...] = ()


Extraction = DocumentContent | Workbook | Picture | ExtractionFailure
