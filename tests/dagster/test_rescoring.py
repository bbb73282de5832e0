"""A new scoring of stored runs: no agent runs again, and what changed is told beside the scores."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path

from rich.console import Console

from resources.rescored import RESCORED, note_rescoring, rescorings
from resources.workbench import Workbench
from schedules.status import show_status
from tests.dagster.conftest import SETTINGS, Project, make_project
from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import TABLE, read
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey, ScoreSet
from worksurface_pipeline.worksurface.steps import STEPS

CELL = Cell("offline/keyword", "S4")
NEAR = run(310, call("table", read(), text="300"), model=CELL.model)


def _bench(project: Project, profile: str) -> Workbench:
    text = f'{SETTINGS}[scoring]\nprofile = "{profile}"\n'
    (project.folder / "worksurface.toml").write_text(text, encoding="utf-8")
    return project.bench


def _scored(bench: Workbench) -> ScoreSet:
    return score_cell(
        [task(300, evidence=(TABLE,))],
        [NEAR],
        BudgetSet(),
        CellKey(model=CELL.model, setting=CELL.setting),
        profile=bench.settings.scoring.profile,
    )


def _publish(project: Project, profile: str) -> tuple[str, str]:
    """What the scoring asset does: compare, then store. Gives what was said, and the digest."""
    bench = _bench(project, profile)
    value = _scored(bench)
    said = note_rescoring(bench, CELL, value)
    basis = bench.plan().basis(STEPS["scores"], CELL.key)
    return str(said), bench.lake.store("scores", CELL.key, basis, value).digest


def test_a_first_scoring_changes_nothing(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    assert _publish(project, "paper")[0] == "None"
    assert list(rescorings(project.bench)) == []


def test_another_profile_is_told_as_the_reason_and_by_task(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    _publish(project, "paper")
    said, _ = _publish(project, "strict")
    assert "answer under strict 1" in said
    assert 'scoring.profile changed: "paper" → "strict"' in said
    (note,) = rescorings(project.bench)
    assert [(flip.task_id, flip.epoch, flip.metric) for flip in note.flips] == [
        ("a1", 0, "answer"),
        ("a1", 0, "aggregate"),
    ]


def test_a_repetition_keeps_the_note_of_what_changed(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    _publish(project, "paper")
    _publish(project, "strict")
    before = list(rescorings(project.bench))
    assert _publish(project, "strict")[0] == "no score of 1 run changed"
    assert list(rescorings(project.bench)) == before


def test_history_changes_no_byte_of_the_scores(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    there = [_publish(project, name)[1] for name in ("paper", "strict", "paper")]
    assert there[0] == there[2] != there[1]
    shutil.rmtree(project.bench.lake.path(RESCORED))
    assert _publish(project, "strict")[1] == there[1]


def test_scores_that_cannot_be_read_are_said_and_replaced(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    _publish(project, "paper")
    lake = project.bench.lake
    manifest = lake.current("scores", CELL.key)
    assert manifest is not None
    folder = f"{lake.folder('scores', CELL.key)}/{manifest.fingerprint}/{manifest.attempt}"
    Path(folder, "scores.jsonl").write_text("{}\n", encoding="utf-8")
    assert _publish(project, "strict")[0].startswith("the earlier scores could not be compared")


def test_a_damaged_note_tells_nothing(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    _publish(project, "paper")
    _publish(project, "strict")
    (note,) = Path(project.bench.lake.path(RESCORED)).rglob("*.json")
    note.write_text("{", encoding="utf-8")
    assert list(rescorings(project.bench)) == []


def test_a_run_scores_again_without_an_agent_and_the_status_tells_it(copy: Project) -> None:
    runs = copy.bench.lake.current("trajectories", CELL.key)
    bench = _bench(copy, "release-1.0")
    is_ok, said = copy.drive(until="score")
    assert is_ok, said
    assert bench.lake.current("trajectories", CELL.key) == runs
    assert 'scoring.profile changed: "paper" → "release-1.0"' in said
    notes = list(rescorings(bench))
    text = StringIO()
    show_status(bench, Console(file=text, width=300))
    lines = [line for line in text.getvalue().splitlines() if "scored again: " in line]
    assert lines == [f"{note.cell} scored again: {note}" for note in notes]
