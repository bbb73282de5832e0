"""Which columns are amounts, levels or lists of personal data, and what is asked of them."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import policy_of, table, world
from worksurface_pipeline.worksurface.tasks.amounts import is_measure, ops_of
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.expressions import Op
from worksurface_pipeline.worksurface.tasks.personal import is_personal, personal_shape
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, profile_view
from worksurface_pipeline.worksurface.tasks.words import name_parts


def profiled(name: str, values: list[object]) -> ColumnProfile:
    """The profile of a column."""
    record, data = table("a.csv", {name: values, "other": list(range(len(values)))})
    return profile_view(record, data, 100).column(name)


@pytest.mark.parametrize(
    ("name", "values", "ops"),
    [
        pytest.param("units_made", [3, 5, 8, 9], "sum mean max min", id="amount"),
        pytest.param("unit_cost_eur", [3.1, 5.2, 8.5], "mean max min", id="price"),
        pytest.param("rating", [3, 5, 4], "mean max min", id="rating"),
        pytest.param("setpoint_c", [3, 5, 4], "mean max min", id="temperature"),
        pytest.param("response_ms", [30, 50, 40], "mean max min", id="milliseconds"),
        pytest.param("Median", [30, 50, 40], "max min", id="statistic"),
        pytest.param("Grad_P75", [30, 50, 40], "max min", id="percentile"),
        pytest.param("Variable Number", [1, 2, 3], "", id="numbering"),
        pytest.param("founded_year", [1901, 1950, 1999], "", id="year"),
        pytest.param("site_id", [1, 2, 3], "", id="code"),
    ],
)
def test_only_amounts_are_summed(name: str, values: list[object], ops: str) -> None:
    column = profiled(name, values)
    found = ops_of(column) if is_measure(column) else ()
    assert found == tuple(Op[op.upper()] for op in ops.split())


@pytest.mark.parametrize(
    ("name", "texts", "expected"),
    [
        pytest.param("participant_email", ["a.b@x.org", "c@y.org"], True, id="named"),
        pytest.param("Phone Number", ["555 0101 22"], True, id="named-with-tail"),
        pytest.param("contact", ["a.b@x.org", "c@y.org", "none"], True, id="by-values"),
        pytest.param("email", ["Yes", "No"], False, id="flag"),
        pytest.param("mobile", ["12", "370"], False, id="count"),
        pytest.param("note", ["see a@x.org", "fine", "c@y.org"], False, id="mostly-text"),
        pytest.param("region", ["North", "South"], False, id="region"),
    ],
)
def test_lists_of_personal_data_are_known(name: str, texts: list[str], expected: bool) -> None:
    assert is_personal(name_parts(name), texts) is expected


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("a@x.org", "an e-mail address"),
        ("DE89 3704 0044 0532 0130 00", "an account number"),
        ("4111 1111 1111 1111", "a card number"),
        ("4111 1111 1111 1112", ""),
        ("North", ""),
    ],
)
def test_shapes_of_personal_data(text: str, shape: str) -> None:
    assert personal_shape(text) == shape


@pytest.mark.parametrize("seed", range(6))
def test_no_family_groups_filters_or_names_by_personal_data(seed: int) -> None:
    people = ["ann@x.org", "bob@x.org", "cleo@x.org", "dan@x.org", "eve@x.org", "flo@x.org"]
    calls = table(
        "calls.csv",
        {
            "participant_email": [people[min(n % 7, n % 4)] for n in range(60)],
            "region": ["North", "South", "South", "East"] * 15,
            "minutes": [n % 13 + n for n in range(60)],
        },
    )
    task, surfaces = world([], [calls])
    policy = policy_of(seed=seed, max_rankings=9, max_table_figures=40)
    found = derive_candidates([task], surfaces, policy).candidates
    assert any("region" in item.question for item in found)
    assert [item.question for item in found if "email" in item.question] == []
