"""A second run on a workspace is refused while the first is at work; wrong choices are named."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from resources.run_lock import shared_run, sole_holder, sole_run
from tests.dagster.conftest import make_project
from tests.faults.holding import held_by_another
from worksurface_pipeline.kernel.errors import LakeError, SettingsError, SourceError
from worksurface_pipeline.kernel.lake_layout import LAYOUT


def test_a_second_run_is_refused_and_names_the_first(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    with sole_run(project.bench), pytest.raises(LakeError, match=r"process \d+"):
        project.drive(until="freeze")
    assert project.drive(until="freeze")[0]


def test_runs_of_the_daemon_share_the_workspace_and_not_a_partition(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    bench, said = project.bench, list[str]()
    with held_by_another(project, "one") as other:
        name = f"process {other.pid}"
        with shared_run(bench, "two", said.append):
            assert said == []
        with pytest.raises(LakeError, match=name), shared_run(bench, "one", said.append, 0.0):
            pass
        assert said == [f"Waiting for {name}, which is at work on this workspace"]
        with pytest.raises(LakeError, match=name):
            project.drive(until="freeze")
        assert sole_holder(bench) == ""
    with shared_run(bench, "one", said.append, 0.0):  # a dead process holds nothing
        pass
    assert project.drive(until="freeze")[0]


def test_a_run_of_the_daemon_waits_for_one_of_the_command_line(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    with held_by_another(project) as other:
        assert sole_holder(project.bench) == str(other.pid)
        ending = threading.Timer(0.2, other.kill)

        def say(line: str) -> None:
            assert str(other.pid) in line
            ending.start()  # it ends while this run waits

        with shared_run(project.bench, "one", say):
            assert other.wait(10) == -9
        assert sole_holder(project.bench) == ""


def test_what_a_run_alone_starts_itself_takes_no_lock(tmp_path: Path) -> None:
    """The driver's runs go on in its own process, which must not wait for itself."""
    bench, said = make_project(tmp_path).bench, list[str]()
    with sole_run(bench), shared_run(bench, "one", said.append, 0.0):
        assert sole_holder(bench) == str(os.getpid())
    with shared_run(bench, "one", said.append, 0.0), shared_run(bench, "one", said.append, 0.0):
        assert said == []


def test_a_lake_of_an_older_layout_is_migrated_by_the_first_run(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    assert project.drive(until="freeze")[0]
    layout = Path(project.bench.lake.path("LAYOUT"))
    assert layout.read_text() == f"{LAYOUT}\n"
    layout.unlink()
    with shared_run(project.bench, "one", print, 0.0):
        assert layout.read_text() == f"{LAYOUT}\n"
    layout.write_text("99")
    with pytest.raises(LakeError, match="layout 99"):
        project.drive(until="freeze")


def test_an_unknown_persona_is_named_with_the_known_ones(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    with pytest.raises(SettingsError, match="logistics_manager, operations_manager"):
        project.drive(until="freeze", personas=("nobody",))


def test_a_page_of_no_workspace_is_refused(tmp_path: Path) -> None:
    from resources.workbench import open_workbench
    from schedules.page import serve

    project = make_project(tmp_path)
    bench = open_workbench(project.folder / "worksurface.toml", tmp_path / "nosuch")
    with pytest.raises(SourceError, match="nosuch"):
        serve(bench, 0)


def test_the_metadata_is_no_input_of_a_task(tmp_path: Path) -> None:
    """It holds rubrics, from which gold is made."""
    import json

    from worksurface_pipeline.worksurface.schema.source import FileStatus
    from worksurface_pipeline.worksurface.source.loader import load_workspace

    project = make_project(tmp_path)
    path = project.workspace / "3" / "metadata.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    (path.parent / "data" / "link.json").symlink_to(path)
    for number, name in enumerate(("metadata.json", "./metadata.json", "data/link.json")):
        value["data_manifest"].append({"filename": f"a{number}.json", "stored_relpath": name})
    path.write_text(json.dumps(value), encoding="utf-8")
    task = next(t for t in load_workspace(project.workspace, None, "b").tasks if t.task_id == "3")
    refused = [file for file in task.files if file.filename.startswith("a")]
    assert [file.status for file in refused] == [FileStatus.UNSAFE_PATH] * 3
    assert any("metadata itself" in oddity for oddity in task.oddities)


def test_a_lock_can_be_taken_from_a_freeze(tmp_path: Path) -> None:
    from worksurface_pipeline.worksurface.source.lock import read_lock

    project = make_project(tmp_path)
    assert project.drive(until="freeze")[0]
    frozen = project.bench.frozen()
    assert frozen is not None
    path = next(Path(project.bench.lake.path("source_lock")).rglob("wsb_lock.json"))
    assert read_lock(path).files == frozen.lock.files
