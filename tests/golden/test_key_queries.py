"""The handed workspaces: every figure that KEY.json computes by SQL, from our typed tables.

The judgement itself (right, wrong, missing) is tried on a small workspace with a key of its own.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from benchmarks.key_queries import (
    Compared,
    compare,
    key_figures,
    listing,
    read_queries,
)
from tests.fixtures.keyed_workspace import write_keyed_workspace
from tests.shared_files import shared
from worksurface_pipeline.kernel.text import find_numbers

FIGURES = 105
# What would mend a badly read table instead of asking it.
_MENDING = re.compile(
    r"\bcast\b|try_cast|::|regexp|replace|substr|\bleft\(|\bright\(|trim|split|strptime|to_date"
    r"|concat|\|\||\bsplit|coalesce|_source",
    re.IGNORECASE,
)
_LITERAL = re.compile(r"'([^']*)'|(?<![\w\"])(\d+(?:\.\d+)?)(?![\w\"])")
_NAME = re.compile(r'"[^"]*"')
# Numbers that shape a question: of percent, of a change, of "the first".
_SHAPING = {"100.0", "1", "0"}


@cache
def compared(root: Path) -> tuple[Compared, ...]:
    return compare(root)


def workspaces() -> Path:
    return shared("workspaces/KEY.json").parent


def test_every_figure_by_sql_is_computed_from_our_tables() -> None:
    found = compared(workspaces())
    assert [item for item in found if item.status != "right"] == []
    assert len(found) == FIGURES


def test_there_is_one_query_for_each_figure() -> None:
    figures = [(figure.task, figure.name) for figure in key_figures(workspaces())]
    assert sorted(figures) == sorted(read_queries())


def test_no_query_holds_the_value_that_it_must_find() -> None:
    queries = read_queries()
    held = []
    for figure in key_figures(workspaces()):
        asked = _NAME.sub(" ", queries[figure.task, figure.name])
        literals = {text or number for text, number in _LITERAL.findall(asked)} - _SHAPING
        answers = {figure.shown, str(figure.value)}
        answers |= {str(mention.number) for mention in find_numbers(figure.shown)}
        held += [(figure.task, figure.name)] if literals & answers else []
    assert held == []


@pytest.mark.parametrize(
    ("task", "name"), sorted(read_queries()), ids=[":".join(key) for key in sorted(read_queries())]
)
def test_no_query_mends_a_table(task: str, name: str) -> None:
    assert not _MENDING.search(_NAME.sub(" ", read_queries()[task, name]))


SALES = "Region;Amount;Note\nNorth;10,5;a\nSouth;4,5;b\nEast;;7\nWest;3;8\n"
QUERIES = """
[1]
"1.1" = 'SELECT sum("Amount") FROM t1__sales'
"1.2" = 'SELECT count(*) FROM t1__sales'
"1.3" = 'SELECT count(*) FROM t1__other'
"1.4" = 'SELECT "Amount" FROM t1__sales'
"1.5" = 'SELECT sum("Sum") FROM t1__sales'
"1.7" = '''SELECT "Note" FROM t1__sales WHERE "Region" = 'East' '''
"1.8" = 'SELECT max("Region") FROM t1__sales'
"1.9" = '''SELECT "Amount" FROM t1__sales WHERE "Region" = 'East' '''
"1.10" = 'SELECT 1'
"""
# Value of the key, and the state and the words that our query of the same place must get.
JUDGED: tuple[tuple[str | int | float, str, str], ...] = (
    (18.0, "right", "sum"),
    (5, "wrong", "4 and not 5"),
    (4, "wrong", "t1__other"),
    (18.0, "wrong", "4 rows of 1 columns"),
    (18.0, "missing", "Sum"),
    (18.0, "missing", "no query"),
    (7, "right", "Note"),
    ("West", "right", "max"),
    (0, "wrong", "None and not 0"),
    (1, "wrong", "read []"),
)


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Compared, ...]:
    numbers = [
        {"method": "sql", "shown": str(value), "value": value, "sql": "select 1 from s"}
        for value, _, _ in JUDGED
    ]
    root = write_keyed_workspace(
        tmp_path_factory.mktemp("keys"),
        {"sales.csv": SALES, "other.csv": SALES},
        {"s": {"file": "sales.csv"}},
        [numbers[0], {"method": "verbatim", "shown": "x"}, *numbers[1:]],
    )
    queries = root / "queries.toml"
    queries.write_text(QUERIES, encoding="utf-8")
    return compare(root, queries)


@pytest.mark.parametrize("place", range(len(JUDGED)), ids=lambda place: f"1.{place + 1}")
def test_a_figure_is_judged(judged: tuple[Compared, ...], place: int) -> None:
    _, status, words = JUDGED[place]
    assert judged[place].figure.name == f"1.{place + 1}"
    assert (judged[place].status, words in judged[place].detail) == (status, True), judged[place]


def test_the_listing_ends_with_the_totals(judged: tuple[Compared, ...]) -> None:
    assert listing(judged).splitlines()[-1] == "3 right, 5 wrong, 2 missing of 10"
