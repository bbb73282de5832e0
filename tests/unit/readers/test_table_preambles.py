"""What stands above a header and what may look like one: label/value lines, years, numbering."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.unit.readers.table_files import csv_table, names, read_table, write_book

Rows = list[list[Any]]
DAY = date(2024, 1, 5)
TABLE: Rows = [["Region", "Units", "Rev"], ["N", 1, 2], ["S", 3, 4], ["E", 5, 6]]
TEXTS: Rows = [["Name", "City", "Role"], ["Ann", "Oslo", "Dev"], ["Bob", "Rome", "Ops"]]
INVOICE: Rows = [["Pos", "Item", "Qty", "Price", "Sum"], [1, "a", 2, 3, 6], [2, "b", 2, 4, 8]]


@pytest.mark.parametrize(
    ("above", "table"),
    [
        pytest.param([["Report:", "Sales"], ["Date:", DAY], ["By:", "Ann"], []], TABLE, id="blank"),
        pytest.param(
            [["Report date:", "2024-01-05"], ["Department", "Sales"]], TABLE, id="directly"
        ),
        pytest.param([["Report date:", DAY], ["Department:", "Sales"]], TEXTS, id="over-texts"),
        pytest.param([["Company", "ACME"], ["Year", 2024], ["Version", 3]], TABLE, id="numbers"),
        pytest.param([["Company:", "ACME"], ["Period:", "2024"], []], TABLE, id="one-number"),
        pytest.param([["Sales report"], ["Date", DAY], ["Author", "Ann"]], TABLE, id="below-title"),
        pytest.param([["Year", "(All)"], [], ["Sum of Sales", "Labels"]], TABLE, id="of-a-pivot"),
        pytest.param([["Company: ACME"], ["Period: 2024"], []], TABLE, id="one-cell"),
        pytest.param(
            [["Client", "ACME", None, "No.", "00123"], ["City", "Oslo", None, "Date", DAY], []],
            INVOICE,
            id="two-pairs-a-row",
        ),
        pytest.param(
            [["Client", "ACME", "Date", DAY], ["No.", "17", "City", "Oslo"], []],
            INVOICE,
            id="two-pairs-without-a-gap",
        ),
    ],
)
def test_lines_of_label_and_value_are_titles(tmp_path: Path, above: Rows, table: Rows) -> None:
    read = read_table(write_book(tmp_path, {"S": [*above, *table]}))
    assert names(read) == table[0]
    assert read.layout.title_rows == tuple(n for n, row in enumerate(above, 1) if row)
    assert read.frame.height == len(table) - 1
    assert not any(column.is_invented for column in read.columns)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        pytest.param(
            [["id", "name"], [1, "a", "x"], [2, "b"]], ["id", "name", "column_3"], id="ragged"
        ),
        pytest.param(
            [["Item", "Sales"], [None, "Q1", "Q2"], ["A", 1, 2], ["B", 3, 4]],
            ["Item", "Sales / Q1", "Sales / Q2"],
            id="group-over-the-rest",
        ),
        pytest.param(
            [
                ["Product", "Sales", None, "Cost", None],
                ["Name", "Q1", "Q2", "Q1", "Q2"],
                ["A", 1, 2, 3, 4],
                ["B", 2, 3, 4, 5],
            ],
            ["Product / Name", "Sales / Q1", "Sales / Q2", "Cost / Q1", "Cost / Q2"],
            id="two-groups",
        ),
    ],
)
def test_a_short_row_of_labels_is_not_always_a_preamble(
    tmp_path: Path, rows: Rows, columns: list[str]
) -> None:
    assert names(read_table(write_book(tmp_path, {"S": rows}))) == columns


@pytest.mark.parametrize(
    ("rows", "has_header"),
    [
        pytest.param(
            [["Customer", "ACME"], ["No.", "00123"], ["Start", DAY], ["Value", 12000], ["By", "A"]],
            False,
            id="values-of-several-kinds",
        ),
        pytest.param(
            [["Project", "Apollo"], ["Lead", "Ann"], ["Start", DAY], ["Budget", 5], ["Heads", 3]],
            False,
            id="half-of-the-values-are-numbers",
        ),
        pytest.param([["Name:", "Ann"], ["City:", "Oslo"], ["Age:", 5]], False, id="colons"),
        pytest.param(
            [["Name:", "Ann"], ["City:", "Oslo"], [], ["Floor:", 5], ["Seat:", 17]],
            False,
            id="colons-and-a-blank-row",
        ),
        pytest.param(
            [["Field", "Value"], ["Name", "Ann"], ["Start", DAY], ["Budget", 5]], True, id="named"
        ),
        pytest.param(
            [["Task", "Due"], ["A", DAY], ["B", "TBD"], ["C", DAY], ["D", 5]], True, id="one-odd"
        ),
        pytest.param(
            [["Event", "When"], ["A", DAY], ["B", 2019], ["C", DAY]], True, id="dates-and-years"
        ),
        pytest.param(
            [["Country", "People"], ["A", "5 million"], ["B", 900], ["C", "n/a"]], True, id="texts"
        ),
        pytest.param([["Term", "Meaning"], ["KPI", "key"], ["ROI", "gain"]], True, id="glossary"),
    ],
)
def test_list_of_key_and_value_has_no_header(tmp_path: Path, rows: Rows, has_header: bool) -> None:
    table = read_table(write_book(tmp_path, {"S": rows}))
    assert bool(table.layout.header_rows) == has_header
    assert names(table) == (rows[0] if has_header else ["column_1", "column_2"])
    assert all(column.is_invented != has_header for column in table.columns)
    assert table.frame.height == sum(map(bool, rows)) - has_header


@pytest.mark.parametrize(
    ("rows", "header", "columns"),
    [
        pytest.param(
            [["Metric", 2021, 2022, 2023], ["Revenue", 1, 2, 3], ["CEO", "Ann", "Ann", "Bob"]],
            (1,),
            ["Metric", "2021", "2022", "2023"],
            id="with-a-row-of-texts",
        ),
        pytest.param(
            [["Metric", "2021", "2020"], ["Revenue", 1, 2], ["CEO", "Ann", "Bob"]],
            (1,),
            ["Metric", "2021", "2020"],
            id="as-texts-downwards",
        ),
        pytest.param(
            [
                ["Region", "Sales", None, "Cost", None],
                [None, "2023", "2024", "2023", "2024"],
                ["N", 1, 2, 3, 4],
                ["S", 3, 4, 5, 6],
            ],
            (1, 2),
            ["Region", "Sales / 2023", "Sales / 2024", "Cost / 2023", "Cost / 2024"],
            id="below-groups",
        ),
        pytest.param(
            [["City", "Pop", "Area"], ["X", 2001, 1999], ["Y", 30000, 500]],
            (1,),
            ["City", "Pop", "Area"],
            id="data-like-years",
        ),
        pytest.param(
            [["A", 2001, 2005, "x"], ["B", "n", 7, "y"], ["C", 4, "k", "z"]],
            (),
            ["column_1", "column_2", "column_3", "column_4"],
            id="years-of-a-record",
        ),
    ],
)
def test_years_as_names_of_columns(
    tmp_path: Path, rows: Rows, header: tuple[int, ...], columns: list[str]
) -> None:
    table = read_table(write_book(tmp_path, {"S": rows}))
    assert table.layout.header_rows == header
    assert names(table) == columns


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        pytest.param("w,a,b,c\n1,2,3,4\n5,6,7,8\n", (), id="first-record"),
        pytest.param("w,a,b,c\n(1),(2),(3),(4)\n5,6,7,8\n", (2,), id="in-brackets"),
        pytest.param("item,a,b,c\n1,2,3,4\nx,6,7,8\n", (2,), id="over-a-text"),
        pytest.param("item,a,b,c,d\n,1,2,3,4\nx,6,7,8,9\n", (2,), id="beside-a-text"),
    ],
)
def test_row_of_column_numbers(tmp_path: Path, text: str, dropped: tuple[int, ...]) -> None:
    table = csv_table(tmp_path, text)
    assert table.layout.dropped_rows == dropped
    assert table.frame["a"].to_list() == ([6] if dropped else [2, 6])
