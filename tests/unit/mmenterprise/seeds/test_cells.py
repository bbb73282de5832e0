"""Tables as facts: heads of several rows, tables that go on, settings, rows without one name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.cells import TableReader, cells
from worksurface_pipeline.mmenterprise.seeds.parts import TablePart

Rows = Sequence[Sequence[str | None]]


def read(rows: Rows, caption: str = "", names: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Entity, attribute, value and unit of every fact of a table."""
    table = TablePart(caption=caption, rows=tuple(map(tuple, rows)))
    grid = TableReader(names).read(table)
    found = cells(table, grid, 1, "Results")
    return [(one.entity, one.attribute, one.value, one.unit) for one in found]


CASES: dict[str, tuple[Rows, list[tuple[str, ...]]]] = {
    "unit of the head": (
        [["Network", "Peak load (MW)"], ["Ashmere", "25.8"]],
        [("Ashmere", "peak load", "25.8", "MW")],
    ),
    "money in the cell": (
        [["Item name", "Unit Cost"], ["Valve", "$1,045.00"]],
        [("Valve", "unit cost", "1,045.00", "USD")],
    ),
    "spanned head": (
        [
            ["", "Cargo", None, "Mail", None],
            [None, "Ton", "Growth (%)", "Ton", "Growth (%)"],
            ["May", "25", "9.1", "26", "9.2"],
        ],
        [
            ("May", "cargo ton", "25", ""),
            ("May", "cargo growth", "9.1", "%"),
            ("May", "mail ton", "26", ""),
            ("May", "mail growth", "9.2", "%"),
        ],
    ),
    "two columns of one name": (
        [["Route", "Pax", "Growth (%)", "Growth (%)"], ["Oceania", "13", "1.0", "2.0"]],
        [("Oceania", "pax", "13", "")],
    ),
    "rows of one name": (
        [["Town", "Cases"], ["Dunsop", "13"], ["Dunsop", "14"], ["Easterby", "15"]],
        [],
    ),
    "sum": (
        [["Town", "Cases"], ["Dunsop", "13"], ["Total", "27"]],
        [("Dunsop", "cases", "13", "")],
    ),
    "sum at the end of a name": (
        [["Month", "Cases"], ["May", "13"], ["2nd Q TTL", "27"]],
        [("May", "cases", "13", "")],
    ),
    "reference behind a name": (
        [["Method", "Error"], ["Brindle [12]", "13"], ["Farrow*", "14"], ["Ours", "15"]],
        [("Brindle", "error", "13", ""), ("Farrow", "error", "14", "")],
    ),
    "code as a name": (
        [["Term", "Error"], ["age:sex", "13"], ["log(age)", "15"], ["dose", "17"]],
        [],
    ),
    "formula as a name": ([["Term", "y ~ a * b"], ["Dunsop", "13"], ["Eskham", "15"]], []),
    "dates, ranges and words": (
        [["Town", "Opened", "Ages", "State"], ["Dunsop", "12/20/24", "18-65", "open"]],
        [],
    ),
    "years as names": ([["Year", "Cases"], ["2019", "13"]], []),
    "page numbers": ([["Chapter", "Page"], ["Methods", "13"]], []),
}


@pytest.mark.parametrize(("rows", "facts"), CASES.values(), ids=CASES.keys())
def test_cells(rows: Rows, facts: list[tuple[str, ...]]) -> None:
    assert read(rows) == facts


def test_columns_of_years_hold_what_the_table_is_about() -> None:
    rows = [["Region", "2021", "2022"], ["North", "1,204", "1,311"]]
    assert read(rows, "Homes by region") == [
        ("North", "homes by region in 2021", "1,204", ""),
        ("North", "homes by region in 2022", "1,311", ""),
    ]


def test_a_table_that_goes_on_keeps_the_names_from_before() -> None:
    assert read([["Ashmere", "25.8"]], names=("Network", "Peak load (MW)")) == [
        ("Ashmere", "peak load", "25.8", "MW")
    ]


def test_a_table_of_parameters_is_a_configuration() -> None:
    rows = (("Parameter", "Value"), ("Batch size", "310"), ("Patience", "10 epochs"))
    table = TablePart(caption="Training configuration", rows=rows)
    found = list(cells(table, TableReader().read(table), 1, ""))
    assert {one.kind for one in found} == {FactKind.CONFIGURATION}
    assert [(one.entity, one.attribute, one.value, one.unit) for one in found] == [
        ("Training configuration", "batch size", "310", ""),
        ("Training configuration", "patience", "10", "epochs"),
    ]
