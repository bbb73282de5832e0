"""The self-test agent's sweep: every run has a class; against itself a sweep has no difference."""

from __future__ import annotations

import csv
import io
import json
from io import StringIO

import pytest
from rich.console import Console

from resources.naming import sweep_names
from schedules.comparing import show_comparison
from schedules.session import drive_part
from schedules.shares import Part
from tests.dagster.conftest import Project
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.schema.diagnosis import Diagnosis
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet
from worksurface_pipeline.worksurface.selection import Selection


def _shown(project: Project, left: str, right: str) -> str:
    lines: list[str] = []
    out = project.folder / "out"
    show_comparison(project.bench, left, right, out, lambda *said: lines.extend(said))
    return "\n".join(lines)


def test_every_run_of_the_self_test_has_a_class(built: tuple[Project, str]) -> None:
    lake = built[0].bench.lake
    keys = lake.partitions("scores")
    scores = [
        score for group in lake.all_of("scores", keys, ScoreSet).values() for score in group.scores
    ]
    assert {score.diagnosis for score in scores} <= set(Diagnosis)
    assert all(score.departure is not None for score in scores if score.answer == 0.0)
    ways = {score.diagnosis for score in scores if score.setting == "S4"}
    assert Diagnosis.CORRECT_WITH_EVIDENCE in ways
    assert len(ways) > 2
    manifest = lake.current("result_tables")
    assert manifest is not None
    table = lake.load(manifest, ResultTables).named("diagnosis")
    assert table is not None
    rows = list(csv.DictReader(io.StringIO(table.csv)))
    assert rows
    for row in rows:
        assert sum(float(row[f"{name}_share"]) for name in Diagnosis) == pytest.approx(1)


def test_a_sweep_against_itself_differs_by_nothing(built: tuple[Project, str]) -> None:
    project = built[0]
    (name,) = sweep_names(project.bench)
    told = _shown(project, name, name)
    assert "offline/keyword S4 answer: 0.0 (0.0 to 0.0" in told
    assert "0 tasks flipped" in told
    assert "confounded" not in told
    assert "not noted" not in told


def test_a_sweep_under_another_condition_is_confounded(copy: Project) -> None:
    path = copy.folder / "worksurface.toml"
    (first,) = sweep_names(copy.bench)
    path.write_text(path.read_text(encoding="utf-8") + "[condition]\nturns = 1\n", encoding="utf-8")
    part = Part(Selection(settings=("S4",), limit=6))
    assert drive_part(copy.bench, part, Console(file=StringIO(), width=200))
    (second,) = set(sweep_names(copy.bench)) - {first}
    told = _shown(copy, first, second)
    assert "confounded" in told
    assert "condition.turns: 8 → 1" in told
    assert "S1 as a whole: only in" in told
    found = json.loads((copy.folder / "out" / "comparison.json").read_text(encoding="utf-8"))
    assert sum(one["pairs"] for one in found["differences"] if one["metric"] == "answer") == 6
