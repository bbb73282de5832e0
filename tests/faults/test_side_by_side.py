"""A second run on a workspace is refused while the first is at work; wrong choices are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources.run_lock import sole_run
from tests.dagster.conftest import make_project
from worksurface_pipeline.kernel.errors import LakeError, SettingsError, SourceError


def test_a_second_run_is_refused_and_names_the_first(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    with sole_run(project.bench), pytest.raises(LakeError, match=r"process \d+"):
        project.drive(until="freeze")
    assert project.drive(until="freeze")[0]


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
