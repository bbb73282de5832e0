"""The cells of a view a second time: from the file by another reader, else from its source texts.

Workbooks are read by openpyxl, text tables by the csv module; the record says which rows and
columns are the table. Values are read from text by rules of their own.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

import openpyxl

from worksurface_pipeline.readers.model import Column, ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import Scalar
from worksurface_pipeline.worksurface.surfaces.cells import TableData
from worksurface_pipeline.worksurface.tasks.gates.cross_numbers import marks_of, read_figure
from worksurface_pipeline.worksurface.tasks.gates.cross_query import NotKnownError

Cells = Sequence[Sequence[object]]
_NUMERIC = (ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.PERCENT, ColumnType.CURRENCY)
_TEXTS = (ColumnType.TEXT, ColumnType.IDENTIFIER)
_YES, _NO = frozenset({"true", "yes", "y", "1"}), frozenset({"false", "no", "n", "0"})
_WORKBOOKS = (".xlsx", ".xlsm", ".xltx", ".xls", ".xlsb", ".ods")
# Larger workbooks are left to the first way: openpyxl needs some 50 bytes for every byte.
_MOST_BYTES = 8 << 20


def second_rows(
    record: TableRecord, data: TableData, raw: bytes | None
) -> tuple[tuple[dict[str, Scalar], ...], str]:
    """The rows of a view, and where they were read. Raises NotKnownError for odd values.

    Without the file the numbers of a workbook are not known: its texts are as they were displayed,
    rounded by the format of the cell.
    """
    cells = None if raw is None else _file_cells(record, data, raw)
    source = "the file, by another reader"
    if cells is None:
        cells, source = list(data.texts.iter_rows()), "the source texts"
    columns = tuple(zip(record.columns, _marks(record, cells), strict=True))
    is_displayed = raw is None and record.filename.lower().endswith(_WORKBOOKS)
    rounded = frozenset(
        at for at, column in enumerate(record.columns) if is_displayed and column.type in _NUMERIC
    )
    rows = tuple(
        {
            column.name: _Odd(str(cell)) if at in rounded else _lazy(column, cell, mark)
            for at, ((column, mark), cell) in enumerate(zip(columns, row, strict=True))
        }
        for row in cells
    )
    return rows, source


def _marks(record: TableRecord, cells: Cells) -> tuple[str, ...]:
    """The decimal mark of each column of numbers; a comma between fields stands for a point."""
    texts = [
        [row[at] for row in cells] if column.type in _NUMERIC else ()
        for at, column in enumerate(record.columns)
    ]
    silent = "." if record.layout.delimiter == "," else ""
    return tuple(mark or silent for mark in marks_of(texts))


def _file_cells(record: TableRecord, data: TableData, raw: bytes) -> Cells | None:
    """The table's cells in the file, None where this reader does not know the file."""
    numbers = record.layout.column_numbers
    if len(numbers) != len(record.columns) or len(raw) > _MOST_BYTES:
        return None
    if raw[:2] == b"PK":
        return _workbook_cells(record, data, raw)
    if record.filename.lower().endswith(".csv"):
        return _text_cells(record, data, raw)
    return None


def _workbook_cells(record: TableRecord, data: TableData, raw: bytes) -> Cells | None:
    try:
        book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
    except (ValueError, KeyError, OSError, zipfile.BadZipFile):
        return None  # the first reader says what is wrong with the file
    if record.sheet not in book.sheetnames:
        return None
    wanted = set(data.row_numbers)
    sheet = {
        number: row
        for number, row in enumerate(book[record.sheet].iter_rows(values_only=True), start=1)
        if number in wanted
    }
    return _picked(record.layout.column_numbers, data.row_numbers, sheet)


def _text_cells(record: TableRecord, data: TableData, raw: bytes) -> Cells | None:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    reader = csv.reader(io.StringIO(text), delimiter=record.layout.delimiter or ",")
    lines: dict[int, Sequence[object]] = {}
    before = 0
    for row in reader:
        lines[before + 1] = row
        before = reader.line_num
    return _picked(record.layout.column_numbers, data.row_numbers, lines)


def _picked(
    columns: Sequence[int], rows: Sequence[int], lines: Mapping[int, Sequence[object]]
) -> Cells | None:
    if any(number not in lines for number in rows):
        return None  # rows are numbered otherwise than the first reader numbers them
    return [
        [lines[row][at - 1] if at <= len(lines[row]) else None for at in columns] for row in rows
    ]


def _lazy(column: Column, cell: object, mark: str) -> Scalar:
    """The value of a cell under the type of its column."""
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    if isinstance(cell, str) and cell.strip() in column.null_reasons:
        return None
    if column.type in _NUMERIC:
        return _number(cell, column, mark)
    if column.type is ColumnType.BOOLEAN:
        return _boolean(cell)
    if column.type in _TEXTS and isinstance(cell, (str, int)) and not isinstance(cell, bool):
        return str(cell).strip()
    return _Odd(str(cell))


class _Odd(str):
    """A value that this way cannot read as its type says: any use of it must be refused."""


def _number(cell: object, column: Column, mark: str) -> Scalar:
    if isinstance(cell, bool):
        return _Odd(str(cell))
    if isinstance(cell, (int, float)):
        return cell
    if isinstance(cell, (date, datetime, time, timedelta)):
        return _Odd(str(cell))
    text = str(cell).strip()
    try:
        value = read_figure(text, mark)
    except NotKnownError:
        return _Odd(text)
    is_percent = text.rstrip().endswith(("%", "\uff05")) and column.scale == 1
    return value / 100 if is_percent else value


def _boolean(cell: object) -> Scalar:
    text = str(cell).strip().lower()
    if text in _YES:
        return True
    return False if text in _NO else _Odd(text)


def refuse_odd(rows: Sequence[Mapping[str, Scalar]], columns: Sequence[str]) -> None:
    """Raises NotKnownError if a column that the query reads holds an odd value."""
    for row in rows:
        for name in columns:
            if isinstance(row.get(name), _Odd):
                raise NotKnownError(f"{name} holds {row[name]!r}")
