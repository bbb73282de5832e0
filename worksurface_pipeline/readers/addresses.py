"""From a cell of a typed table back to its sheet: "Plan!C12", as spreadsheets write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from worksurface_pipeline.readers.model import Column, TableLayout

_LETTERS = 26
_PLAIN_SHEET = re.compile(r"^[^\W\d]\w*$")


class Located(Protocol):
    """A table that knows where it stands: a `TypedTable`, or the record of one."""

    @property
    def sheet(self) -> str:
        """Name of the sheet, "" for a text table."""
        ...

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns, in order."""
        ...

    @property
    def layout(self) -> TableLayout:
        """The layout, with the sheet's number of each column."""
        ...


def cell_address(table: Located, row_number: int, column: str) -> str:
    """The address of a cell: `row_number` as in `_source_row_id`, `column` by its name.

    In a text table rows are lines and there is no sheet: "C12". Raises KeyError for a column that
    the table has not.
    """
    places = {item.name: position for position, item in enumerate(table.columns)}
    number = table.layout.column_numbers[places[column]]
    return f"{sheet_prefix(table.sheet)}{cell_name(row_number, number)}"


def cell_name(row: int, column: int) -> str:
    """Row 12, column 3 is "C12"; both 1-based."""
    return f"{column_letters(column)}{row}"


def range_name(rows: Sequence[int], columns: Sequence[int]) -> str:
    """The smallest range with all these rows and columns, "" for none: "B3:F40"."""
    if not rows or not columns:
        return ""
    first = cell_name(min(rows), min(columns))
    last = cell_name(max(rows), max(columns))
    return first if first == last else f"{first}:{last}"


def column_letters(column: int) -> str:
    """1 is A, 26 is Z, 27 is AA."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


def sheet_prefix(sheet: str) -> str:
    """The sheet before an address, quoted where its name needs it; "" for a text table."""
    if not sheet:
        return ""
    quoted = sheet if _PLAIN_SHEET.match(sheet) else "'" + sheet.replace("'", "''") + "'"
    return f"{quoted}!"
