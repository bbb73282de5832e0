"""The handed files that break converters: what each table must yield, or the failure."""

from __future__ import annotations

from typing import Any

import pytest

from tests.shared_files import shared
from worksurface_pipeline.readers.model import ColumnType, ExtractionFailure, TypedTable, Workbook
from worksurface_pipeline.readers.tables import read_workbook

MEASURES = ("Units", "Price", "Rev")
MERGED_NAMES = ["Region", *(f"H{half} / {name}" for half in "12" for name in MEASURES)]


def _read(name: str) -> Workbook | ExtractionFailure:
    return read_workbook(shared(f"hard/{name}"), name)


def _workbook(name: str) -> Workbook:
    result = _read(name)
    assert isinstance(result, Workbook), result
    return result


def _table(name: str, sheet: str | None = None) -> TypedTable:
    tables = _workbook(name).tables
    return tables[0] if sheet is None else next(t for t in tables if t.sheet == sheet)


@pytest.mark.parametrize(
    ("name", "columns", "rows", "sums"),
    [
        ("erp_export_html.xls", ["订单号", "金额"], 2, {"金额": 1322.5}),
        ("really_xlsx.csv", ["k", "v"], 5, {"v": 55}),
        ("cn_utf16le_bom.csv", ["编号", "产品", "数量", "单价"], 3, {"数量": 149}),
        ("cn_gb18030.csv", ["编号", "产品", "数量", "单价"], 3, {"数量": 149}),
        ("jp_cp932.csv", ["名前", "年齢", "住所"], 3, {"年齢": 90}),
        ("bom_utf8.csv", ["id", "amount"], 2, {"amount": 25}),
        ("nul_bytes.csv", ["a", "b"], 2, {"a": 3}),
        ("ragged.csv", ["id", "name", "qty", "column_4", "column_5"], 4, {"qty": 80}),
        ("quoted_newlines.csv", ["id", "comment", "amount"], 3, {"amount": 20}),
        (
            "dup_empty_headers.csv",
            ["id", "amount", "amount (2)", "column_4", "Amount (3)"],
            2,
            {"amount": 21, "amount (2)": 41, "Amount (3)": 61},
        ),
        ("title_rows.csv", ["Region", "Units", "Revenue", "Share"], 2, {"Revenue": 4000}),
        ("header_only.csv", ["a", "b", "c"], 0, {}),
        ("one_cell.csv", ["column_1"], 1, {}),
        ("injection.csv", ["name", "v"], 3, {"v": 6}),
        ("error_cells.xlsx", ["column_1"], 7, {}),
        ("inventory_biff8.xls", ["sku", "counted", "value", "when", "calc"], 2, {"counted": 17}),
        (
            "merged_two_row_header.xlsx",
            MERGED_NAMES,
            3,
            {"H1 / Units": 42},
        ),
        (
            "formulas_no_cache.xlsx",
            ["Month", "Income", "Cost", "Profit", "Margin"],
            3,
            {"Income": 9500},
        ),
    ],
)
def test_first_table(name: str, columns: list[str], rows: int, sums: dict[str, float]) -> None:
    table = _table(name)
    assert table.frame.columns == columns
    assert table.frame.height == rows
    assert {column: table.frame[column].sum() for column in sums} == sums


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("report_is_pdf.xlsx", "unsupported"),
        ("empty.csv", "empty"),
        ("whitespace_only.csv", "empty"),
        ("empty_zero_bytes.xlsx", "empty"),
        ("wide_17000_columns.csv", "too_large"),
        ("password_secret.xlsx", "encrypted"),
        ("truncated.xlsx", "corrupt"),
        ("too_small.xls", "corrupt"),
    ],
)
def test_failures(name: str, reason: str) -> None:
    failure = _read(name)
    assert isinstance(failure, ExtractionFailure)
    assert failure.reason == reason
    assert failure.remedy


@pytest.mark.parametrize(
    ("name", "sheets", "failed"),
    [
        ("hidden_sheets.xlsx", 4, {}),
        ("tiny_and_empty_sheets.xlsx", 5, {"Empty": "empty", "EMPTY ": "empty"}),
        (
            "chart_and_macro_sheets.xlsx",
            4,
            {"Hidden": "empty", "VeryHidden": "empty", "Chart": "empty"},
        ),
        ("cols_16384.xlsx", 3, {"Sheet1": "too_large", "Sheet2": "empty", "Sheet3": "empty"}),
        ("zip_bomb_like.xlsx", 1, {}),
    ],
)
def test_sheets_are_all_accounted_for(name: str, sheets: int, failed: dict[str, str]) -> None:
    workbook = _workbook(name)
    assert len(workbook.sheets) == sheets
    assert {f.part: f.reason.value for f in workbook.failures} == failed
    assert {t.sheet for t in workbook.tables} | set(failed) == set(workbook.sheets)


def test_identifiers_keep_every_digit() -> None:
    table = _table("ids_and_big_ints.csv")
    assert table.frame["sku"].to_list() == ["00123", "00045", "1-2"]
    assert table.frame["ean"].to_list()[1:] == ["12345678901234567890", "9007199254740993"]
    assert table.columns[4].null_reasons == ("N/A", "nan")


def test_formats() -> None:
    table = _table("formats_dates_percent.xlsx")
    shown: dict[str, Any] = table.texts.row(0, named=True)
    assert shown["date"] == "2024-02-29"
    assert (shown["time"], shown["duration"]) == ("18:00:00", "36:00:00")
    assert (shown["percent"], table.frame["percent"][0]) == ("12.66%", 0.1266)
    assert (table.frame["currency"][0], table.columns[5].unit) == (1234.5, "EUR")
    assert (table.frame["accounting"][0], table.columns[6].unit) == (-500.0, "USD")
    assert (shown["text_date"], table.columns[7].type) == ("31/12/2024", ColumnType.TEXT)
    assert table.frame["custom"][0] == 7


def test_lost_formulas_are_never_zero() -> None:
    table = _table("formulas_no_cache.xlsx")
    assert table.frame["Profit"].to_list() == [None] * 3
    assert table.texts["Profit"].to_list() == ["=B2-C2", "=B3-C3", "=B4-C4"]
    assert _table("inventory_biff8.xls").frame["calc"].to_list() == [None, None]


def test_hidden_rows_and_columns_are_kept() -> None:
    assert _table("hidden_sheets.xlsx", "HiddenRowsCols").frame.shape == (5, 3)
    assert [t.is_hidden for t in _workbook("hidden_sheets.xlsx").tables] == [
        False,
        True,
        True,
        False,
    ]


def test_merged_key_is_filled_down_and_title_kept() -> None:
    table = _table("merged_two_row_header.xlsx")
    assert table.frame["Region"].to_list() == ["North", "North", "South"]
    assert table.layout.titles == ("2024 sales by region (units)",)


def test_error_values_are_reasons() -> None:
    table = _table("error_cells.xlsx")
    assert set(table.columns[0].null_reasons) == set(table.texts["column_1"].to_list())
    assert len(table.columns[0].null_reasons) == 7
