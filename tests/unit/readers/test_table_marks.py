"""Marks of a workbook: hidden rows and columns, spans of time, and sheets that are damaged."""

from __future__ import annotations

import zipfile
from datetime import time, timedelta
from pathlib import Path

import pytest
import xlwt
from openpyxl import Workbook as Book
from openpyxl.styles import Alignment

from tests.unit.readers.table_files import read, read_table, types
from worksurface_pipeline.readers.grid import MAX_CELLS
from worksurface_pipeline.readers.model import FailureReason
from worksurface_pipeline.readers.xlsx_marks import MarkReader
from worksurface_pipeline.readers.xlsx_parts import cell_indents, cell_styles
from worksurface_pipeline.readers.xlsx_scan import parsed_marks
from worksurface_pipeline.readers.xlsx_search import is_usual, searched_marks

PART = "xl/worksheets/sheet1.xml"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Formats, errors, a lost formula, hidden rows and columns on one sheet of two."""
    made = Book()
    sheet = made["Sheet"]
    for row in (["k", "share", "sum"], ["a", 0.5, "=1<2"], ["b", 0.25, 7], ["c", "#N/A", 8]):
        sheet.append(row)
    sheet["B2"].number_format = sheet["B3"].number_format = "0.0%"
    sheet["A4"].number_format = "000"
    sheet["A3"].alignment = Alignment(indent=2)
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["C"].hidden = True
    made.create_sheet("Other").append(["x", "y"])
    made["Other"].append([1, 2])
    made.save(tmp_path / "b.xlsx")
    return tmp_path / "b.xlsx"


def rewritten(path: Path, change: dict[bytes, bytes]) -> Path:
    """A copy whose first sheet has other bytes."""
    target = path.with_name("copy.xlsx")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            for before, after in change.items() if name == PART else ():
                assert before in data
                data = data.replace(before, after)
            new.writestr(name, data)
    return target


def test_hidden_rows_and_columns_are_kept_and_marked(book: Path) -> None:
    table = read(book).tables[0]
    assert table.frame["k"].to_list() == ["a", "b", "c"]
    assert (table.layout.hidden_rows, table.layout.hidden_columns) == ((3,), (3,))
    assert [column.is_hidden for column in table.columns] == [False, False, True]


def test_searching_finds_what_parsing_finds(book: Path) -> None:
    with zipfile.ZipFile(book) as archive:
        data, styles, indents = archive.read(PART), cell_styles(archive), cell_indents(archive)
    assert is_usual(data)
    found = searched_marks(data, styles, indents)
    assert found == parsed_marks(data, styles, indents)
    assert found.indents == {(3, 1): 2}
    assert set(found.nulls) == {(2, 3), (4, 2)}
    assert found.nulls[2, 3].text == "=1<2"
    assert set(found.styles) == {2}


@pytest.mark.parametrize(
    "change",
    [
        {b"<c r=": b"<c  r="},
        {b'<c r="A1"': b"<c r='A1'"},
        {b"<sheetData>": b"<!-- x --><sheetData>"},
    ],
)
def test_unusual_xml_is_parsed(book: Path, change: dict[bytes, bytes]) -> None:
    copy = rewritten(book, change)
    with zipfile.ZipFile(book) as archive:
        usual = MarkReader(archive).marks("Sheet", MAX_CELLS)
    with zipfile.ZipFile(copy) as archive:
        assert not is_usual(archive.read(PART))
        assert MarkReader(archive).marks("Sheet", MAX_CELLS) == usual


def test_one_damaged_sheet_does_not_lose_the_others(book: Path) -> None:
    workbook = read(rewritten(book, {b"<sheetData>": b"<sheetData></row></c><<<"}))
    assert workbook.sheets == ("Sheet", "Other")
    assert [table.sheet for table in workbook.tables] == ["Other"]
    assert [(f.part, f.reason) for f in workbook.failures] == [("Sheet", FailureReason.CORRUPT)]


def test_elapsed_time_is_a_duration_and_no_time_of_day(tmp_path: Path) -> None:
    made = Book()
    made["Sheet"].append(["task", "took", "at"])
    made["Sheet"].append(["a", timedelta(hours=36), time(18, 0)])
    made["Sheet"].append(["b", timedelta(hours=2), time(9, 30)])
    for cell in ("B2", "B3"):
        made["Sheet"][cell].number_format = "[h]:mm"
    made.save(tmp_path / "t.xlsx")
    table = read_table(tmp_path / "t.xlsx")
    assert types(table) == ["text", "duration", "time"]
    assert table.frame["took"].to_list() == [36 * 3600, 2 * 3600]
    assert table.texts["took"].to_list() == ["36:00:00", "02:00:00"]
    assert table.frame["at"][0] == time(18, 0)


def test_old_workbook_has_durations_and_hidden_marks(tmp_path: Path) -> None:
    made = xlwt.Workbook()
    sheet = made.add_sheet("S")
    elapsed = xlwt.easyxf(num_format_str="[h]:mm:ss")
    for column, name in enumerate(["code", "took", "n"]):
        sheet.write(0, column, name)
    for row in (1, 2):
        sheet.write(row, 0, row, xlwt.easyxf(num_format_str="0000"))
        sheet.write(row, 1, 1.5, elapsed)
        sheet.write(row, 2, row)
    sheet.row(2).hidden = True
    sheet.col(2).hidden = True
    made.save(str(tmp_path / "t.xls"))
    table = read_table(tmp_path / "t.xls")
    assert types(table) == ["identifier", "duration", "integer"]
    assert table.frame["code"].to_list() == ["0001", "0002"]
    assert table.frame["took"].to_list() == [36 * 3600] * 2
    assert (table.layout.hidden_rows, table.layout.hidden_columns) == ((3,), (3,))
