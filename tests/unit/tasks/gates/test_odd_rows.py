"""Totals among the rows of a stored table: what is reckoned, ranked or listed over them is held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from tests.unit.tasks.builders import table, world
from tests.unit.tasks.gates.test_gates import by_query
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.headings import odd_rows
from worksurface_pipeline.worksurface.tasks.gates.odd_row_gate import check
from worksurface_pipeline.worksurface.tasks.replay import open_replayer

Columns = Mapping[str, Sequence[object]]
REGIONS: Columns = {
    "region": ["North", "North", "North Total", "South", "South", "South Total", "Sum of all"],
    "city": ["Oslo", "Bergen", None, "Rome", "Bari", None, None],
    "sales": [110, 230, 340, 57, 72, 129, 469],
}
FIRMS: Columns = {
    "firm": ["Shell", "TotalEnergies", "Total Wine", "Total", "BP"],
    "land": ["UK", "FR", "US", "FR", "UK"],
    "sales": [10, 20, 30, 44, 7],
}


@pytest.fixture(scope="module")
def context() -> Iterator[Context]:
    _, surfaces = world([], [table("regions.csv", REGIONS), table("firms.csv", FIRMS)])
    with open_replayer(surfaces) as replayer:
        yield Context(replayer=replayer)


@pytest.mark.parametrize(
    ("view", "query", "reason"),
    [
        ("regions", "SELECT SUM(sales) AS answer FROM {}", "counts rows that are no data"),
        ("regions", "SELECT COUNT(*) AS answer FROM {}", "counts rows that are no data"),
        ("regions", "SELECT AVG(sales) AS answer FROM {} WHERE sales > 100", "counts rows that"),
        ("regions", "SELECT SUM(sales) AS answer FROM {} WHERE city = 'Oslo'", ""),
        ("regions", "SELECT COUNT(city) AS answer FROM {} WHERE sales > 1", ""),
        ("regions", "SELECT city FROM {} ORDER BY sales DESC LIMIT 1", "counts rows that"),
        ("regions", "SELECT sales FROM {} WHERE city = 'Rome'", ""),
        ("regions", "SELECT DISTINCT region FROM {}", "answers with a total"),
        ("regions", "SELECT region FROM {} WHERE sales = 469", "answers with a total"),
        ("firms", "SELECT SUM(sales) AS answer FROM {}", ""),
        ("firms", "SELECT firm FROM {} ORDER BY sales DESC LIMIT 1", ""),
    ],
)
def test_what_reads_totals_is_held(context: Context, view: str, query: str, reason: str) -> None:
    sql = query.format(f'"t7__{view}"')
    found = check(by_query(context, "For Task 7, what is it?", sql, f"t7__{view}"), context)
    assert (found.reason if found else "").startswith(reason)
    assert bool(found) == bool(reason)


@pytest.mark.parametrize(
    ("columns", "totals"),
    [
        (REGIONS, (2, 5, 6)),
        (FIRMS, ()),
        ({"k": ["a", "b", "Total"], "v": [None, None, None]}, (2,)),
        ({"k": ["a", "b", "c", "FY 2023"], "v": [101, 73, 12, 186], "w": [7, 90, 31, 128]}, (3,)),
        ({"v": [1, 2, 3]}, ()),
    ],
    ids=["subtotals", "names", "the-word-alone", "the-numbers-alone", "one-column"],
)
def test_totals_of_a_stored_table(columns: Columns, totals: tuple[int, ...]) -> None:
    assert odd_rows(*table("t.csv", columns)).totals == totals
