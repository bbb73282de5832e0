"""The handed workspaces: every cell of every typed table is the cell that it says it comes from.

The files are read a second time by other libraries; row and column numbers lead from one to the
other. So no number is lost, moved or changed, and no text is cut.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.golden.raw_sheets import TABLE_FILES, cell, raw_sheets
from tests.shared_files import shared
from worksurface_pipeline.readers.model import ColumnType, TypedTable, Workbook
from worksurface_pipeline.readers.tables import read_workbook

TASKS = ("9002", "9003", "9005", "9007", "9009", "9011", "9012", "9013", "9015")
_NUMERIC = {ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.PERCENT, ColumnType.CURRENCY}
# The one handed file whose data rows hold merged cells: their text stands in every row of them.
_MERGED = "may_2017_responses.xlsx"


def _cells(task: str, is_numeric: bool) -> Iterator[tuple[str, object, object, str | None]]:
    """Address, cell of the file, typed value and text of every cell of a sort of columns."""
    for path, book in _books(task):
        for table in book.tables:
            yield from _of_table(path, table, is_numeric)


def _books(task: str) -> Iterator[tuple[Path, Workbook]]:
    folder = shared(f"workspaces/{task}/data")
    for path in sorted(path for path in folder.iterdir() if path.suffix in TABLE_FILES):
        yield path, _book(path)


@cache
def _book(path: Path) -> Workbook:
    book = read_workbook(path, path.name.partition("_")[2])
    assert isinstance(book, Workbook), book
    return book


def _of_table(
    path: Path, table: TypedTable, is_numeric: bool
) -> Iterator[tuple[str, object, object, str | None]]:
    rows = raw_sheets(path)[table.sheet]
    for column, number in zip(table.columns, table.layout.column_numbers, strict=True):
        if (column.type in _NUMERIC) is not is_numeric:
            continue
        pairs = zip(
            table.row_numbers, table.frame[column.name], table.texts[column.name], strict=True
        )
        for row, value, text in pairs:
            place = f"{path.name} {table.sheet} row {row} {column.name}"
            yield place, cell(rows, row, number), value, text


@pytest.mark.parametrize("task", TASKS)
def test_every_number_is_the_number_of_its_cell(task: str) -> None:
    wrong = []
    for place, raw, value, text in _cells(task, is_numeric=True):
        wanted = _number(raw)
        if wanted is None and value is None:
            continue
        if wanted is None or not isinstance(value, int | float) or not math.isclose(value, wanted):
            wrong.append((place, raw, value, text))
    assert wrong == []


@pytest.mark.parametrize("task", TASKS)
def test_every_other_cell_keeps_its_text(task: str) -> None:
    wrong = []
    for place, raw, value, text in _cells(task, is_numeric=False):
        if isinstance(raw, str):
            is_kept = text is not None and text.strip() == raw.strip()
        elif isinstance(raw, dt.datetime):
            is_kept = text is not None and text.startswith(raw.date().isoformat())
        elif raw is None:
            is_kept = text is None or _MERGED in place
        else:
            is_kept = text is not None and _number(text) == _number(raw)
        if not is_kept:
            wrong.append((place, raw, value, text))
    assert wrong == []


@pytest.mark.parametrize("task", TASKS)
def test_no_filled_cell_of_a_data_row_is_left_out(task: str) -> None:
    left_out = []
    for path, book in _books(task):
        for sheet, rows in raw_sheets(path).items():
            tables = [table for table in book.tables if table.sheet == sheet]
            held = {
                (row, column)
                for table in tables
                for row in table.row_numbers
                for column in table.layout.column_numbers
            }
            for row in sorted({row for row, _ in held}):
                filled = (n for n in range(1, len(rows[row]) + 1) if cell(rows, row, n) is not None)
                left_out += [(path.name, sheet, row, n) for n in filled if (row, n) not in held]
    assert left_out == []


def _number(raw: object) -> float | None:
    """A number cell, or a text as a person reads it; None where there is none."""
    if isinstance(raw, int | float):
        return float(raw)
    text = str(raw or "").strip().replace(",", "")
    is_percent = text.endswith("%")
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        return None
    return value / 100 if is_percent else value
