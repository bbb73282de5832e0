"""Lines of several cells above a header, and lines below it that explain its codes."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.unit.readers.table_files import csv_table, names, read_table, types, write_book
from worksurface_pipeline.readers.model import SheetOverride, Workbook
from worksurface_pipeline.readers.tables import read_workbook

Rows = list[list[Any]]
DAY = date(2024, 5, 1)
STOCK: Rows = [["Art", "Name", "Bin", "Qty"], ["x", "a", "B1", 1], ["y", "b", "B2", 2]]
HOURS: Rows = [["Date", "Project", "Type", "Hours"], [DAY, "P", "work", 5], [DAY, "Q", "work", 6]]
PIVOT: Rows = [["Region", "Product", 2022, 2023], ["N", "a", 1, 2], ["S", "b", 3, 4]]


@pytest.mark.parametrize(
    ("above", "table"),
    [
        pytest.param([["Timesheet", "Name:", "Jane Roe", "45"], []], HOURS, id="pairs-and-a-blank"),
        pytest.param([["Timesheet", "Jane", "Roe", "May"], []], HOURS, id="blank-row-alone"),
        pytest.param([["Customer:", "ACME", "Order", "Page"]], STOCK, id="a-key-with-a-colon"),
        pytest.param(
            [["List"], ["Printed: 1 May by Ann", None, None, "Page 1"]], STOCK, id="print"
        ),
        pytest.param([["Report", "Sales", "as of", "2024-05-01"]], STOCK, id="a-date"),
        pytest.param([["Sales report", None, None, "Q1 2024"]], STOCK, id="sparse"),
        pytest.param([["Sum of Sales", None, "Column Labels"]], PIVOT, id="of-a-pivot"),
        pytest.param([[None, None, "Values"]], PIVOT, id="values-of-a-pivot"),
    ],
)
def test_line_above_a_header_that_names_all_columns_is_a_title(
    tmp_path: Path, above: Rows, table: Rows
) -> None:
    read = read_table(write_book(tmp_path, {"S": [*above, *table]}))
    assert names(read) == list(map(str, table[0]))
    assert read.layout.title_rows == tuple(n for n, row in enumerate(above, 1) if row)
    assert read.frame.height == len(table) - 1


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        pytest.param(
            [[None, "Plan", None, "Actual", None], ["Dept", "Q1", "Q2", "Q1", "Q2"]],
            ["Dept", "Plan / Q1", "Plan / Q2", "Actual / Q1", "Actual / Q2"],
            id="groups",
        ),
        pytest.param(
            [["Dept", "Plan", None, "Actual", None], [None, "Q1", "Q2", "Q1", "Q2"]],
            ["Dept", "Plan / Q1", "Plan / Q2", "Actual / Q1", "Actual / Q2"],
            id="groups-beside-a-name",
        ),
        pytest.param(
            [["Dept", "Rent", "Heat", "Cars", "Fuel"], ["Name", "EUR", "MWh", "pcs", "l"]],
            ["Dept / Name", "Rent / EUR", "Heat / MWh", "Cars / pcs", "Fuel / l"],
            id="units",
        ),
    ],
)
def test_header_of_two_rows_stays_one(tmp_path: Path, header: Rows, columns: list[str]) -> None:
    table = read_table(write_book(tmp_path, {"S": [*header, ["A", 1, 2, 3, 4], ["B", 5, 6, 7, 8]]}))
    assert names(table) == columns


def test_one_odd_text_below_a_blank_row_is_no_header(tmp_path: Path) -> None:
    rows: Rows = [["Item", "Size", "Price"], [], ["Bolt", "large", "on request"]]
    more: Rows = [[f"Item {n}", "small", n] for n in range(5)]
    table = read_table(write_book(tmp_path, {"S": [*rows, *more]}))
    assert names(table) == ["Item", "Size", "Price"]


def test_header_over_a_row_that_looks_like_one_is_not_certain(tmp_path: Path) -> None:
    table = csv_table(tmp_path, "a,b,c\nDate,Place,Hours\n2024-05-01,x,5\n2024-05-02,x,6\nq,r,s\n")
    assert table.layout.confidence <= 0.7


@pytest.mark.parametrize(
    ("lines", "titles"),
    [
        pytest.param("Start Date,How old are you?,Any car?\n", (2,), id="questions"),
        pytest.param(
            "Start Date,How old are you?,Any car?\n"
            '"{""ImportId"":""s""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n',
            (2, 3),
            id="questions-and-names",
        ),
        pytest.param("", (), id="none"),
    ],
)
def test_questions_below_the_codes_of_a_survey(
    tmp_path: Path, lines: str, titles: tuple[int, ...]
) -> None:
    data = "2024-01-01 10:00:00,35,Yes\n2024-01-02 11:00:00,41,No\n"
    table = csv_table(tmp_path, f"StartDate,Q1,Q2\n{lines}{data}")
    assert names(table) == ["StartDate", "Q1", "Q2"]
    assert types(table) == ["datetime", "integer", "text"]
    assert (table.layout.title_rows, table.frame.height) == (titles, 2)


def test_answers_that_ask_are_no_questions(tmp_path: Path) -> None:
    table = csv_table(tmp_path, "code,text\nA1,why?\nB2,how?\nC3,what?\n")
    assert table.frame.height == 3


def test_a_question_states_no_unit_of_the_table(tmp_path: Path) -> None:
    head = "id,Time,Q1\nID,Time (in seconds),How old are you?\n"
    table = csv_table(tmp_path, f"{head}1,300,35\n2,540,41\n")
    assert (table.layout.title_rows, table.columns[2].unit) == ((2,), "")


def test_questions_stay_titles_when_settings_leave_out_a_row(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("Id,Q1\nID,How old are you?\nx1,35\nx2,41\nx3,28\n")
    book = read_workbook(path, path.name, (SheetOverride(sheet="", drop_rows=(4,)),))
    assert isinstance(book, Workbook)
    (table,) = book.tables
    assert (table.layout.title_rows, table.row_numbers) == ((2,), (3, 5))
