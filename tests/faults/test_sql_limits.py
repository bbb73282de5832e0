"""Queries that would take the machine: each ends as a limit, and the session goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from worksurface_pipeline.kernel.errors import QueryLimitError
from worksurface_pipeline.kernel.sql import SqlLimits, SqlSession, build_database, open_session

HOGS = {
    "array_agg": "SELECT len(array_agg(range)) FROM range(3000000000)",
    "sorted array_agg": "SELECT len(array_agg(range ORDER BY range)) FROM range(900000000)",
    "string_agg": "SELECT len(string_agg(repeat('x', 1000) || range)) FROM range(500000000)",
    "cross join": "SELECT count(*) FROM range(900000000) a, range(900000000) b",
    "one huge cell": "SELECT repeat('x', 2000000000)",
}
ENDLESS = (
    "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range + b.range) = 0"
)

SLOW = "SELECT a.range FROM range({}) a, range(20000) b WHERE hash(a.range * b.range) % 9 = 3"
_BAR_AFTER = 2.0


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "views.duckdb"
    build_database(path, {"v": pl.DataFrame({"a": [1, 2]})})
    return path


@pytest.fixture
def session(database: Path) -> Iterator[SqlSession]:
    opened = open_session(database, SqlLimits(memory_mib=128, seconds=20))
    yield opened
    opened.close()


@pytest.mark.parametrize("sql", [pytest.param(sql, id=name) for name, sql in HOGS.items()])
def test_memory_hog_ends_and_the_next_query_works(session: SqlSession, sql: str) -> None:
    with pytest.raises(QueryLimitError, match="Aggregate or filter earlier"):
        session.query(sql)
    assert session.query("SELECT sum(a) FROM v").rows == ((3,),)


@pytest.mark.parametrize(
    "sql",
    [
        pytest.param(f"SELECT count(*) FROM ({SLOW})", id="one-row"),
        pytest.param(f"{SLOW} ORDER BY 1 LIMIT 5", id="sorted"),
    ],
)
def test_a_query_of_more_than_two_seconds_is_answered(database: Path, sql: str) -> None:
    """DuckDB then likes to draw its progress on standard output, where the answers go."""
    session = open_session(database, SqlLimits(memory_mib=512, seconds=60))
    rows, seconds = 12_000, 0.0
    while seconds <= _BAR_AFTER:  # on any machine it has to take long enough to show anything
        rows, begun = 2 * rows, time.monotonic()
        assert session.query(sql.format(rows)).rows
        seconds = time.monotonic() - begun
    assert session.query("SELECT sum(a) FROM v").rows == ((3,),)
    session.close()


def test_endless_query_is_killed(database: Path) -> None:
    session = open_session(database, SqlLimits(memory_mib=128, seconds=0.5))
    with pytest.raises(QueryLimitError, match=r"longer than 0\.5 seconds"):
        session.query(ENDLESS)
    assert session.query("SELECT sum(a) FROM v").rows == ((3,),)
    session.close()


def test_killed_child_costs_one_answer(
    session: SqlSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    popen = subprocess.Popen

    def recording(*args: object, **kwargs: object) -> object:
        child = popen(*args, **kwargs)  # type: ignore[call-overload]
        started.append(child.pid)
        return child

    monkeypatch.setattr(subprocess, "Popen", recording)
    session.query("SELECT 1")
    killer = threading.Timer(0.3, os.kill, (started[0], signal.SIGKILL))
    killer.start()
    with pytest.raises(QueryLimitError):
        session.query(ENDLESS)
    killer.join()
    assert session.query("SELECT 2").rows == ((2,),)
    assert len(started) == 2
