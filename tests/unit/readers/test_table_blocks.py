"""Several tables on one sheet, and what stands below and beside them: totals, notes, legends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.unit.readers.table_files import csv_table, names, read, read_table, write_book

Rows = list[list[Any]]
GAP: Rows = [[]]
SALES: Rows = [["Region", "Units"], ["N", 1], ["S", 2]]
STAFF: Rows = [["Name", "Dept"], ["Ann", "IT"], ["Bob", "HR"]]
COSTS: Rows = [["Item", "Cost"], ["Rent", 100], ["Power", 50]]
TEAM: Rows = [["Name", "Dept", "Start"], ["Ann", "IT", 1], ["Bob", "HR", 2]]


@pytest.mark.parametrize(
    ("rows", "ranges"),
    [
        pytest.param(
            [
                *[["Table 1"], *SALES, ["Note: no returns"], *GAP],
                *[["Table 2"], *STAFF, ["Source: HR"], *GAP],
                *[["Table 3"], *COSTS, ["Total", 150]],
            ],
            ["A1:B5", "A7:B11", "A13:B17"],
            id="titled-of-equal-width",
        ),
        pytest.param([*TEAM, *GAP, *COSTS], ["A1:C3", "A5:B7"], id="wide-then-narrow"),
        pytest.param([*COSTS, *GAP, *TEAM], ["A1:B3", "A5:C7"], id="narrow-then-wide"),
        pytest.param([*SALES, *GAP, *STAFF], ["A1:B3", "A5:B7"], id="numbers-then-texts"),
        pytest.param([*SALES, *STAFF], ["A1:B3", "A4:B6"], id="without-a-blank-row"),
        pytest.param(
            [["Sales"], *SALES, ["Costs"], *COSTS], ["A1:B4", "A5:B8"], id="titles-and-no-blank-row"
        ),
        pytest.param(
            [["Table 1: A"], *STAFF, *GAP, ["Table 2: B"], ["City", "Land"], ["Oslo", "NO"]],
            ["A1:B4", "A6:B8"],
            id="texts-under-counted-titles",
        ),
        pytest.param(
            [["Costs"], *GAP, *COSTS, *GAP, *GAP, ["Team"], *GAP, *TEAM],
            ["A1:B5", "A8:C12"],
            id="titles-set-apart",
        ),
    ],
)
def test_tables_one_below_the_other(tmp_path: Path, rows: Rows, ranges: list[str]) -> None:
    tables = read(write_book(tmp_path, {"S": rows})).tables
    assert [table.layout.cell_range for table in tables] == ranges
    assert [table.block for table in tables] == list(range(1, len(ranges) + 1))
    labels = [rows[table.layout.header_rows[-1] - 1] for table in tables]
    assert [names(table) for table in tables] == labels
    assert [table.frame.height for table in tables[:-1]] == [2] * (len(tables) - 1)


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([*SALES, *GAP, ["W", 3], ["E", 4], *GAP, ["X", 5]], id="blank-rows"),
        pytest.param(
            [
                *[["Virginia"], ["Results", "http://a.example.org/1"], *GAP],
                *[["Kentucky"], ["Results", "http://a.example.org/2"], ["Census", "table 5"], *GAP],
                *[["Ohio", "see Kentucky"], ["Results", "http://a.example.org/3"]],
            ],
            id="list-of-sources",
        ),
        pytest.param(
            [["item", "n", "m"], ["Fruit"], ["Apple", 1, 2], *GAP, ["Greens"], ["Leek", 3, 4]],
            id="section-labels",
        ),
        pytest.param(
            [["Name", "Score"], ["A", "absent"], ["B", "absent"], *GAP, ["C", "absent"], ["D", 5]],
            id="text-among-numbers",
        ),
        pytest.param([["k", "v"], ["a", 1], ["b", 2], ["c", "open"], ["d", 5]], id="odd-text"),
        pytest.param(
            [["k", "v", "w"], ["a", 1, 3], ["b", 2, 5], ["c", "n.k.", "open"], ["d", 4, 5]],
            id="two-odd-texts",
        ),
        pytest.param(
            [["metric", "value"], ["rows", 100], ["cols", 20], ["name", "foo"], ["by", "bar"]],
            id="values-of-two-kinds",
        ),
        pytest.param(
            [["Term", "Meaning"], ["KPI", "key"], ["ROI", "gain"], *GAP, ["Abbr", "Text"]],
            id="texts-alone",
        ),
    ],
)
def test_one_table_stays_one(tmp_path: Path, rows: Rows) -> None:
    table = read_table(write_book(tmp_path, {"S": rows}))
    assert table.block == 0
    others = len(table.layout.header_rows) + len(table.layout.dropped_rows)
    assert table.frame.height + others == sum(map(bool, rows))


def test_header_of_two_parts_joined_by_a_merge_is_not_split(tmp_path: Path) -> None:
    rows: Rows = [
        ["Who", "All", "Sex", None],
        [None, None, None, None],
        [None, None, "Men", "Women"],
        ["Q1", 0.1, 0.2, 0.3],
        ["Q2", 0.4, 0.5, 0.6],
    ]
    table = read_table(write_book(tmp_path, {"S": rows}, merges=("A1:A3", "B1:B3", "C1:D1")))
    assert table.block == 0
    assert table.frame.height == 2


@pytest.mark.parametrize(
    ("rows", "totals"),
    [
        pytest.param(["Average,1.67,2", "Max,2,3"], (5, 6), id="reckoned"),
        pytest.param(["Max,2,3"], (5,), id="greatest-of-two-columns"),
        pytest.param(["Max,2,9"], (), id="a-person-named-max"),
        pytest.param(["Max,2,"], (), id="greatest-of-one-column"),
        pytest.param(["Mean,1.7,2", "Std. dev.,0.6,1"], (5, 6), id="below-one-that-counts"),
        pytest.param(["Std. dev.,0.6,1"], (), id="nothing-to-reckon"),
        pytest.param(["Net,5,6", "VAT 20%,1,1.2", "Gross,6,7.2"], (5, 6, 7), id="net-vat-gross"),
        pytest.param(["VAT (20%),1,1.2", "Total,6,7.2"], (5, 6), id="share-of-the-sum"),
        pytest.param(["Tax,-1,-2", "Total,4,4"], (6,), id="tax-is-a-line-of-the-sum"),
        pytest.param(["Total (EUR),5,6"], (5,), id="unit-in-brackets"),
        pytest.param(["平均,1.67,2", "合计：,5,6"], (5, 6), id="chinese"),
        pytest.param(["Net,5,6", "Dan,1,1"], (), id="not-the-last-rows"),
        pytest.param(["Total assets,5,6", "Cash,1,1"], (), id="a-name-with-total"),
    ],
)
def test_trailing_rows_that_sum_up(
    tmp_path: Path, rows: list[str], totals: tuple[int, ...]
) -> None:
    table = csv_table(tmp_path, "\n".join(["who,n,m", "Ann,1,1", "Bob,2,3", "Cid,2,2", *rows]))
    assert table.layout.total_rows == totals
    assert table.frame.height == 3 + len(rows) - len(totals)


def test_totals_below_the_last_columns(tmp_path: Path) -> None:
    rows: Rows = [
        ["Pos", "Item", "Qty", "Price", "Sum"],
        *[[n, f"Item {n}", 2, 5.5, 11] for n in range(1, 5)],
        [None, None, None, "Subtotal", 44],
        [None, None, None, "VAT 25%", 11],
        [None, None, None, "Total", 55],
    ]
    table = read_table(write_book(tmp_path, {"S": rows}))
    assert table.layout.totals == ("Subtotal | 44", "VAT 25% | 11", "Total | 55")
    assert table.frame["Price"].to_list() == [5.5] * 4


BUDGET: Rows = [["Dept", "Jan", "Feb"], ["IT", 1, 2], ["HR", 11, 12], ["FIN", 21, 22], ["PR", 3, 4]]


@pytest.mark.parametrize(
    ("side", "columns"),
    [
        pytest.param(["Legend", "red = over", "green = under"], ["Legend"], id="headed"),
        pytest.param([None, "green: ok", "red: bad"], ["column_1"], id="explaining"),
        pytest.param([None, "draft", "not final"], ["draft"], id="nameless"),
        pytest.param(["Remarks", "late", None, "early"], [], id="sparse-column"),
        pytest.param([None, "x", "y", "z", "q"], [], id="nameless-column"),
        pytest.param(["Key", "1 = a", "2 = b", "3 = c", "4 = d"], [], id="full-column"),
    ],
)
def test_legend_beside_a_table(tmp_path: Path, side: list[Any], columns: list[str]) -> None:
    padded = [*side, None, None, None][: len(BUDGET)]
    rows = [[*row, None, cell] for row, cell in zip(BUDGET, padded, strict=True)]
    tables = read(write_book(tmp_path, {"S": rows})).tables
    assert len(tables) == 1 + bool(columns)
    assert names(tables[0])[:3] == BUDGET[0]
    assert [name for table in tables[1:] for name in names(table)] == columns
    assert len(tables[0].columns) == (3 if columns else 4)


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        pytest.param("A, b\nc, d\n\nTwo\nof it\n\nx, y\nq, z\np, t\n", ["A1:B9"], id="texts"),
        pytest.param("---\nA, b\n\nTwo\nof it\n\nx, y\nq, z\np, 1\n", ["A1:B9"], id="number"),
    ],
)
def test_header_may_be_found_below_a_stretch_of_labels(
    tmp_path: Path, text: str, ranges: list[str]
) -> None:
    """A stretch of texts was taken for a header though the header lies below it."""
    (tmp_path / "t.csv").write_text(text)
    tables = read(tmp_path / "t.csv").tables
    assert [table.layout.cell_range for table in tables] == ranges


def test_prose_below_a_table_is_no_header_of_it(tmp_path: Path) -> None:
    text = "n,v\na,1\nb,2\n\nOne, of prose\nTwo\n\nThree, lines, of it\nFour\nFive, six\n"
    assert csv_table(tmp_path, text).layout.header_rows == (1,)
