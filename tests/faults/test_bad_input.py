"""Bad input through the front door: one clear sentence, exit code 1, and nothing lost."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.dagster.conftest import Project, in_memory, make_project
from worksurface_pipeline import cli
from worksurface_pipeline.worksurface.source.lock import write_lock

Damage = Callable[[Project], None]


def _run(project: Project, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """The exit code of a command, called as the installed script calls it."""
    words = ["worksurface", *arguments, "--settings", str(project.folder / "worksurface.toml")]
    monkeypatch.setattr(sys, "argv", words)
    monkeypatch.setattr("schedules.session.open_instance", in_memory)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    return int(caught.value.code or 0)


def _metadata(project: Project) -> Path:
    return project.workspace / "3" / "metadata.json"


def _edit_metadata(project: Project, change: Callable[[dict[str, object]], object]) -> None:
    path = _metadata(project)
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value), encoding="utf-8")


def _no_folder(project: Project) -> None:
    shutil.rmtree(project.workspace)


def _empty(project: Project) -> None:
    shutil.rmtree(project.workspace)
    project.workspace.mkdir()


def _not_json(project: Project) -> None:
    _metadata(project).write_text("{", encoding="utf-8")


def _no_persona(project: Project) -> None:
    _edit_metadata(project, lambda value: value.pop("persona"))


def _settings(text: str) -> Damage:
    def change(project: Project) -> None:
        path = project.folder / "worksurface.toml"
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")

    return change


NO_KEY = '[[models]]\nid = "offline/keyword"\n[[models]]\nid = "openai/x"\nkey = "NO_SUCH_KEY"\n'
STOPPING = [
    pytest.param(_no_folder, ["workspace"], id="missing-folder"),
    pytest.param(_empty, ["workspace", "metadata.json"], id="empty-workspace"),
    pytest.param(_not_json, ["3", "metadata.json"], id="malformed-metadata"),
    pytest.param(_no_persona, ["3", "persona"], id="metadata-without-persona"),
    pytest.param(_settings("[condition]\nscope = 'x'\n"), ["line 9", "'task'"], id="wrong-setting"),
    pytest.param(_settings(NO_KEY), ["openai/x", "NO_SUCH_KEY"], id="no-key"),
]


@pytest.mark.parametrize(("damage", "expected"), STOPPING)
def test_a_sentence_and_nothing_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    damage: Damage,
    expected: list[str],
) -> None:
    project = make_project(tmp_path)
    damage(project)
    assert _run(project, monkeypatch, "run") == 1
    said = capsys.readouterr().err
    assert said.startswith("Error: ")
    assert "Traceback" not in said
    assert [word for word in expected if word not in said] == []
    assert not (tmp_path / "lake").exists()


def _path(value: str) -> Damage:
    def change(project: Project) -> None:
        def point(metadata: dict[str, object]) -> None:
            manifest = metadata["data_manifest"]
            assert isinstance(manifest, list)
            manifest[0]["stored_relpath"] = value

        _edit_metadata(project, point)

    return change


def _absent(project: Project) -> None:
    next(project.workspace.rglob("*_shipments_q2.csv")).unlink()


IN_LEDGER = [
    pytest.param(_path("../2/metadata.json"), "unsafe_path", id="parent-path"),
    pytest.param(_path("/etc/hostname"), "unsafe_path", id="absolute-path"),
    pytest.param(_absent, "absent", id="missing-file"),
]


@pytest.mark.parametrize(("damage", "reason"), IN_LEDGER)
def test_a_bad_file_is_a_ledger_entry_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Damage, reason: str
) -> None:
    from worksurface_pipeline.worksurface.surfaces.sets import CoverageLedger

    project = make_project(tmp_path)
    damage(project)
    assert _run(project, monkeypatch, "build") == 0
    lake = project.bench.lake
    manifest = lake.current("coverage_ledger", "logistics_manager")
    assert manifest is not None
    entries = lake.load(manifest, CoverageLedger).entries
    failures = [entry.failure for entry in entries if entry.failure is not None]
    assert [failure.reason for failure in failures] == [reason]
    assert failures[0].remedy
    assert lake.current("benchmark") is not None


def test_a_changed_file_against_a_pinned_lock_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = make_project(tmp_path)
    assert _run(project, monkeypatch, "freeze") == 0
    frozen = project.bench.frozen()
    assert frozen is not None
    write_lock(frozen.lock, tmp_path / "pinned.json")
    path = tmp_path / "worksurface.toml"
    text = path.read_text(encoding="utf-8").replace("[source]", '[source]\nlock = "pinned.json"')
    path.write_text(text, encoding="utf-8")
    assert _run(project, monkeypatch, "freeze") == 0
    changed = next(project.workspace.rglob("*_shipments_q2.csv"))
    changed.write_text(changed.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    capsys.readouterr()
    assert _run(project, monkeypatch, "freeze") == 1
    assert "shipments_q2.csv" in capsys.readouterr().err
    assert project.bench.frozen() == frozen
