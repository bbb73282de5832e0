"""How columns and computations are said."""

from __future__ import annotations

import pytest

from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.questions import ask, table_core
from worksurface_pipeline.worksurface.tasks.spoken import split_unit, spoken


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("weight_kg", "weight (kg)"),
        ("lead_time_days", "lead time (days)"),
        ("price_eur", "price (EUR)"),
        ("list price USD", "list price (USD)"),
        ("leave_days_taken", "leave days taken"),
        ("days", "days"),
        ("Vitamin C", "Vitamin C"),
        ("Total", "the column “Total”"),
        ("median_ms", "the column “median ms”"),
        ("Is it rude?", "the column “Is it rude?”"),
        ("RottenTomatoes_User", "RottenTomatoes User"),
        ("course_hours", "course hours"),
        ("downtime_minutes", "downtime (minutes)"),
        ("error_c", "the column “error c”"),
        ("fatalities_00_14", "the column “fatalities 00 14”"),
    ],
)
def test_a_column_is_said_with_its_unit_or_quoted(name: str, said: str) -> None:
    assert spoken(name) == said


def test_units_are_split_off_names_alone() -> None:
    assert split_unit("setpoint_c") == ("setpoint", "c")
    assert split_unit("kg") == ("kg", "")


@pytest.mark.parametrize(
    ("expression", "phrases"),
    [
        (
            Expression("v", Op.MEAN, "median_ms"),
            {
                "what is the average of the column “median ms” in a.csv",
                "what is the mean of the column “median ms” in a.csv",
            },
        ),
        (
            Expression("v", Op.SUM, "pallets"),
            {"what is the total of pallets in a.csv", "what is the sum of pallets in a.csv"},
        ),
        (
            Expression("v", Op.MAX, "Total"),
            {"what is the highest value of the column “Total” in a.csv"},
        ),
        (
            Expression("v", Op.EXTREME_LABEL, "site", "altitude_m"),
            {"which site has the highest altitude (m) in a.csv"},
        ),
        (
            Expression("v", Op.MAX, "units_sold"),
            {"what is the highest value of units sold in a.csv"},
        ),
        (
            Expression("v", Op.COUNT),
            {"how many data rows are there in a.csv", "how many records are there in a.csv"},
        ),
        (
            Expression("v", Op.COUNT, where=(Condition("Why?", Kind.EQUALS, "So"),)),
            {
                "how many records in a.csv have “So” in the column “Why?”",
                "how many of the entries in a.csv have “So” in the column “Why?”",
            },
        ),
    ],
    ids=["statistic", "sum", "highest", "first", "plural", "rows", "question"],
)
def test_phrases_read_well(expression: Expression, phrases: set[str]) -> None:
    made = {table_core(seed, expression, "a.csv") for seed in range(20)}
    assert made == phrases


def test_cells_that_a_reader_would_count_are_named() -> None:
    where = (Condition("lane", Kind.IS_NULL),)
    core = table_core(1, Expression("v", Op.COUNT, where=where), "a.csv", {"lane": ("NA", "n/a")})
    assert core.endswith("no value or only “NA” or “n/a” for lane")


def test_leads_name_the_source_task_once() -> None:
    asked = {ask(seed, "12", "how many") for seed in range(40)}
    assert len(asked) == 4
    assert all(question.count("Task 12") == 1 for question in asked)
    assert not any("goes out" in question for question in asked)


@pytest.mark.parametrize(
    ("core", "tail"),
    [
        ("what percentage of the entries have it", "Give it rounded to 1 decimal."),
        ("what is the share", "Give it in percent, rounded to 1 decimal."),
    ],
)
def test_percent_is_asked_for_once(core: str, tail: str) -> None:
    assert ask(1, "12", core, "Give it in percent, rounded to 1 decimal.").endswith(f"? {tail}")
