"""Whole files: sheets, formats, formulas, true formats behind false names, failures."""

from __future__ import annotations

import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import xlwt
from openpyxl import Workbook as Book
from openpyxl.chart import BarChart

from tests.unit.readers.table_files import csv_table, names, read, read_table, types, write_book
from worksurface_pipeline.readers import grid as limits
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.readers.sheet_marks import NEVER_CALCULATED
from worksurface_pipeline.readers.tables import HTML, XLS, XLSX, read_workbook

Rows = list[list[Any]]


def failure(path: Path) -> ExtractionFailure:
    result = read_workbook(path, path.name)
    assert isinstance(result, ExtractionFailure)
    assert result.detail
    assert result.remedy
    return result


def test_values_and_formats_of_a_workbook(tmp_path: Path) -> None:
    rows: Rows = [
        ["id", "share", "cost", "day", "ok"],
        ["007", 0.335, 1234.5, date(2024, 2, 29), True],
    ]
    formats = {"B2": "0.0%", "C2": "[$€-407] #,##0.00"}
    table = read_table(write_book(tmp_path, {"Plan": rows}, formats))
    assert types(table) == ["identifier", "percent", "currency", "date", "boolean"]
    assert [column.unit for column in table.columns] == ["", "percent", "EUR", "", ""]
    assert table.frame.row(0) == ("007", 0.335, 1234.5, date(2024, 2, 29), True)
    assert table.texts.row(0) == ("007", "33.5%", "€1,234.50", "2024-02-29", "TRUE")


def test_formula_without_result_is_null_with_its_text_kept(tmp_path: Path) -> None:
    rows: Rows = [
        ["m", "in", "profit"],
        ["Jan", 5, "=B2*2"],
        ["Feb", 6, "=B3*2"],
        ["Total", "=1", "=2"],
    ]
    table = read_table(write_book(tmp_path, {"S": rows}))
    assert table.frame["profit"].to_list() == [None, None]
    assert table.texts["profit"].to_list() == ["=B2*2", "=B3*2"]
    assert table.columns[2].null_reasons == (NEVER_CALCULATED,)
    assert table.layout.totals == ("Total | =1 | =2",)


def test_every_sheet_is_listed_and_empty_ones_fail_by_name(tmp_path: Path) -> None:
    book = Book()
    book.create_sheet("数据").append(["值"])
    book["数据"].append([3])
    book.create_sheet("Secret").append(["x", "y"])
    book["Secret"].append([1, 2])
    book["Secret"].sheet_state = "veryHidden"
    book.create_chartsheet("Plot").add_chart(BarChart())
    book["Sheet"]["Z90"].number_format = "0%"
    book.save(tmp_path / "b.xlsx")
    workbook = read(tmp_path / "b.xlsx")
    assert workbook.sheets == ("Sheet", "数据", "Secret", "Plot")
    assert [(t.sheet, t.is_hidden) for t in workbook.tables] == [("数据", False), ("Secret", True)]
    assert [(f.part, f.reason) for f in workbook.failures] == [
        ("Sheet", FailureReason.EMPTY),
        ("Plot", FailureReason.EMPTY),
    ]


def test_far_cells_cost_nothing_and_keep_their_places(tmp_path: Path) -> None:
    book = Book()
    cells: dict[str, str | int] = {
        "C500": "a",
        "D500": "b",
        "XFD500": "c",
        "C501": 1,
        "D501": 2,
        "XFD501": 3,
    }
    for place, value in cells.items():
        book["Sheet"][place] = value
    book.save(tmp_path / "far.xlsx")
    table = read_table(tmp_path / "far.xlsx")
    assert table.layout.column_numbers == (3, 4, 16_384)
    assert (table.layout.first_column, table.row_numbers) == (3, (501,))


def test_old_workbook(tmp_path: Path) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Old")
    hidden = book.add_sheet("Hidden")
    hidden.visibility = 1
    hidden.write(0, 0, "note")
    sheet.write_merge(0, 0, 0, 3, "Inventory")
    for column, name in enumerate(["sku", "share", "when", "calc"]):
        sheet.write(1, column, name)
    sheet.write(2, 0, "0007")
    sheet.write(2, 1, 0.25, xlwt.easyxf(num_format_str="0%"))
    sheet.write(2, 2, date(2024, 12, 30), xlwt.easyxf(num_format_str="yyyy-mm-dd"))
    sheet.write(2, 3, xlwt.Formula("1+1"))
    book.save(str(tmp_path / "old.xls"))
    workbook = read(tmp_path / "old.xls")
    table = workbook.tables[0]
    assert (workbook.media_type, workbook.tables[1].is_hidden) == (XLS, True)
    assert table.layout.titles == ("Inventory",)
    assert table.frame.row(0) == ("0007", 0.25, date(2024, 12, 30), None)
    assert table.columns[3].null_reasons == ("formula without a stored result",)


