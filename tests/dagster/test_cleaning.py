"""`gc` and `prune` on a real lake: what they take, what they leave, and a kill in between."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from resources.cleaning import garbage
from resources.instance import open_instance
from resources.run_lock import sole_run
from schedules.cleaning import collect, prune
from tests.dagster.conftest import Project
from tests.shared_files import ROOT
from worksurface_pipeline.kernel.errors import LakeError, SettingsError
from worksurface_pipeline.worksurface.steps import STEPS

MODEL = "offline/keyword"

_KILLED_GC = """
import os, signal, sys
from pathlib import Path
import schedules.cleaning as cleaning
from resources.workbench import open_workbench
bench, left = open_workbench(Path(sys.argv[1])), int(sys.argv[2])
real = type(bench.lake.fs).rm_file
def rm_file(fs, path):
    global left
    real(fs, path)
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
type(bench.lake.fs).rm_file = rm_file
cleaning.collect(bench, False, print)
"""


def _collect(project: Project, is_dry: bool = False) -> str:
    said: list[str] = []
    collect(project.bench, is_dry, said.append)
    return "\n".join(said)


def _prune(project: Project, is_dry: bool = False, journals: bool = False, **named: str) -> str:
    said: list[str] = []
    model, persona = named.get("model", ""), named.get("persona", "")
    prune(project.bench, model, persona, journals, is_dry, said.append)
    return "\n".join(said)


def _files(project: Project) -> set[str]:
    root = Path(project.bench.lake.path(""))
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def _superseded(project: Project) -> None:
    """A second attempt of several assets, as after an edit that was taken back."""
    lake = project.bench.lake
    for step in ("tables", "graph", "pool", "benchmark"):
        for key in lake.partitions(step):
            manifest = lake.current(step, key)
            assert manifest is not None
            place = Path(lake.folder(step, key)) / manifest.fingerprint
            shutil.copytree(place / str(manifest.attempt), place.parent / ("f" * 64) / "1")


def _problems(project: Project) -> list[str]:
    lake = project.bench.lake
    manifests = [lake.current(step, key) for step in STEPS for key in lake.partitions(step)]
    return [said for found in manifests if found is not None for said in lake.problems(found)]


def test_what_is_superseded_goes_and_nothing_is_computed_for_want_of_it(copy: Project) -> None:
    _collect(copy)  # what the copy brings along is of another place
    before = _files(copy)
    _superseded(copy)
    dry = _collect(copy, is_dry=True)
    assert "2 x an earlier attempt of tables" in dry
    assert "6 places" in dry
    assert "would be removed" in dry
    assert len(_files(copy)) > len(before)
    assert "6 places" in _collect(copy)
    assert _files(copy) == before
    assert "Nothing has changed" in copy.drive()[1]
    assert _collect(copy) == "Nothing is there to remove"


@pytest.mark.parametrize("after", [1, 2, 5])
def test_a_killed_gc_leaves_a_readable_lake(copy: Project, after: int) -> None:
    _superseded(copy)
    done = subprocess.run(
        [sys.executable, "-c", _KILLED_GC, str(copy.folder / "worksurface.toml"), str(after)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert _problems(copy) == []
    assert list(garbage(copy.bench))  # it was in the midst of it
    _collect(copy)
    assert list(garbage(copy.bench)) == []
    assert _problems(copy) == []


def test_nothing_is_removed_while_a_run_is_at_work(copy: Project) -> None:
    _superseded(copy)
    before = _files(copy)
    with sole_run(copy.bench), pytest.raises(LakeError, match="at work"):
        _collect(copy)
    with sole_run(copy.bench), pytest.raises(LakeError, match="at work"):
        _prune(copy)
    assert _files(copy) == before


def _without_the_model(project: Project) -> None:
    path = project.folder / "worksurface.toml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("[sweep]", '[sweep]\nreference = "other/one"')
    path.write_text(f'{text}[[models]]\nid = "other/one"\n', encoding="utf-8")


def test_a_removed_model_goes_and_its_journals_only_on_request(copy: Project) -> None:
    assert _prune(copy, is_dry=True) == "Nothing is there to remove"
    _without_the_model(copy)
    dry = _prune(copy, is_dry=True)
    assert f"1 x trajectories[{MODEL}|S4]" in dry
    assert f"Dagster's model key {MODEL} would be removed" in dry
    assert f"Dagster's model key {MODEL} removed" in _prune(copy, model=MODEL)
    lake = copy.bench.lake
    assert lake.partitions("trajectories") == lake.partitions("scores") == ()
    assert len(lake.partitions("tables")) == 2
    with open_instance(copy.bench) as instance:
        assert list(instance.get_dynamic_partitions("model")) == ["other/one"]
    assert list(Path(lake.path("sweeps")).rglob("*.jsonl"))
    assert "sweeps of offline=2fkeyword" in _prune(copy, journals=True)
    assert list(Path(lake.path("sweeps")).rglob("*.jsonl")) == []
    with pytest.raises(SettingsError, match="still in use, or nothing is stored"):
        _prune(copy, model="other/one")


def test_a_removed_persona_goes_with_its_ballots(copy: Project) -> None:
    shutil.rmtree(copy.workspace / "3")
    assert copy.drive(until="freeze")[0]
    said = _prune(copy)
    assert "1 x verified_tasks[logistics_manager]" in said
    lake = copy.bench.lake
    assert lake.partitions("verified_tasks") == ("operations_manager",)
    assert {key.rpartition("|")[2] for key in lake.partitions("ballots")} == {"operations_manager"}
    with pytest.raises(SettingsError, match="still in use"):
        _prune(copy, persona="operations_manager")
