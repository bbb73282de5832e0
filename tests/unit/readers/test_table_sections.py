"""Section headings, parents of indented rows, and tables that touch each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.styles import Alignment

from tests.unit.readers.table_files import names, read, read_table, write_book

Rows = list[list[Any]]
HEAD = ["Store", "Sales", "Staff"]
PARENTS: Rows = [["Asia", 30, 3], ["China", 20, 2], ["Japan", 10, 1], ["Europe", 5, 1]]


@pytest.mark.parametrize(
    ("rows", "dropped"),
    [
        pytest.param(
            [["North"], ["Kiel", 1, 2], ["South"], ["Ulm", 3, 4], ["Bonn", 5, 6]],
            (2, 4),
            id="from-the-first-row",
        ),
        pytest.param(
            [
                ["All", 9, 9],
                ["North:"],
                ["Kiel", 1, 2],
                ["South"],
                ["West"],
                ["Ulm", 3, 4],
                ["X", 5],
            ],
            (3, 5, 6),
            id="one-below-the-other",
        ),
        pytest.param([["Big ones:"], ["Kiel", 1, 2], ["Ulm", 3, 4]], (2,), id="one-with-a-colon"),
        pytest.param([["Kiel"], ["Ulm", 3, 4], ["Bonn", 5, 6]], (), id="a-record-of-a-name"),
        pytest.param(
            [["Roof", 1, 2], ["Attic"], ["Hall", 3, 4], ["Cellar"], ["Barn", 5, 6], ["Yard", 7, 8]],
            (),
            id="records-without-values",
        ),
        pytest.param(
            [["Desk 1"], ["Desk 2", 3, 4], ["Desk 3"], ["Desk 4", 5, 6]],
            (),
            id="records-that-count",
        ),
        pytest.param(
            [["North"], ["Kiel", None, 2], ["Ulm"], ["Bonn"], ["Rome"], ["Oslo", 3]],
            (),
            id="more-blanks-than-data",
        ),
    ],
)
def test_section_headings_are_no_data(tmp_path: Path, rows: Rows, dropped: tuple[int, ...]) -> None:
    table = read_table(write_book(tmp_path, {"S": [HEAD, *rows]}))
    assert table.layout.dropped_rows == dropped
    assert table.frame.height == len(rows) - len(dropped)
    headings = [f"section heading: {rows[number - 2][0]}" for number in dropped]
    assert list(table.layout.dropped_reasons) == headings


@pytest.mark.parametrize(
    ("indents", "dropped"),
    [
        pytest.param((0, 1, 1, 0), (2,), id="a-sum"),
        pytest.param((0, 0, 1, 0), (), id="other-children"),
        pytest.param((0, 0, 0, 0), (), id="no-indents"),
    ],
)
def test_parents_of_indented_rows_are_subtotals(
    tmp_path: Path, indents: tuple[int, ...], dropped: tuple[int, ...]
) -> None:
    path = write_book(tmp_path, {"S": [HEAD, *PARENTS]})
    book = load_workbook(path)
    for number, indent in enumerate(indents, 2):
        book["S"][f"A{number}"].alignment = Alignment(indent=indent)
    book.save(path)
    assert read_table(path).layout.dropped_rows == dropped


@pytest.mark.parametrize(
    ("rows", "widths"),
    [
        pytest.param(
            [["Code", "Meaning"], ["A", "on"], ["B", "off"], ["C", "of"]], [3, 2], id="texts"
        ),
        pytest.param(
            [["Rates", None], ["USD", 0.9], ["VAT", 0.2], ["X", 0.1]], [3, 2], id="a-title"
        ),
        pytest.param(
            [["Code", "Meaning"], ["A", None], ["B", "off"], ["C", "of"]], [5], id="not-full"
        ),
        pytest.param([["Comment", "By"], ["good", "Ann"], ["bad", "Bo"]], [5], id="remarks"),
        pytest.param(
            [["Code", "Meaning"], ["A", "on"], ["B", "off"], ["C", "of"], ["D", "up"]],
            [5],
            id="as-many-rows",
        ),
    ],
)
def test_tables_side_by_side(tmp_path: Path, rows: Rows, widths: list[int]) -> None:
    main: Rows = [["Item", "Qty", "Price"], ["a", 1, 2], ["b", 3, 4], ["c", 5, 6], ["d", 7, 8]]
    beside = [*rows, *[[None, None]] * (len(main) - len(rows))]
    joined = [[*left, None, *right] for left, right in zip(main, beside, strict=True)]
    tables = read(write_book(tmp_path, {"S": joined})).tables
    assert [len(table.columns) for table in tables] == widths


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            [["Centre", "Budget", "Spent"], ["C10", 1, 2], ["C20", 3, 4]],
            [["Vendor", "City", "Bills"], ["Acme", "Bonn", 5], ["Bolt", "Wien", 6]],
            id="numbers-then-texts",
        ),
        pytest.param(
            [["Centre", "Owner", "Budget"], ["C10", "Ann", 2], ["C20", "Bo", 4]],
            [["Vendor", "City", "Bills"], ["Acme", "Bonn", 5], ["Bolt", "Wien", 6]],
            id="codes-then-texts",
        ),
    ],
)
def test_stacked_tables_whose_columns_change_their_kind(
    tmp_path: Path, first: Rows, second: Rows
) -> None:
    tables = read(write_book(tmp_path, {"S": [*first, *second]})).tables
    assert [names(table) for table in tables] == [first[0], second[0]]


def test_row_of_odd_texts_among_like_rows_begins_no_table(tmp_path: Path) -> None:
    rows: Rows = [["Centre", "Owner", "Budget"], ["C10", "Ann", 2], ["C20", "Bo", 4]]
    odd: Rows = [["open", "nobody", "later"], ["C30", "Cy", 5], ["C40", "Di", 6]]
    assert len(read(write_book(tmp_path, {"S": [*rows, *odd]})).tables) == 1


def test_lines_that_begin_with_a_footnote_mark_are_notes(tmp_path: Path) -> None:
    rows: Rows = [["Land", "Sales¹", "Share²"], ["DE", 5, 0.4], ["FR", 6, 0.6]]
    notes = ["¹ excl. VAT", "² of group", "‡ provisional"]
    path = write_book(tmp_path, {"S": [*rows, *([note] for note in notes)]})
    table = read_table(path)
    assert (list(table.layout.notes), table.frame.height) == (notes, 2)
