"""What headers and lines above a table say of its columns: units, spans of time, versions."""

from __future__ import annotations

import pytest

from worksurface_pipeline.readers.delimited import read_delimited
from worksurface_pipeline.readers.grid import Grid, Row
from worksurface_pipeline.readers.model import Column, TypedTable
from worksurface_pipeline.readers.table_units import table_unit
from worksurface_pipeline.readers.typed_table import build_table
from worksurface_pipeline.readers.units import header_unit


def _table(text: str) -> TypedTable:
    grid = read_delimited(text.encode())
    assert isinstance(grid, Grid)
    return build_table(grid)


def _found(column: Column) -> tuple[str, str, float]:
    return column.type.value, column.unit, column.scale


@pytest.mark.parametrize(
    ("line", "unit", "scale"),
    [
        ("alle Angaben in TEUR", "EUR", 1e3),
        ("(in Mio. €)", "EUR", 1e6),
        ("Budget 2023 (in k€)", "EUR", 1e3),
        ("Report (EUR)", "EUR", 1),
        ("(in millions, except per share data)", "millions", 1e6),
        ("(in millions of US dollars, except per share data)", "USD", 1e6),
        ("in thousands of dollars", "USD", 1e3),
        ("All amounts in this report are in EUR thousand unless stated", "EUR", 1e3),
        ("单位：元", "CNY", 1),
        ("单位：万元 | 2023年", "CNY", 1e4),
        ("Unit: kg", "kg", 1),
    ],
)
def test_a_line_states_the_unit_of_a_table(line: str, unit: str, scale: float) -> None:
    found = table_unit(["Balance sheet", line], "Item")
    assert found is not None
    assert (found.unit.unit, found.unit.scale) == (unit, scale)


@pytest.mark.parametrize(
    "lines",
    [
        ["Sales in Europe"],
        ["Travel in May"],
        ["Results in detail"],
        ["Interviews (in person)"],
        ["Plan (in week 45)"],
        ["Business unit: m"],
        ["Numbers in brackets are in %"],
        ["Angaben in TEUR", "Angaben in USD"],
        [],
    ],
    ids=str,
)
def test_other_lines_state_none(lines: list[str]) -> None:
    assert table_unit(lines, "Item") is None


def _sheet(rows: list[Row]) -> dict[str, tuple[str, str, float]]:
    width = len(rows[-1])
    full: list[Row] = [[*row, *[None] * (width - len(row))] for row in rows]
    grid = Grid(full, range(1, len(full) + 1), range(1, width + 1), is_typed=True)
    return {column.name: _found(column) for column in build_table(grid).columns}


def test_only_columns_of_amounts_take_the_unit_of_their_table() -> None:
    names = ["Item", "Plan", "Share %", "Headcount", "Year", "Mass (kg)"]
    found = _sheet(
        [
            ["alle Angaben in TEUR"],
            [*names],
            ["Rent", 120, 12.5, 4, 2023, 7],
            ["Travel", 340, 33.5, 5, 2024, 8],
            ["Tools", 560, 54.0, 6, 2025, 9],
        ]
    )
    assert found["Plan"] == ("integer", "EUR", 1e3)
    assert {found[name][1] for name in names[3:5]} == {""}
    assert found["Mass (kg)"] == ("integer", "kg", 1.0)


def test_a_unit_of_amounts_is_not_that_of_counts() -> None:
    found = _sheet(
        [
            ["Money amounts are in thousands of dollars."],
            ["State", "Returns", "Tax auditor", "Additional tax"],
            ["Ohio", 120, 4, 340],
            ["Iowa", 130, 5, 350],
            ["Utah", 150, 9, 390],
        ]
    )
    units = {name: unit for name, (_, unit, _) in found.items()}
    assert units == {"State": "", "Returns": "", "Tax auditor": "", "Additional tax": "USD"}


def test_the_head_of_the_labels_states_it_too() -> None:
    rows: list[Row] = [["EUR thousand", "FY23"], ["Rent", 12345], ["Travel", 8000], ["Tools", 77]]
    assert _sheet(rows)["FY23"] == ("integer", "EUR", 1e3)


@pytest.mark.parametrize(
    ("header", "unit", "scale"),
    [
        ("MAU (Tsd.)", "Tsd.", 1e3),
        ("Umsatz (TEUR)", "EUR", 1e3),
        ("Umsatz in TEUR", "EUR", 1e3),
        ("Length / m", "m", 1),
        ("Mass / kg", "kg", 1),
    ],
)
def test_headers_with_units(header: str, unit: str, scale: float) -> None:
    found = header_unit(header)
    assert found is not None
    assert (found.unit, found.scale) == (unit, scale)


@pytest.mark.parametrize("header", ["Team / A", "Size / M", "Cost / day", "Days in month"])
def test_headers_without(header: str) -> None:
    assert header_unit(header) is None


@pytest.mark.parametrize(
    ("header", "cells", "kind", "values"),
    [
        ("Pace", ["4:13", "6:33"], "duration", [253, 393]),
        ("Avg handle", ["04:35", "12:45"], "duration", [275, 765]),
        ("Hours worked", ["08:00", "36:30"], "duration", [28800, 131400]),
        ("Dauer", ["0:04:13", "0:06:00"], "duration", [253, 360]),
        ("Dauer", ["4:13", "6:33"], "text", ["4:13", "6:33"]),
        ("Pace", ["04:13:00", "06:33:00"], "text", ["04:13:00", "06:33:00"]),
        ("Shift start", ["08:00", "09:30"], "time", None),
        ("Opening hours", ["08:00", "09:30"], "time", None),
        ("Version", ["1.10", "1.2"], "text", ["1.10", "1.2"]),
        ("Ver.", ["1.10", "2.0"], "text", ["1.10", "2.0"]),
        ("Conversion", ["1.10", "1.2"], "decimal", [1.1, 1.2]),
    ],
)
def test_a_header_tells_what_its_cells_are(
    header: str, cells: list[str], kind: str, values: list[object] | None
) -> None:
    table = _table(f"Name,{header}\n" + "".join(f"n{at},{v}\n" for at, v in enumerate(cells)))
    assert table.columns[1].type.value == kind
    assert values is None or table.frame[header].to_list() == values


def test_plain_digits_are_numbers_beside_a_column_of_their_kind() -> None:
    found = _sheet(
        [["k", "FY22", "FY23", "Code"], ["a", "11,000", "900", "12"], ["b", "980", "750", "14"]]
    )
    assert [kind for kind, _, _ in found.values()] == ["text", "integer", "integer", "text"]
