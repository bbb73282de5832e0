"""The run lock belongs to the lake: whoever writes there meets it, from whatever settings file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from resources.run_lock import serving, shared_run, sole_holder, sole_run
from resources.workbench import Workbench, open_workbench
from schedules.cleaning import collect, prune
from schedules.partial import run_part
from schedules.shares import Part
from tests.dagster.conftest import Project, make_project
from tests.faults.holding import held_by_another
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.worksurface.selection import Selection


def _elsewhere(project: Project, folder: Path, lake: Path) -> Project:
    """Settings in another folder, of the same workspace, over a lake."""
    folder.mkdir()
    text = f'[source]\npath = "{project.workspace}"\n[lake]\nroot = "{lake}"\n'
    (folder / "worksurface.toml").write_text(text, encoding="utf-8")
    return Project(folder)


def _nothing(_line: str) -> None:
    """Nobody listens."""


def _freeze(bench: Workbench) -> None:
    assert Project(bench.settings_file.parent).drive(until="freeze")[0]


def _prune(bench: Workbench) -> None:
    prune(bench, "", "", True, False, _nothing)


def _gc(bench: Workbench) -> None:
    collect(bench, False, _nothing)


def _sole(bench: Workbench) -> None:
    with sole_run(bench):
        pass


def _same_cell(bench: Workbench) -> None:
    with shared_run(bench, "m|S4", _nothing, 0.0):
        pass


def _serve(bench: Workbench) -> None:
    with serving(bench):
        pass


@pytest.mark.parametrize(
    ("key", "act"),
    [
        pytest.param(None, _freeze, id="run"),
        pytest.param(None, _sole, id="part-of-a-sweep"),
        pytest.param(None, _prune, id="prune"),
        pytest.param(None, _gc, id="gc"),
        pytest.param(None, _same_cell, id="daemon"),
        pytest.param("m|S4", _same_cell, id="the-cell-of-a-daemon"),
        pytest.param("m|S4", _prune, id="prune-beside-a-daemon"),
    ],
)
def test_who_is_at_work_on_the_lake_is_met_from_other_settings(
    tmp_path: Path, key: str | None, act: Callable[[Workbench], None]
) -> None:
    first = make_project(tmp_path / "a")
    second = _elsewhere(first, tmp_path / "b", tmp_path / "a" / "lake")
    assert first.bench.home != second.bench.home
    with held_by_another(first, key) as other:
        with pytest.raises(LakeError, match=rf"process {other.pid}\)"):
            act(second.bench)
        assert sole_holder(second.bench) == (str(other.pid) if key is None else "")
        other.kill()
        other.wait()
        act(second.bench)


@pytest.mark.parametrize(
    ("act", "is_refused"), [(_prune, True), (_gc, True), (_sole, False), (_serve, False)]
)
def test_a_server_keeps_cleaning_away_and_nothing_else(
    tmp_path: Path, act: Callable[[Workbench], None], is_refused: bool
) -> None:
    project = make_project(tmp_path)
    refused = pytest.raises(LakeError, match=r"at work on this workspace \(process \d+\)")
    with serving(project.bench), refused if is_refused else nullcontext():
        act(project.bench)
    act(project.bench)


def test_two_lakes_of_one_folder_do_not_meet(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    path = tmp_path / "other.toml"
    text = (tmp_path / "worksurface.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('root = "lake"', 'root = "other"'), encoding="utf-8")
    other = open_workbench(path)
    assert other.home == project.bench.home
    with held_by_another(project):
        _gc(other)
        assert sole_holder(other) == ""


def test_a_look_at_a_lake_that_is_not_there_makes_none(tmp_path: Path) -> None:
    bench = make_project(tmp_path).bench
    assert sole_holder(bench) == ""
    with pytest.raises(LakeError, match="no benchmark"):
        run_part(bench, Part(Selection()), _nothing)
    assert not (tmp_path / "lake").exists()
