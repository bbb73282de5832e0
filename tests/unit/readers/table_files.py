"""Tiny real table files, and short ways to read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook as Book

from worksurface_pipeline.readers.model import TypedTable, Workbook
from worksurface_pipeline.readers.tables import read_workbook


def read(path: Path) -> Workbook:
    result = read_workbook(path, path.name)
    assert isinstance(result, Workbook), result
    return result


def read_table(path: Path) -> TypedTable:
    (table,) = read(path).tables
    return table


def csv_table(folder: Path, data: str | bytes, name: str = "t.csv") -> TypedTable:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_table(path)


def write_book(
    folder: Path,
    sheets: Mapping[str, Sequence[Sequence[Any]]],
    formats: Mapping[str, str] | None = None,
    merges: Sequence[str] = (),
) -> Path:
    """A workbook; formats by cell ("B2") and merged ranges apply to its first sheet."""
    book = Book()
    del book["Sheet"]
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    first = book[next(iter(sheets))]
    for cell, code in (formats or {}).items():
        first[cell].number_format = code
    for merge in merges:
        first.merge_cells(merge)
    path = folder / "book.xlsx"
    book.save(path)
    return path


def names(table: TypedTable) -> list[str]:
    return [column.name for column in table.columns]


def types(table: TypedTable) -> list[str]:
    return [column.type.value for column in table.columns]
