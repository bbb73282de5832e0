from __future__ import annotations

import pytest

from tests.unit.surfaces.builders import Row, table
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.readers.measures import measure
from worksurface_pipeline.worksurface.surfaces.gate import (
    GateDecision,
    GatePolicy,
    decide,
    policy_named,
)


def judge(names: list[str], rows: list[Row], policy: GatePolicy) -> GateDecision:
    return decide(names, measure(table(names, rows).texts), policy)


def grid(rows: int, columns: int, value: str | None = "x") -> list[Row]:
    return [[value] * columns for _ in range(rows)]


CASES = [
    pytest.param(grid(30, 1), True, "rows >= 30: 30 data rows", id="thirty rows"),
    pytest.param(grid(29, 3), False, "no clause holds: 29 data rows, 3 columns", id="one less"),
    pytest.param(grid(3, 4), True, "columns >= 4 and rows >= 3: 4 columns", id="four by three"),
    pytest.param(grid(2, 4), False, "no clause holds", id="four by two"),
    pytest.param(grid(3, 3), False, "no clause holds", id="three by three"),
    pytest.param(
        [["a"], ["b"], ["c"], ["d"], ["e"]],
        True,
        "distinct values in one column >= 5: 5 in column 'c0'",
        id="five values",
    ),
    pytest.param([["a"], ["b"], ["c"], ["d"], ["a "]], False, "at most 4", id="space is no value"),
    pytest.param([["a"], ["b"], ["c"], ["d"], [" "], [None]], False, "at most 4", id="blanks"),
    pytest.param(
        [["x", "1"], ["x", "2"], ["y", "3"], ["y", "4"]], False, "at most 4", id="per column"
    ),
    pytest.param([], False, "0 data rows", id="header only"),
]


@pytest.mark.parametrize(("rows", "is_view", "reason"), CASES)
def test_the_clause_that_decides_is_named(rows: list[Row], is_view: bool, reason: str) -> None:
    width = len(rows[0]) if rows else 9
    verdict = judge([f"c{n}" for n in range(width)], rows, GatePolicy())
    assert verdict.is_view is is_view
    assert reason in verdict.reason


@pytest.mark.parametrize(
    ("rows", "is_view"),
    [
        pytest.param(grid(3, 4), True, id="three full rows"),
        pytest.param(grid(100, 3), False, id="many narrow rows"),
        pytest.param([*grid(2, 5), ["x", "x", "x", None, " "]], False, id="third row too thin"),
    ],
)
def test_the_strict_reading_counts_filled_cells(rows: list[Row], is_view: bool) -> None:
    names = [f"c{n}" for n in range(len(rows[0]))]
    assert judge(names, rows, policy_named("strict")).is_view is is_view


def test_thresholds_are_settings() -> None:
    assert judge(["a"], grid(2, 1), GatePolicy(rows=2)).is_view
    assert not judge(["a"], grid(2, 1), policy_named("paper")).is_view


def test_an_unknown_gate_is_named_with_the_allowed_ones() -> None:
    with pytest.raises(SettingsError, match=r"no coverage gate 'loose'.*'paper' or 'strict'"):
        policy_named("loose")
