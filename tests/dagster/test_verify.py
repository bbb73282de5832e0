"""`worksurface verify`: everything stands, and what is damaged is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from schedules.verifying import Verification, verify_all
from tests.dagster.conftest import Project


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def _stored(project: Project, step: str, name: str) -> Path:
    return next(iter(sorted(Path(project.bench.lake.path(step)).rglob(name))))


def _verify(project: Project) -> Verification:
    return verify_all(project.bench)


def test_every_proof_of_a_fresh_build_stands(copy: Project) -> None:
    result = _verify(copy)
    assert result.problems == ()
    assert result.tasks > 0
    assert result.proofs >= result.tasks
    assert "1.000" in str(result)


@pytest.mark.parametrize("name", ["*.typed.parquet", "*.text.parquet"])
def test_a_damaged_table_is_named_with_its_tasks(copy: Project, name: str) -> None:
    _flip(_stored(copy, "tables", name))
    problems = _verify(copy).problems
    assert "is damaged" in problems[0]
    assert "The stored table t3__" in problems[0]
    assert any("(Task 3)" in problem for problem in problems)


@pytest.mark.parametrize(
    ("step", "name"),
    [
        pytest.param("verified_tasks", "tasks.jsonl", id="tasks"),
        pytest.param("trajectories", "trajectories.jsonl", id="trajectories"),
        pytest.param("scores", "scores.jsonl", id="scores"),
        pytest.param("coverage_ledger", "entries.jsonl", id="ledger"),
    ],
)
def test_any_damaged_file_of_the_lake_is_named(copy: Project, step: str, name: str) -> None:
    path = _stored(copy, step, name)
    _flip(path)
    assert any(str(path) in problem for problem in _verify(copy).problems)


@pytest.mark.parametrize(
    "pattern",
    [
        "scores/*/*/*/manifest.json",
        "scores/*/CURRENT",
        "tables/*/CURRENT",
        "benchmark/*/CURRENT",
        "latest/tables/*.csv",
        "latest/report/**/*.html",
    ],
)
def test_pointers_manifests_and_published_copies_are_looked_at(copy: Project, pattern: str) -> None:
    path = sorted(Path(copy.bench.lake.path("")).glob(pattern))[0]
    _flip(path)
    said = [problem for problem in _verify(copy).problems if str(path) in problem]
    assert said
    assert all(problem.endswith(".") for problem in said)


def test_an_edited_source_file_is_named(copy: Project) -> None:
    path = next(copy.workspace.rglob("*_shipments_q2.csv"))
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert any("shipments_q2.csv has changed" in problem for problem in _verify(copy).problems)


def test_a_build_that_was_cut_short_is_called_stale(copy: Project) -> None:
    path = next(copy.workspace.rglob("*_shipments_q2.csv"))
    path.write_text(path.read_text(encoding="utf-8").replace("delayed", "dalayed", 3))
    assert copy.drive(until="build")[0]
    assert any("pool is stale" in problem for problem in _verify(copy).problems)
