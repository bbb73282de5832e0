"""Arms beyond the paper through the front door: cells, scores, and tables of their own."""

from __future__ import annotations

from pathlib import Path

from tests.dagster.conftest import Project
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet

ARMS = ("S5-rag", "S5-table", "S5-graph", "S6p", "S6w", "S7")


def _table(project: Project, name: str) -> list[list[str]]:
    path = Path(project.bench.lake.path(f"latest/tables/{name}.csv"))
    return [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def _score(project: Project, setting: str) -> ScoreSet:
    manifest = project.bench.lake.current("scores", f"offline/keyword|{setting}")
    assert manifest is not None
    return project.bench.lake.load(manifest, ScoreSet)


def test_arms_run_when_they_are_listed_and_stand_apart(copy: Project) -> None:
    before = _table(copy, "cells")
    path = copy.folder / "worksurface.toml"
    listed = ", ".join(f'"{arm}"' for arm in ARMS)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('["S1", "S4"]', f'["S1", "S4", {listed}]'), encoding="utf-8")
    is_ok, said = copy.drive()
    assert is_ok, said
    assert _table(copy, "cells") == before, "the paper's table is what it was"
    assert {row[1] for row in _table(copy, "arms")} == set(ARMS)
    tables = Path(copy.bench.lake.path("latest/tables"))
    assert not (tables / "exploratory.csv").exists(), "the self-test is outside contrasts"
    whole = len(_score(copy, "S4").scores)
    assert len(_score(copy, "S7").scores) == len(_score(copy, "S6p").scores) == whole
    assert 0 < len(_score(copy, "S5-graph").scores) < whole
    assert {score.status for arm in ARMS for score in _score(copy, arm).scores} == {"scored"}
    assert {score.route_f1 for score in _score(copy, "S7").scores} == {None}
    page = Path(copy.bench.lake.path("latest/report/index.html")).read_text(encoding="utf-8")
    assert "Arms beyond the paper" in page