def test_workbook_named_csv_is_read_as_workbook(tmp_path: Path) -> None:
    path = write_book(tmp_path, {"S": [["k", "v"], [1, 2]]}).rename(tmp_path / "really.csv")
    assert read(path).media_type == XLSX


def test_web_page_named_xls_gives_its_table(tmp_path: Path) -> None:
    page = (
        '<html><head><meta charset="gb2312"></head><body><table>'
        "<tr><th>订单号</th><th>金额</th></tr>"
        "<tr><td>0012</td><td>1,234.50</td></tr><tr><td>0013</td><td>88.00</td></tr></table></html>"
    )
    (tmp_path / "erp.xls").write_bytes(page.encode("gb2312"))
    workbook = read(tmp_path / "erp.xls")
    (table,) = workbook.tables
    assert workbook.media_type == HTML
    assert names(table) == ["订单号", "金额"]
    assert table.frame["订单号"].to_list() == ["0012", "0013"]
    assert table.frame["金额"].sum() == 1322.5


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("t.csv", b"", FailureReason.EMPTY),
        ("t.csv", b"\xef\xbb\xbf \n \t\n", FailureReason.EMPTY),
        ("t.xlsx", b"", FailureReason.EMPTY),
        ("t.xlsx", b"%PDF-1.7\n...", FailureReason.UNSUPPORTED),
        ("t.xls", b"<html><body><p>Log in</p></body></html>", FailureReason.UNSUPPORTED),
        ("t.xls", b"<?xml version='1.0'?><Workbook/>", FailureReason.UNSUPPORTED),
        ("t.xls", b"Attachment lost", FailureReason.CORRUPT),
        ("t.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, FailureReason.CORRUPT),
        ("t.xlsx", b"PK\x03\x04" + b"\0" * 50, FailureReason.CORRUPT),
        ("t.csv", b",".join([b"c"] * 5000), FailureReason.TOO_LARGE),
    ],
)
def test_unreadable_files(tmp_path: Path, name: str, data: bytes, reason: FailureReason) -> None:
    (tmp_path / name).write_bytes(data)
    assert failure(tmp_path / name).reason is reason


def test_absent_file(tmp_path: Path) -> None:
    assert failure(tmp_path / "gone.csv").reason is FailureReason.ABSENT


def test_archive_that_is_no_workbook(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as archive:
        archive.writestr("word/document.xml", "<x/>")
    assert failure(tmp_path / "a.xlsx").reason is FailureReason.UNSUPPORTED


def test_doctype_in_a_sheet_is_refused(tmp_path: Path) -> None:
    source = write_book(tmp_path, {"S": [["a"], [1]]})
    target = tmp_path / "laughs.xlsx"
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                text = b'<!DOCTYPE x [<!ENTITY a "b">]>' + text
            new.writestr(name, text)
    assert failure(target).reason is FailureReason.CORRUPT


def test_sheet_with_a_huge_used_range_fails_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book()
    first = book["Sheet"]
    first["A1"] = "corner"
    first["XFD9000"] = "corner"
    book.create_sheet("Fine").append(["a", "b"])
    book["Fine"].append([1, 2])
    book.save(tmp_path / "huge.xlsx")
    workbook = read(tmp_path / "huge.xlsx")
    assert [(f.part, f.reason) for f in workbook.failures] == [("Sheet", FailureReason.TOO_LARGE)]
    assert [table.sheet for table in workbook.tables] == ["Fine"]


def test_archive_above_the_byte_limit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_book(tmp_path, {"S": [["a"], [1]]})
    monkeypatch.setattr("worksurface_pipeline.readers.xlsx.MAX_BYTES", 100)
    assert failure(path).reason is FailureReason.TOO_LARGE


def test_too_many_used_columns_fail(tmp_path: Path) -> None:
    path = write_book(tmp_path, {"S": [list(range(limits.MAX_COLUMNS + 1))] * 2})
    (sheet,) = read(path).failures
    assert (sheet.part, sheet.reason) == ("S", FailureReason.TOO_LARGE)


def test_header_only_table_has_no_rows(tmp_path: Path) -> None:
    table = csv_table(tmp_path, "a,b,c\n")
    assert table.frame.shape == table.texts.shape == (0, 3)
    assert (table.layout.data_start, table.layout.data_end) == (0, 0)
