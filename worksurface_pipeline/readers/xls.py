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
from worksurface_pipeline.readers.number_format import number_style
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
            file_contents=data, formatting_info=True, logfile=io.StringIO(), on_demand=False
        )
        return list(_sheets(book))
    except _FOREIGN_ERRORS as error:
        if "encrypted" in str(error).lower():
            return encrypted()
        return _values_only(data, str(error))


def _sheets(book: xlrd.Book) -> Iterator[tuple[str, SheetResult]]:
    for sheet in book.sheets():
        grid = _grid(book, sheet)
        yield sheet.name, grid if grid.rows else empty_sheet(sheet.name)


def _grid(book: xlrd.Book, sheet: xlrd.sheet.Sheet) -> Grid:
    styles: dict[int, dict[int, NumberStyle]] = {}
    rows: list[Row] = []
    for number in range(sheet.nrows):
        row: Row = [_cell(cell, book.datemode) for cell in sheet.row(number)]
        row.extend([None] * (sheet.ncols - len(row)))
        rows.append(row)
        _note_styles(book, sheet, number, styles)
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
    )
    return compact(rows, range(1, len(rows) + 1), range(1, sheet.ncols + 1), like)


def _cell(cell: xlrd.sheet.Cell, datemode: int) -> Cell:
    if cell.ctype == xlrd.XL_CELL_TEXT:
        # An empty text cannot be typed in: it is a formula whose result was not stored.
        return str(cell.value) if cell.value else Null(NO_STORED_RESULT)
    if cell.ctype == xlrd.XL_CELL_NUMBER:
        return float(cell.value)
    if cell.ctype == xlrd.XL_CELL_DATE:
        return _date(float(cell.value), datemode)
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return bool(cell.value)
    if cell.ctype == xlrd.XL_CELL_ERROR:
        shown = error_text_from_code.get(cell.value, "#N/A")
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


def _note_styles(
    book: xlrd.Book,
    sheet: xlrd.sheet.Sheet,
    row: int,
    styles: dict[int, dict[int, NumberStyle]],
) -> None:
    for column, kind in enumerate(sheet.row_types(row)):
        if kind != xlrd.XL_CELL_NUMBER:
            continue
        index = sheet.cell_xf_index(row, column)
        key = book.xf_list[index].format_key
        style = number_style(book.format_map[key].format_str if key in book.format_map else "")
        if style is not None:
            styles.setdefault(column + 1, {})[row + 1] = style


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
