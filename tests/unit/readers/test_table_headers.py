"""Header, titles, totals, notes and several tables on one sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.unit.readers.table_files import csv_table, names, read, read_table, write_book
from worksurface_pipeline.readers.units import header_unit


@pytest.mark.parametrize(
    ("text", "header", "columns"),
    [
        ("id,name\n1,A\n2,B\n", (1,), ["id", "name"]),
        ("name,city\nAda,Rome\nBob,Oslo\n", (1,), ["name", "city"]),
        ("domain\na.example.org\nb.example.org\n", (1,), ["domain"]),
        ("a.example.org\nb.example.org\nc.example.org\n", (), ["column_1"]),
        ("host.example.org:4443\n", (), ["column_1"]),
        ("1,10\n2,20\n3,30\n", (), ["column_1", "column_2"]),
        ("2024-01-01,5\n2024-01-02,6\n", (), ["column_1", "column_2"]),
        (
            "Region,2019,2020,2021\nNorth,5,6,7\nSouth,6,7,8\n",
            (1,),
            ["Region", "2019", "2020", "2021"],
        ),
        ("ERR-001,bad\nERR-002,worse\nERR-003,worst\n", (), ["column_1", "column_2"]),
        ("Code,Text\nERR-001,bad\nERR-002,worse\n", (1,), ["Code", "Text"]),
        ("S.No,Field\n1,POS CODE\n2,DATE\n", (1,), ["S.No", "Field"]),
        ("a,b,c\n", (1,), ["a", "b", "c"]),
        ("hello", (), ["column_1"]),
        ("编号,数量\n0001,12\n0002,7\n", (1,), ["编号", "数量"]),
        (
            "id,amount,amount,,Amount ,\n1,10,20,x,30,\n",
            (1,),
            ["id", "amount", "amount (2)", "column_4", "Amount (3)"],
        ),
        ('"two\nlines",  b   c \n1,2\n', (1,), ["two lines", "b c"]),
        ("Id,a,a (2),a\n1,2,3,4\n", (1,), ["Id", "a", "a (2)", "a (3)"]),
        (
            "Name,Weight,Price\n,kg,EUR\nA,1.5,2\nB,2.5,3\n",
            (1, 2),
            ["Name", "Weight / kg", "Price / EUR"],
        ),
    ],
)
def test_header_row_and_names(
    tmp_path: Path, text: str, header: tuple[int, ...], columns: list[str]
) -> None:
    table = csv_table(tmp_path, text)
    assert table.layout.header_rows == header
    assert names(table) == columns
    assert all(column.is_invented == column.name.startswith("column_") for column in table.columns)


def test_titles_totals_and_notes_are_kept_apart(tmp_path: Path) -> None:
    table = csv_table(
        tmp_path,
        "Sales report Q1 2025,,,\nExported by SYSTEM,,,\n,,,\nRegion,Units,Revenue,Share\n"
        'North,10,"$1,000.00",25%\nSouth,30,"$3,000.00",75%\nTotal,40,"$4,000.00",100%\n'
        ",,,\nSource: the sales desk,,,\n",
    )
    assert table.layout.titles == ("Sales report Q1 2025", "Exported by SYSTEM")
    assert table.layout.header_rows == (4,)
    assert table.layout.totals == ("Total | 40 | $4,000.00 | 100%",)
    assert table.layout.notes == ("Source: the sales desk",)
    assert table.row_numbers == (5, 6)
    assert table.frame["Revenue"].sum() == 4000


@pytest.mark.parametrize(
    ("last", "is_total"),
    [
        ("Grand total,40", True),
        ("合计,40", True),
        ("Total Wine & More,40", False),
        ("Total,", False),
        ("Totality,40", False),
    ],
)
def test_only_the_word_total_makes_a_total_row(tmp_path: Path, last: str, is_total: bool) -> None:
    table = csv_table(tmp_path, f"shop,n\nA,10\nB,30\n{last}\n")
    assert bool(table.layout.totals) == is_total
    assert table.frame.height == (2 if is_total else 3)


def test_blank_rows_inside_data_end_no_table_and_section_headings_are_none(tmp_path: Path) -> None:
    table = csv_table(tmp_path, "item,n,m\nFruit,,\nApple,1,2\n\nVegetables,,\nLeek,3,4\n")
    assert table.frame["item"].to_list() == ["Apple", "Leek"]
    assert table.row_numbers == (3, 6)
    assert table.layout.dropped_rows == (2, 5)


def test_repeated_header_and_column_numbers_are_dropped_and_recorded(tmp_path: Path) -> None:
    table = csv_table(
        tmp_path,
        "item,a,b,c\n(1),(2),(3),(4)\nx,10,20,30\nitem,a,b,c\ny,11,21,31\n",
    )
    assert table.layout.dropped_rows == (2, 4)
    assert table.frame["a"].to_list() == [10, 11]


def test_csv_group_row_reaches_over_its_names(tmp_path: Path) -> None:
    table = csv_table(
        tmp_path,
        ",,All,Age,,Race,\n,,,18 - 34,35+,White,Other\nQ,yes,1%,2%,3%,4%,5%\nQ,no,6%,7%,8%,9%,1%\n",
    )
    assert names(table)[2:] == ["All", "Age / 18 - 34", "Age / 35+", "Race / White", "Race / Other"]


Rows = list[list[Any]]
MERGED: Rows = [
    ["2024 sales by region", None, None, None, None],
    ["Region", "H1", None, "H2", None],
    [None, "Units", "Rev", "Units", "Rev"],
    ["North", 10, 11, 12, 13],
    [None, 20, 21, 22, 23],
    ["South", 30, 31, 32, 33],
]


def test_merged_header_is_joined_and_merged_key_filled_down(tmp_path: Path) -> None:
    merges = ("A1:E1", "A2:A3", "B2:C2", "D2:E2", "A4:A5")
    table = read_table(write_book(tmp_path, {"S": MERGED}, merges=merges))
    assert table.layout.titles == ("2024 sales by region",)
    assert table.layout.header_rows == (2, 3)
    assert names(table) == ["Region", "H1 / Units", "H1 / Rev", "H2 / Units", "H2 / Rev"]
    assert table.frame["Region"].to_list() == ["North", "North", "South"]
    assert table.frame["H1 / Units"].sum() == 60


def test_cell_merged_over_all_rows_is_no_header_of_all_rows(tmp_path: Path) -> None:
    rows: Rows = [["Side", "Key", "n"], *[[None, f"k{i}", i] for i in range(8)]]
    table = read_table(write_book(tmp_path, {"S": rows}, merges=("A1:A9",)))
    assert table.frame.height == 8


def test_stacked_tables_with_own_headers_are_split(tmp_path: Path) -> None:
    rows: Rows = [["a", "b"], ["x", 1], ["y", 2], [], ["c", "d", "e"], [5, "p", 7], [6, "q", 8]]
    first, second = read(write_book(tmp_path, {"S": rows})).tables
    assert (first.block, second.block) == (1, 2)
    assert (names(first), names(second)) == (["a", "b"], ["c", "d", "e"])
    assert second.row_numbers == (6, 7)


def test_header_printed_again_after_a_blank_row_carries_the_table_on(tmp_path: Path) -> None:
    rows: Rows = [["a", "b"], ["x", 1], ["y", 2], [], ["a", "b"], ["z", 3]]
    table = read_table(write_book(tmp_path, {"S": rows}))
    assert table.frame["b"].to_list() == [1, 2, 3]
    assert table.layout.dropped_rows == (5,)


def test_side_by_side_tables_with_the_same_names_are_split(tmp_path: Path) -> None:
    rows: Rows = [["m", "n", None, "m", "n"], ["x", 1, None, "y", 2], ["z", 3, None, "w", 4]]
    first, second = read(write_book(tmp_path, {"S": rows})).tables
    assert names(first) == names(second) == ["m", "n"]
    assert (first.layout.first_column, second.layout.first_column) == (1, 4)


def test_spacer_column_does_not_split_and_positions_are_kept(tmp_path: Path) -> None:
    rows: Rows = [["id", "n", None, "price", "sum"], ["x", 1, None, 2, 3], ["z", 3, None, 4, 5]]
    table = read_table(write_book(tmp_path, {"S": rows}))
    assert names(table) == ["id", "n", "price", "sum"]
    assert table.layout.column_numbers == (1, 2, 4, 5)


@pytest.mark.parametrize(
    ("name", "unit", "scale"),
    [
        ("MAU (10k)", "10k", 10_000),
        ("DAU/MAU（%）", "percent", 0.01),
        ("weight_kg", "kg", 1),
        ("cost_eur", "EUR", 1),
        ("销售额（万元）", "CNY", 10_000),
        ("Revenue (USD m)", "USD", 1_000_000),
        ("Turnover (in thousands of USD)", "USD", 1_000),
        ("Length (m)", "m", 1),
        ("Price (EUR/kWh)", "EUR/kWh", 1),
        ("Visits (1000)", "1000", 1_000),
        ("Sales (2023)", "", 1),
        ("Score (10)", "", 1),
        ("Weight (net)", "", 1),
        ("background", "", 1),
    ],
)
def test_unit_of_a_header(name: str, unit: str, scale: float) -> None:
    found = header_unit(name)
    assert (found.unit if found else "", found.scale if found else 1) == (unit, scale)
