"""The whole pipeline, driven as `worksurface run` drives it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.dagster.conftest import Project
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, STEPS


def _stored(project: Project) -> dict[tuple[str, str], tuple[int, str]]:
    lake = project.bench.lake
    found = {}
    for step in STEPS:
        for partition in lake.partitions(step):
            manifest = lake.current(step, partition)
            assert manifest is not None
            found[(step, partition)] = (manifest.attempt, manifest.digest)
    return found


def _edit(project: Project, name: str) -> None:
    """Add a row to a table, or a sentence to a text."""
    path = next(project.workspace.rglob(f"*_{name}"))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines, lines[-1]]), encoding="utf-8")


def test_everything_is_stored_and_the_report_is_there(built: tuple[Project, str]) -> None:
    project, text = built
    on_demand = {name for job, names in LAYERS if job in ON_DEMAND for name in names}
    assert {step for step, _ in _stored(project)} == set(STEPS) - on_demand
    report = project.bench.lake.path("latest/report/index.html")
    assert f"Report: {report}" in text.replace("\n", "")
    assert "pipeline self-test" in Path(report).read_text(encoding="utf-8")
    latest = Path(project.bench.lake.path("latest"))
    assert (latest / "figures/route_answer.png").read_bytes().startswith(b"\x89PNG")
    assert "Table 4 of the paper." in (latest / "tables/cells.tex").read_text(encoding="utf-8")
    assert r"\input{tables/checks.tex}" in (latest / "results.tex").read_text(encoding="utf-8")


def test_no_path_that_was_read_was_written(copy: Project) -> None:
    """Arrow 6: inputs are as they were after a forced full run."""
    before = copy.digests()
    is_ok, text = copy.drive(force=True)
    assert is_ok, text
    assert copy.digests() == before


def test_a_forced_run_gives_equal_bytes(copy: Project) -> None:
    before = _stored(copy)
    is_ok, text = copy.drive(force=True, until="assemble")
    assert is_ok, text
    after = _stored(copy)
    lock = ("source_lock", "")  # names the workspace, whose id follows its place
    assert {key: value[1] for key, value in after.items() if key != lock} == {
        key: value[1] for key, value in before.items() if key != lock
    }
    assert after[("benchmark", "")][0] == before[("benchmark", "")][0] + 1


def test_with_nothing_changed_nothing_is_computed(copy: Project) -> None:
    before = _stored(copy)
    is_ok, text = copy.drive()
    assert is_ok
    assert "Nothing has changed; nothing was computed again." in text
    assert _stored(copy) == before


def test_an_edit_recomputes_its_persona_alone(copy: Project) -> None:
    before = _stored(copy)
    _edit(copy, "shipments_q2.csv")
    is_ok, text = copy.drive()
    assert is_ok, text
    after = _stored(copy)
    personas = {key[1] for key in after if "|" not in key[1] and after[key] != before.get(key)}
    assert personas == {"", "logistics_manager"}
    assert "build[logistics_manager]: computed" in text
    assert "because input source_tasks[logistics_manager] changed" in text or (
        "because input source_lock[logistics_manager] changed" in text
    )
    assert "build[operations_manager]" not in text
    assert "shipments_q2.csv" in text
    told = re.search(r"verified_tasks: (\d+) tasks had read what changed.* (\d+) were not", text)
    assert told is not None
    assert int(told[1]) > 0 < int(told[2])


def test_an_edit_runs_only_trajectories_whose_scope_holds_it(copy: Project) -> None:
    from worksurface_pipeline.worksurface.sweep import TrajectorySet

    lake = copy.bench.lake
    manifest = lake.current("trajectories", "offline/keyword|S4")
    assert manifest is not None
    before = {t.fingerprint for t in lake.load(manifest, TrajectorySet).trajectories}
    _edit(copy, "shipments_q2.csv")
    assert copy.drive()[0]
    manifest = lake.current("trajectories", "offline/keyword|S4")
    assert manifest is not None
    runs = lake.load(manifest, TrajectorySet).trajectories
    fresh = {t.persona for t in runs if t.fingerprint not in before}
    kept = {t.persona for t in runs if t.fingerprint in before}
    assert fresh == {"logistics_manager"}
    assert kept == {"operations_manager"}


def test_sweeps_and_scores_change_no_task(copy: Project) -> None:
    """Arrow 4: another weighting re-scores, and leaves tasks and trajectories as they are."""
    before = _stored(copy)
    path = copy.folder / "worksurface.toml"
    weights = "[scoring.weights]\nanswer = 0.25\nevidence = 0.25\nroute = 0.25\nefficiency = 0.25\n"
    path.write_text(path.read_text(encoding="utf-8") + weights, encoding="utf-8")
    is_ok, text = copy.drive()
    assert is_ok, text
    changed = {key[0] for key, value in _stored(copy).items() if before[key] != value}
    assert changed - {"figures"} == {"scores", "result_tables", "report"}


def test_a_run_from_another_folder_uses_the_same_places(
    copy: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    is_ok, text = copy.drive()
    assert is_ok
    assert "Nothing has changed" in text
    assert list(elsewhere.iterdir()) == []
    assert os.environ["DAGSTER_HOME"] == str(copy.bench.home)
    assert copy.bench.home.is_absolute()
