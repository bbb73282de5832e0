"""Old workbooks (.xls, BIFF 2 to 8, with or without an OLE container) to grids.

xlrd tells values, error codes, number formats, merged ranges and hidden sheets in one go. Where it
refuses a file, calamine is asked for the bare values.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

import python_calamine as calamine
import xlrd
from xlrd.biffh import error_text_from_code
from xlrd.compdoc import CompDocError
from xlrd.xldate import XLDateError, xldate_as_datetime

from worksurface_pipeline.readers.grid import Cell, Grid, Merge, Null, NumberStyle, Row, compact
from worksurface_pipeline.readers.model import ExtractionFailure
from worksurface_pipeline.readers.number_format import is_elapsed, number_style
from worksurface_pipeline.readers.xlsx import SheetResult, corrupt, empty_sheet, encrypted

NO_STORED_RESULT = "formula without a stored result"
_FOREIGN_ERRORS = (
    xlrd.XLRDError,
    CompDocError,
    struct.error,
    AssertionError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    NotImplementedError,
    OverflowError,
    MemoryError,
)


def read_xls(data: bytes) -> list[tuple[str, SheetResult]] | ExtractionFailure:
    """Every sheet in file order with its grid or why it has none; or why nothing can be read."""
    try:
        book = xlrd.open_workbook(
            file_contents=data, formatting_info=True, logfile=io.StringIO(), on_demand=True
        )
        return list(_sheets(book))
    except _FOREIGN_ERRORS as error:
        if "encrypted" in str(error).lower():
            return encrypted()
        return _values_only(data, str(error))


def _sheets(book: xlrd.Book) -> Iterator[tuple[str, SheetResult]]:
    found = [(name, _sheet(book, number)) for number, name in enumerate(book.sheet_names())]
    if found and all(isinstance(result, Exception) for _, result in found):
        raise xlrd.XLRDError(str(found[0][1]))
    for name, result in found:
        yield name, corrupt(str(result), name) if isinstance(result, Exception) else result


def _sheet(book: xlrd.Book, number: int) -> SheetResult | Exception:
    """One sheet; a damaged one fails alone."""
    try:
        sheet = book.sheet_by_index(number)
        grid = _grid(book, sheet)
    except _FOREIGN_ERRORS as error:
        return error
    return grid if grid.rows else empty_sheet(sheet.name)


def _grid(book: xlrd.Book, sheet: xlrd.sheet.Sheet) -> Grid:
    styles: dict[int, dict[int, NumberStyle]] = {}
    rows: list[Row] = []
    for number in range(sheet.nrows):
        kinds, values = sheet.row_types(number), sheet.row_values(number)
        row: Row = [
            _cell(kind, value, book.datemode) for kind, value in zip(kinds, values, strict=True)
        ]
        _note_formats(book, sheet, number, row, styles)
        row.extend([None] * (sheet.ncols - len(row)))
        rows.append(row)
    like = Grid(
        rows=(),
        row_numbers=(),
        column_numbers=(),
        sheet=sheet.name,
        merges=tuple(
            Merge(top + 1, left + 1, bottom, right)
            for top, bottom, left, right in sorted(sheet.merged_cells)
        ),
        styles=styles,
        is_typed=True,
        is_hidden=sheet.visibility != 0,
        hidden_rows=frozenset(n + 1 for n, info in sheet.rowinfo_map.items() if info.hidden),
        hidden_columns=frozenset(n + 1 for n, info in sheet.colinfo_map.items() if info.hidden),
    )
    return compact(rows, range(1, len(rows) + 1), range(1, sheet.ncols + 1), like)


def _cell(kind: int, value: str | float, datemode: int) -> Cell:
    if kind == xlrd.XL_CELL_TEXT:
        # An empty text cannot be typed in: it is a formula whose result was not stored.
        return str(value) if value else Null(NO_STORED_RESULT)
    if kind == xlrd.XL_CELL_NUMBER:
        return float(value)
    if kind == xlrd.XL_CELL_DATE:
        return _date(float(value), datemode)
    if kind == xlrd.XL_CELL_BOOLEAN:
        return bool(value)
    if kind == xlrd.XL_CELL_ERROR:
        shown = error_text_from_code.get(value, "#N/A")
        return Null(shown, shown)
    return None


def _date(serial: float, datemode: int) -> datetime | date | time | timedelta | float:
    """A date, a moment, or below one day a time; a serial outside the calendar stays a number."""
    try:
        moment: datetime = xldate_as_datetime(serial, datemode)
    except (XLDateError, OverflowError, ValueError):
        return serial
    if 0 <= serial < 1:
        return moment.time()
    return moment.date() if moment.time() == time(0) else moment


def _note_formats(
    book: xlrd.Book,
    sheet: xlrd.sheet.Sheet,
    number: int,
    row: Row,
    styles: dict[int, dict[int, NumberStyle]],
) -> None:
    """Styles of the numbers of a row; what a format shows as a span of time becomes one."""
    values = sheet.row_values(number)
    for column, kind in enumerate(sheet.row_types(number)):
        if kind not in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
            continue
        code = _format(book, sheet, number, column)
        if is_elapsed(code):
            row[column] = timedelta(days=values[column])
        elif kind == xlrd.XL_CELL_NUMBER and (style := number_style(code)) is not None:
            styles.setdefault(column + 1, {})[number + 1] = style


def _format(book: xlrd.Book, sheet: xlrd.sheet.Sheet, row: int, column: int) -> str:
    """The number format of a cell, "" where the workbook does not tell it."""
    key = book.xf_list[sheet.cell_xf_index(row, column)].format_key
    return book.format_map[key].format_str if key in book.format_map else ""


def _values_only(data: bytes, reason: str) -> list[tuple[str, SheetResult]] | ExtractionFailure:
    try:
        workbook = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        return list(_calamine_sheets(workbook))
    except calamine.PasswordError:
        return encrypted()
    except (calamine.CalamineError, OSError, ValueError):
        return corrupt(reason)


def _calamine_sheets(workbook: calamine.CalamineWorkbook) -> Iterator[tuple[str, SheetResult]]:
    for meta in workbook.sheets_metadata:
        rows = workbook.get_sheet_by_name(meta.name).to_python(skip_empty_area=False)
        width = max((len(row) for row in rows), default=0)
        like = Grid(
            rows=(),
            row_numbers=(),
            column_numbers=(),
            sheet=meta.name,
            is_typed=True,
            is_hidden=meta.visible != calamine.SheetVisibleEnum.Visible,
        )
        cells: list[Row] = [[None if v == "" else v for v in row] for row in rows]
        grid = compact(cells, range(1, len(rows) + 1), range(1, width + 1), like)
        yield meta.name, grid if grid.rows else empty_sheet(meta.name)
