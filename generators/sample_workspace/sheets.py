"""Table files: CSV, new and old Excel workbooks, and JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO, StringIO

import xlwt
from openpyxl import Workbook

from generators.sample_workspace.office import repack
from generators.sample_workspace.pages import show
from generators.sample_workspace.tables import Row, Table

DOLLARS = '"$"#,##0.00'
EUROS = "#,##0.00\\ [$€-407]"
PERCENT = "0.0%"
DATE = "yyyy-mm-dd"


@dataclass(frozen=True)
class Sheet:
    """One sheet: rows above the header, the table, rows below it, formats by column."""

    name: str
    table: Table
    above: tuple[Row, ...] = ()
    below: tuple[Row, ...] = ()
    formats: Mapping[str, str] = field(default_factory=dict)

    def lines(self) -> Iterator[Row]:
        """Give all rows from top to bottom."""
        yield from self.above
        yield self.table.columns
        yield from self.table.rows
        yield from self.below

    def format_at(self, line: int, place: int) -> str:
        """Name the number format of a cell; rows above the table have none."""
        inside = line > len(self.above) and place < len(self.table.columns)
        return self.formats.get(self.table.columns[place], "") if inside else ""


def tiny(name: str, *cells: str | int) -> Sheet:
    """Make a sheet of a few cells in one row."""
    return Sheet(name, Table(tuple(str(cell) for cell in cells), ()))


def as_csv(table: Table, delimiter: str = ",") -> bytes:
    """Write a CSV file with line feeds."""
    target = StringIO()
    writer = csv.writer(target, delimiter=delimiter, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([show(cell) for cell in row] for row in table.rows)
    return target.getvalue().encode()


def as_json(content: object) -> bytes:
    """Write readable JSON."""
    return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def records(table: Table) -> list[dict[str, object]]:
    """Turn a table into one JSON object for each row."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def as_xlsx(*sheets: Sheet) -> bytes:
    """Write a workbook of real types: dates, booleans, numbers, text with leading zeros."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in sheets:
        target = book.create_sheet(sheet.name)
        for line, row in enumerate(sheet.lines()):
            for place, value in enumerate(row):
                if value is None:
                    continue
                cell = target.cell(row=line + 1, column=place + 1, value=value)
                form = sheet.format_at(line, place)
                if form and not isinstance(value, str):
                    cell.number_format = form
    stream = BytesIO()
    book.save(stream)
    return repack(stream.getvalue())


def as_xls(*sheets: Sheet) -> bytes:
    """Write an Excel 97 workbook."""
    book = xlwt.Workbook(encoding="utf-8")
    styles: dict[str, xlwt.XFStyle] = {}
    for sheet in sheets:
        target = book.add_sheet(sheet.name)
        for line, row in enumerate(sheet.lines()):
            for place, value in enumerate(row):
                form = sheet.format_at(line, place) or "General"
                if form not in styles:
                    styles[form] = xlwt.easyxf(num_format_str=form)
                target.write(line, place, value, styles[form])
    stream = BytesIO()
    book.save(stream)
    return bytes(stream.getvalue())
