"""Cells of a table file as other libraries than our readers give them, by row and column."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import openpyxl
import xlrd

Rows = Mapping[int, tuple[object, ...]]
TABLE_FILES = {".csv", ".xls", ".xlsx"}
# No handed table is wider; one sheet claims all 16,384 columns and fills three.
_WIDEST = 64


@cache
def raw_sheets(path: Path) -> Mapping[str, Rows]:
    """Rows by their 1-based number, for each sheet; a csv has one, named ""."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as stream:
            return {"": _rows(_csv_rows(csv.reader(stream)))}
    if path.suffix == ".xls":
        book = xlrd.open_workbook(path)
        return {
            sheet.name: _rows((n + 1, sheet.row_values(n)) for n in range(sheet.nrows))
            for sheet in book.sheets()
        }
    workbook = openpyxl.load_workbook(path, data_only=True, read_only=True)
    return {
        sheet.title: _rows(enumerate(sheet.iter_rows(max_col=_WIDEST, values_only=True), 1))
        for sheet in workbook.worksheets
    }


def cell(rows: Rows, row: int, column: int) -> object:
    """The value of a cell by its 1-based numbers; None where it is blank or not there."""
    values = rows.get(row, ())
    value = values[column - 1] if column <= len(values) else None
    return None if isinstance(value, str) and not value.strip() else value


def _csv_rows(reader: Iterable[Iterable[str]]) -> Iterable[tuple[int, Iterable[object]]]:
    """Records by number: no handed csv has a line break in a cell before its last data row."""
    return enumerate(reader, 1)


def _rows(numbered: Iterable[tuple[int, Iterable[object]]]) -> Rows:
    return {number: tuple(values) for number, values in numbered}
