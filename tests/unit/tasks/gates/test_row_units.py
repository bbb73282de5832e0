"""Figures over rows of several units: found as a gold, and not made in the first place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.unit.tasks.builders import table, world
from tests.unit.tasks.gates.test_gates import by_query
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.tasks.amounts import is_measure
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.row_unit_gate import NAME, check
from worksurface_pipeline.worksurface.tasks.profiles import profile_view
from worksurface_pipeline.worksurface.tasks.replay import open_replayer
from worksurface_pipeline.worksurface.tasks.row_units import mixed_columns

KPI: dict[str, Sequence[object]] = {
    "KPI": ["Revenue", "Costs", "Churn", "Handling"],
    "Unit": ["k€", "k€", "%", "min"],
    "Mar": [4710.0, 3100.0, 0.025, 3.4],
}
STATEMENT = {"Item": ["Bread", "Milk", "Eggs", "Margin"], "FY23": [120.0, 90.0, 30.0, 0.25]}


@pytest.mark.parametrize(
    ("columns", "written", "mixed"),
    [
        pytest.param(KPI, {}, {"Mar"}, id="a-column-of-units"),
        pytest.param(
            {"Part": ["a", "b"], "UOM": ["kg", "pcs"], "Qty": [5, 7], "Amount": [9.5, 3.0]},
            {},
            {"Qty"},
            id="money-needs-no-measure",
        ),
        pytest.param(
            {"Land": ["a", "b"], "Currency": ["EUR", "USD"], "Staff": [5, 7], "Pay": [9.5, 3.0]},
            {},
            {"Pay"},
            id="staff-needs-no-money",
        ),
        pytest.param(
            {"Unit": ["A", "B", "C"], "Revenue": [5, 7, 9]}, {}, set(), id="parts-of-a-firm"
        ),
        pytest.param({"Unit": ["kg", "kg"], "Mass": [5, 7]}, {}, set(), id="one-unit"),
        pytest.param(
            {"Item": ["Sales", "Sold on time"], "FY23": [120.0, 0.25]},
            {"FY23": ["120", "25%"]},
            {"FY23"},
            id="formats-of-cells",
        ),
        pytest.param(
            {"Item": ["Revenue", "Cost of sales", "Gross profit"], "FY23": [120, -90, 30]},
            {},
            {"FY23"},
            id="an-income-statement",
        ),
        pytest.param(
            {"Team": ["Sales", "Costing", "Legal"], "Staff": [20, 15, 12]},
            {},
            set(),
            id="sales-without-a-result",
        ),
        pytest.param(STATEMENT, {}, {"FY23"}, id="a-ratio-among-amounts"),
        pytest.param(
            {"Team": ["Sales", "Growth", "Legal"], "Staff": [20, 15, 12]},
            {},
            set(),
            id="a-name-that-sounds-like-a-ratio",
        ),
    ],
)
def test_columns_over_rows_of_several_units(
    columns: Mapping[str, Sequence[object]], written: Mapping[str, Sequence[str]], mixed: set[str]
) -> None:
    record, data = table("figures.csv", columns, written=written)
    assert mixed_columns(record.columns, data.frame, data.texts).keys() == mixed


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ('SELECT AVG("Mar") AS answer FROM "t7__kpi"', True),
        ('SELECT MAX("Mar") AS answer FROM "t7__kpi"', True),
        ('SELECT "KPI" AS answer FROM "t7__kpi" ORDER BY "Mar" DESC LIMIT 1', True),
        ('SELECT SUM("Mar") AS answer FROM "t7__kpi" WHERE "KPI" <> \'Costs\'', True),
        ('SELECT SUM("Mar") AS answer FROM "t7__kpi" WHERE "Unit" = \'k€\'', False),
        ('SELECT "Mar" AS answer FROM "t7__kpi" WHERE "KPI" = \'Churn\'', False),
        ('SELECT COUNT(*) AS answer FROM "t7__kpi"', False),
    ],
)
def test_a_figure_over_several_units_is_held_back(query: str, is_found: bool) -> None:
    _, surfaces = world([], [table("kpi.csv", KPI)], [])
    with open_replayer(surfaces) as replayer:
        context = Context(replayer=replayer)
        task = by_query(context, "What of Mar in kpi.csv?", query, "t7__kpi")
        found = check(task, context)
    assert (found is not None and found.gate == NAME) is is_found


def test_no_question_is_made_of_such_a_column() -> None:
    columns = {**KPI, "Weight": [1.5, 2.5, 3.5, 4.5]}
    record, data = table("kpi.csv", columns, units={"Weight": "kg"})
    profile = profile_view(record, data, 50)
    assert [one.name for one in profile.columns if is_measure(one)] == ["Weight"]
    assert profile.column("Mar").type is ColumnType.DECIMAL
