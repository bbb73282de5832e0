"""`worksurface status`: what is stale and why, and what waits for it."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from schedules.status import show_status
from tests.dagster.conftest import Project
from worksurface_pipeline.worksurface.sweep import TrajectorySet

REFERENCE = "offline/keyword|S5"


def _status(project: Project, everything: bool = True) -> list[str]:
    text = StringIO()
    show_status(project.bench, Console(file=text, width=300), everything)
    return text.getvalue().splitlines()


def _row(lines: list[str], step: str) -> list[str]:
    return next(line.rstrip().split(maxsplit=4) for line in lines if line.startswith(f"{step} "))


def test_all_is_fresh(copy: Project) -> None:
    lines = _status(copy)
    rows = [line.split() for line in lines if line and "partitions" not in line]
    assert {(row[0], row[2], row[3]) for row in rows if row[0] != "human_audit"} == {
        (row[0], "0", "0") for row in rows if row[0] != "human_audit"
    }


def test_another_reference_cell_makes_budgets_stale_and_scores_wait(copy: Project) -> None:
    lake = copy.bench.lake
    manifest = lake.current("trajectories", REFERENCE)
    assert manifest is not None
    runs = lake.load(manifest, TrajectorySet).trajectories
    lake.store("trajectories", REFERENCE, manifest.basis, TrajectorySet(trajectories=runs[1:]))
    lines = _status(copy)
    reason = f"input trajectories[{REFERENCE}] changed"
    assert _row(lines, "efficiency_budgets") == ["efficiency_budgets", "1", "1", "0", reason]
    assert f"efficiency_budgets: {reason}" in lines
    assert "scores[offline/keyword|S1]: waits for efficiency_budgets" in lines
    assert f"scores[{REFERENCE}]: {reason}" in lines
    assert _row(lines, "scores")[2:4] == ["1", "3"]
    assert [line for line in _status(copy, everything=False) if line.startswith("scores[")] == []
