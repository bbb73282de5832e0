"""The paper's printed figures follow from one another under our own scorer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generators.paper_arithmetic import PAGE
from worksurface_pipeline.worksurface.analysis.paper_arithmetic import (
    TASK_TYPES,
    WITHIN,
    Check,
    aggregate_checks,
    always_rag_route,
    answer_checks,
    arithmetic_page,
    route_checks,
)
from worksurface_pipeline.worksurface.analysis.paper_numbers import count_of, table_4, table_5


@pytest.mark.parametrize(
    ("checks", "count", "largest"),
    [
        pytest.param(aggregate_checks, 24, 0.065, id="aggregates-of-table-4-from-its-columns"),
        pytest.param(answer_checks, 24, 0.068, id="table-5-to-the-answer-of-table-4"),
        pytest.param(route_checks, 12, 0.043, id="route-of-s2-from-the-composition"),
    ],
)
def test_printed_figures_follow_within_a_tenth(
    checks: Callable[[], tuple[Check, ...]], count: int, largest: float
) -> None:
    found = checks()
    assert len(found) == count
    assert max(check.gap for check in found) == pytest.approx(largest, abs=0.0005)
    assert [check for check in found if check.gap > WITHIN] == []


def test_route_of_s2_is_that_of_the_paper_to_the_printed_digit() -> None:
    assert tuple(f"{value:.1f}" for value in always_rag_route()) == ("52.2", "35.1", "40.8")


def test_the_composition_adds_up() -> None:
    assert sum(count_of(name) for name in TASK_TYPES) == count_of("atomic tasks") == 1151
    parts = ("rag + graph", "graph + table", "rag + table", "rag + graph + table")
    cross = {name: count_of(name) for name in parts}
    assert sum(cross.values()) == count_of("cross_surface")
    for surface in ("rag", "table", "graph"):
        bearing = count_of(f"{surface}_only")
        bearing += sum(n for name, n in cross.items() if surface in name.split(" + "))
        assert bearing == count_of(f"{surface}-bearing tasks")


def test_both_tables_have_the_same_cells_in_the_same_order() -> None:
    cells = [(row.model, row.setting) for row in table_4()]
    assert cells == [(row.model, row.setting) for row in table_5()]
    assert len(set(cells)) == 24
    assert all((row.route_f1 is None) is (row.setting == "S1") for row in table_4())


def test_the_page_of_the_documentation_is_what_is_computed() -> None:
    assert PAGE.read_text(encoding="utf-8") == arithmetic_page()
