"""The sheet shapes of released workspaces: banners, year blocks, dashboards, odd names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.unit.readers.table_files import csv_table, names, read, read_table, types, write_book
from worksurface_pipeline.readers import grid as limits
from worksurface_pipeline.readers.model import FailureReason, TypedTable
from worksurface_pipeline.readers.tables import HTML

Rows = list[list[Any]]
YEARS = range(2019, 2024)
MEASURES = ["Units", "Rev", "Share"]
YEAR_NAMES = ["Region", *(f"{year} / {name}" for year in YEARS for name in MEASURES)]
PARAGRAPH = "The respondent explained at some length what had happened. " * 8
QUESTIONS = [f"Q{n}. In your own words, what did you do on day {n}?" for n in range(172)]

BANNER: Rows = [
    ["Survey of app use", "Online panel", "Response rate 45%", None, None],
    [],
    ["App", "MAU (10k)", "DAU/MAU（%）", "Launched", "Note"],
    ["Alpha", 120, 0.335, "2019-01-02", "x"],
    ["Beta", 80.5, 0.12, "2020-03-04", None],
    ["Gamma", "—", "——", " ", "y"],
]
TITLE: Rows = [
    ["Sales by region, 2024", None, None],
    ["Unit: 10,000 CNY", None, None],
    [],
    ["Region", "销售额（万元）", "Growth (%)"],
    ["North", 12.5, 33.5],
    ["South", 10, -1.5],
    ["合计", 22.5, 16],
    [],
    ["注：资料来自财务部"],
]
YEAR_BLOCKS: Rows = [
    ["Region", *(item for year in YEARS for item in (year, None, None))],
    [None, *(name for _ in YEARS for name in MEASURES)],
    *[[place, *(n + step for n in range(15))] for step, place in enumerate(("North", "South"))],
]
YEAR_MERGES = ("A1:A2", "B1:D1", "E1:G1", "H1:J1", "K1:M1", "N1:P1")
DASHBOARD: Rows = [[row * 24 + column for column in range(24)] for row in range(6)]
SECTION: Rows = [
    ["Section A: branches"],
    ["Branch", "Staff", "Cost ($)"],
    ["Oslo", 12, 1000],
    ["Rome", 9, 800],
]
ANSWERS: Rows = [
    ["Respondent", *QUESTIONS],
    *[[f"R{n}", *([PARAGRAPH + str(n)] * 172)] for n in range(3)],
]
ROMAN: Rows = [["Class", "Ⅱ", "II"], ["Ⅱ", 1, 2], ["II", 3, 4]]
IDS: Rows = [["code", "n"], ["007", 1], ["012", 2]]
STACKED: Rows = [
    ["Costs"],
    ["item", "eur"],
    ["rent", 5],
    [],
    ["Staff"],
    ["name", "hours", "team"],
    ["Ada", 7, "red"],
    ["Bob", 8, "blue"],
]


@dataclass(frozen=True)
class Shape:
    """A sheet and what must be read from it: names, types, rows, header rows."""

    rows: Rows
    columns: Sequence[str]
    kinds: Sequence[str]
    height: int
    header: tuple[int, ...]
    merges: tuple[str, ...] = ()


SHAPES = {
    "banner-blank-header": Shape(
        BANNER,
        BANNER[2],
        ["text", "decimal", "percent", "date", "text"],
        3,
        (3,),
    ),
    "titles-total-note": Shape(TITLE, TITLE[3], ["text", "currency", "decimal"], 2, (4,)),
    "five-year-blocks": Shape(
        YEAR_BLOCKS, YEAR_NAMES, ["text", *["integer"] * 15], 2, (1, 2), YEAR_MERGES
    ),
    "dashboard-without-names": Shape(
        DASHBOARD, [f"column_{n}" for n in range(1, 25)], ["integer"] * 24, 6, ()
    ),
    "section-label": Shape(SECTION, SECTION[1], ["text", "integer", "currency"], 2, (2,)),
    "paragraphs-in-173-columns": Shape(
        ANSWERS, ["Respondent", *QUESTIONS], ["text"] * 173, 3, (1,)
    ),
    "roman-numerals": Shape(ROMAN, ["Class", "Ⅱ", "II"], ["text", "integer", "integer"], 2, (1,)),
    "leading-zeros": Shape(IDS, ["code", "n"], ["identifier", "integer"], 2, (1,)),
}


@pytest.mark.parametrize("name", SHAPES)
def test_sheet_shape(tmp_path: Path, name: str) -> None:
    shape = SHAPES[name]
    table = read_table(write_book(tmp_path, {"S": shape.rows}, merges=shape.merges))
    assert table.layout.header_rows == shape.header
    assert names(table) == list(shape.columns)
    assert types(table) == list(shape.kinds)
    assert table.frame.height == shape.height
    assert {column.is_invented for column in table.columns} == {not shape.header}


@pytest.mark.parametrize("name", SHAPES)
def test_every_row_that_is_not_blank_has_one_role(tmp_path: Path, name: str) -> None:
    shape = SHAPES[name]
    table = read_table(write_book(tmp_path, {"S": shape.rows}, merges=shape.merges))
    filled = [n for n, row in enumerate(shape.rows, 1) if any(cell is not None for cell in row)]
    assert sorted(roles(table)) == filled


def roles(table: TypedTable) -> list[int]:
    """Rows of the sheet in every role; a row twice would have two."""
    layout = table.layout
    outside = (*layout.title_rows, *layout.total_rows, *layout.note_rows, *layout.dropped_rows)
    return [*layout.header_rows, *table.row_numbers, *outside]


def test_banner_cells_and_missing_marks(tmp_path: Path) -> None:
    table = read_table(write_book(tmp_path, {"S": BANNER}))
    assert table.layout.titles == ("Survey of app use | Online panel | Response rate 45%",)
    users, share = table.columns[1], table.columns[2]
    assert (users.unit, users.scale) == ("10k", 10_000)
    assert (share.unit, share.scale) == ("percent", 1)
    assert table.frame["DAU/MAU（%）"].to_list() == [0.335, 0.12, None]
    assert [(item.reason, item.count, item.cells) for item in share.nulls] == [("——", 1, ("C6",))]


def test_units_of_money_and_points_of_percent(tmp_path: Path) -> None:
    table = read_table(write_book(tmp_path, {"S": TITLE}))
    money, growth = table.columns[1], table.columns[2]
    assert (money.unit, money.scale) == ("CNY", 10_000)
    assert (growth.unit, growth.scale) == ("percent", 0.01)
    assert table.frame["Growth (%)"].to_list() == [33.5, -1.5]
    assert table.layout.title_rows == (1, 2)
    assert (table.layout.total_rows, table.layout.note_rows) == ((7,), (9,))
    assert table.layout.cell_range == "A1:C9"


def test_stacked_tables_have_their_own_titles_and_ranges(tmp_path: Path) -> None:
    first, second = read(write_book(tmp_path, {"S": STACKED})).tables
    assert (first.layout.titles, second.layout.titles) == (("Costs",), ("Staff",))
    assert (first.layout.cell_range, second.layout.cell_range) == ("A1:B3", "A5:C8")
    assert names(second) == ["name", "hours", "team"]


def test_second_part_with_a_stacked_header_and_numbered_columns_is_a_table(tmp_path: Path) -> None:
    part = [[f"place {n}", n, n + 1, n + 2, n + 3] for n in range(5)]
    rows: Rows = [
        ["Table 7. Returns"],
        [],
        [None, "Filed", None, "Examined", None],
        ["Type", "Paper", "Online", "Field", "Office"],
        *part,
        ["Table 7. Returns--Continued"],
        [],
        [None, "Tax", None, "Tax per return", None],
        ["Type", "Paper", "Online", "Field", "Home"],
        [],
        *part,
    ]
    first, second = read(write_book(tmp_path, {"S": rows})).tables
    assert names(first)[1:] == [
        "Filed / Paper",
        "Filed / Online",
        "Examined / Field",
        "Examined / Office",
    ]
    assert names(second)[1:] == [
        "Tax / Paper",
        "Tax / Online",
        "Tax per return / Field",
        "Tax per return / Home",
    ]
    assert second.layout.titles == ("Table 7. Returns--Continued",)
    assert (first.frame.height, second.frame.height) == (5, 5)


def test_16377_columns_are_refused_in_a_sentence(tmp_path: Path) -> None:
    rows: Rows = [[f"c{n}" for n in range(16_377)], list(range(16_377))]
    (sheet,) = read(write_book(tmp_path, {"S": rows})).failures
    assert sheet.reason is FailureReason.TOO_LARGE
    assert f"16,377 used columns, more than {limits.MAX_COLUMNS:,}" in sheet.detail


def test_sheet_names_are_kept_as_they_are(tmp_path: Path) -> None:
    titles = ["Quarterly revenue by region and", "数据", "データ", "Übersicht"]
    sheets: dict[str, Rows] = {title: [["a", "b"], [1, 2]] for title in titles}
    workbook = read(write_book(tmp_path, sheets))
    assert [len(title) for title in workbook.sheets] == [31, 2, 3, 9]
    assert [table.sheet for table in workbook.tables] == titles


def test_page_saved_as_xlsx_gives_its_table(tmp_path: Path) -> None:
    page = "<html><body><table><tr><th>k</th><th>v</th></tr><tr><td>x</td><td>5</td></tr></table>"
    (tmp_path / "report.xlsx").write_text(page)
    workbook = read(tmp_path / "report.xlsx")
    assert workbook.media_type == HTML
    assert workbook.tables[0].frame.row(0) == ("x", 5)


def test_formula_without_cached_value_is_null_with_its_address(tmp_path: Path) -> None:
    rows: Rows = [["m", "in", "profit"], ["Jan", 5, "=B2*2"], ["Feb", 6, 7]]
    table = read_table(write_book(tmp_path, {"S": rows}))
    assert table.frame["profit"].to_list() == [None, 7]
    assert [item.cells for item in table.columns[2].nulls] == [("C2",)]


def _equal_rows(folder: Path) -> TypedTable:
    return csv_table(folder, "note\nsame\nsame\n")


def _repeated_first_row(folder: Path) -> TypedTable:
    return csv_table(folder, "same\nsame\nsame\n")


@pytest.mark.parametrize(("make", "height"), [(_equal_rows, 2), (_repeated_first_row, 3)])
def test_a_first_row_like_all_others_is_no_header(
    tmp_path: Path, make: Callable[[Path], TypedTable], height: int
) -> None:
    assert make(tmp_path).frame.height == height


def test_a_paragraph_as_name_is_cut_and_kept_as_source_name(tmp_path: Path) -> None:
    table = csv_table(tmp_path, f'"{PARAGRAPH}",n\nx,1\ny,2\n')
    column = table.columns[0]
    assert len(column.name) <= 200
    assert column.name.endswith("…")
    assert column.source_name == PARAGRAPH.strip()
