"""Text tables: csv, tsv and their kin, to a grid of strings.

Finds the encoding and the delimiter (comma, semicolon, tab, bar, or a `sep=` line), keeps quoted
line breaks, and pads short rows.
"""

from __future__ import annotations

import csv
import io
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from worksurface_pipeline.readers.decode import Decoded, decode, decode_as
from worksurface_pipeline.readers.grid import (
    MAX_BYTES,
    MAX_CELLS,
    MAX_COLUMNS,
    Grid,
    Row,
    compact,
)
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason

DELIMITERS = ",;\t|"
# Excel's own hint; programs that quote every field quote it as well.
_SEP_LINE = re.compile(r"^\"?sep=(.)\"?\r?\n", re.IGNORECASE)
# Enough characters and records to tell the delimiter.
_SAMPLE_CHARACTERS = 64 << 10
_SAMPLE_RECORDS = 100
# Rows between two looks at how many cells there are.
_BATCH_RECORDS = 10_000
# The csv module refuses longer fields by default at 128 KiB; cells with whole mails are longer.
_MAX_FIELD = 16 << 20
# An equal score is decided for the rarer character: commas also stand in prose.
_PREFERENCE = "\t;|,"


def read_delimited(
    data: bytes, encoding: str = "", delimiter: str = ""
) -> Grid | ExtractionFailure:
    """The one table of a delimited text, every cell a string or None, line numbers as rows.

    `encoding` and `delimiter` are what a user states; otherwise both are found out.
    """
    if len(data) > MAX_BYTES:
        return _too_large(f"{len(data):,} bytes")
    decoded = decode_as(data, encoding) if encoding else decode(data)
    if decoded is None:
        return _unknown_encoding(encoding)
    text = decoded.text.replace("\x00", "")
    if not text.strip():
        return _empty()
    text, found = find_delimiter(text)
    delimiter = delimiter[:1] or found
    records = _all_records(text, delimiter)
    if records is None:
        return _too_many_cells(text, delimiter)
    if not any(cell.strip() for record in records for cell in record):
        return _empty()
    return _grid(records, decoded, delimiter)


def find_delimiter(text: str) -> tuple[str, str]:
    """The text without a `sep=` line, and the delimiter under which rows are most even."""
    stated = _SEP_LINE.match(text)
    if stated:
        return text[stated.end() :], stated.group(1)
    sample = text[:_SAMPLE_CHARACTERS]
    scores = {delimiter: _evenness(sample, delimiter) for delimiter in DELIMITERS}
    best = max(_PREFERENCE, key=lambda delimiter: scores[delimiter])
    return text, best if scores[best] > 0 else ","


def _evenness(sample: str, delimiter: str) -> float:
    """Share of rows with the most common width above one, weighted by that width."""
    records = itertools.islice(_records(sample, delimiter), _SAMPLE_RECORDS)
    widths = [len(record) for record in records if record]
    wide = Counter(width for width in widths if width > 1)
    if not wide:
        return 0.0
    width, count = max(wide.items(), key=lambda item: (item[1], item[0]))
    return round(count / len(widths) * (1 + math.log(width)), 6)


def _records(text: str, delimiter: str, *, is_quoted: bool = True) -> Iterator[list[str]]:
    csv.field_size_limit(_MAX_FIELD)
    stream = io.StringIO(text, newline="")
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE
    return csv.reader(stream, delimiter=delimiter, quoting=quoting)


def _all_records(text: str, delimiter: str) -> list[list[str]] | None:
    """All rows; when the last one swallows lines after an odd quote, quotes are plain text.

    None where they would be too many cells, long before they fill the memory.
    """
    records = _bounded(_records(text, delimiter))
    if records and text.count('"') % 2 and any("\n" in cell.rstrip() for cell in records[-1]):
        return _bounded(_records(text, delimiter, is_quoted=False))
    return records


def _bounded(rows: Iterator[list[str]]) -> list[list[str]] | None:
    records: list[list[str]] = []
    cells = 0
    while batch := list(itertools.islice(rows, _BATCH_RECORDS)):
        records += batch
        cells += sum(map(len, batch))
        if cells > MAX_CELLS:
            return None
    return records


def _grid(records: list[list[str]], decoded: Decoded, delimiter: str) -> Grid | ExtractionFailure:
    width = max(len(record) for record in records)
    if width > MAX_COLUMNS or width * len(records) > MAX_CELLS:
        return _too_large(f"{len(records):,} rows of up to {width:,} columns")
    rows: list[Row] = [_padded(record, width) for record in records]
    like = Grid(
        rows=(),
        row_numbers=(),
        column_numbers=(),
        encoding=decoded.encoding,
        encoding_confidence=decoded.confidence,
        delimiter=delimiter,
    )
    return compact(rows, range(1, len(rows) + 1), range(1, width + 1), like)


def _padded(record: list[str], width: int) -> Row:
    cells: Row = [cell if cell and not cell.isspace() else None for cell in record]
    cells.extend([None] * (width - len(record)))
    return cells


def _empty() -> ExtractionFailure:
    return ExtractionFailure(
        reason=FailureReason.EMPTY,
        detail="The file holds no text but blanks and delimiters",
        remedy="Check whether the export that made it failed",
    )


def _unknown_encoding(encoding: str) -> ExtractionFailure:
    return ExtractionFailure(
        reason=FailureReason.UNSUPPORTED,
        detail=f"No encoding is called '{encoding}'",
        remedy="State a name that Python knows, such as utf-8, gb18030 or cp1252",
    )


def _too_many_cells(text: str, delimiter: str) -> ExtractionFailure:
    """How large the table is, and into how many rows a part of it may be cut."""
    lines = text.count("\n") + 1
    cells = text.count(delimiter) + lines
    rows = _rounded_down(MAX_CELLS * lines // cells)
    return ExtractionFailure(
        reason=FailureReason.TOO_LARGE,
        detail=f"The table has about {lines:,} lines and {cells:,} cells, above {MAX_CELLS:,}",
        remedy=(
            f"Split it into files of at most {rows:,} rows, each with the header row, or leave out"
            " columns that are not needed"
        ),
    )


def _rounded_down(number: int) -> int:
    """To its first digit: 1,986,000 is 1,000,000."""
    text = str(number)
    return max(1, int(text[0].ljust(len(text), "0")))


def _too_large(size: str) -> ExtractionFailure:
    return ExtractionFailure(
        reason=FailureReason.TOO_LARGE,
        detail=f"The table has {size}",
        remedy=(
            f"Split it below {MAX_COLUMNS:,} columns, {MAX_CELLS:,} cells and {MAX_BYTES >> 20} MiB"
        ),
    )
