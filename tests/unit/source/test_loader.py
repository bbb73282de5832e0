"""A folder as a workspace."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.unit.source.workspaces import HEX, entry, write_task
from worksurface_pipeline.kernel.errors import MetadataError, SourceError
from worksurface_pipeline.kernel.source_ids import workspace_id
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.source.freeze import freeze
from worksurface_pipeline.worksurface.source.ids import natural_key
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.lock import lock_to_json
from worksurface_pipeline.worksurface.source.model import FileName, Origin


def test_files_are_found_measured_and_hashed(tmp_path: Path) -> None:
    write_task(tmp_path, "7")
    file = load_workspace(tmp_path, None, "mine").tasks[0].files[0]
    assert file.status is FileStatus.PRESENT
    assert file.path == f"7/data/{HEX}_a.md"
    assert (file.size, file.sha256) == (5, hashlib.sha256(b"alpha").hexdigest())


def test_absent_and_unsafe_files_are_values(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    manifest = [entry("a.md", "data/a.md"), entry("b.md", "../secret"), entry("c.md", "data/c")]
    task = write_task(tmp_path, "7", {}, data_manifest=manifest)
    (task / "data").mkdir()
    (task / "data" / "c").symlink_to(tmp_path / "secret")
    loaded = load_workspace(tmp_path, None, "mine").tasks[0]
    assert [(file.status.value, file.path) for file in loaded.files] == [
        ("absent", "7/data/a.md"),
        ("unsafe_path", ""),
        ("unsafe_path", ""),
    ]
    refused = [item for item in loaded.oddities if "is refused" in item]
    assert len(refused) == 2


def test_tasks_come_in_natural_order_and_other_folders_with_a_remark(tmp_path: Path) -> None:
    for folder in ("10", "9", "b", "a2", "a10"):
        write_task(tmp_path, folder)
    (tmp_path / "notes").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "README.md").write_text("read me")
    workspace = load_workspace(tmp_path, None, "mine")
    assert [task.task_id for task in workspace.tasks] == ["9", "10", "a2", "a10", "b"]
    assert workspace.remarks == ("The folder 'notes' has no metadata.json.",)


def test_lock_does_not_depend_on_the_order_of_the_folder_or_on_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("1", "2", "10"):
        write_task(tmp_path, folder, {f"data/{HEX}_a.md": folder.encode(), "data/x/y": b""})
    first = load_workspace(tmp_path, None, "mine", workers=4)
    listing = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda path: reversed(list(listing(path))))
    second = load_workspace(tmp_path, None, "mine", workers=1)
    assert first == second
    assert lock_to_json(freeze(first).lock) == lock_to_json(freeze(second).lock)


def test_unlisted_files_are_named(tmp_path: Path) -> None:
    files = {f"data/{HEX}_a.md": b"a", "data/more/b.md": b"b", "data/.DS_Store": b"", "c.md": b""}
    write_task(tmp_path, "7", files)
    workspace = load_workspace(tmp_path, None, "mine")
    assert workspace.unlisted == (FileName(task_id="7", filename="data/more/b.md"),)


def test_persona_filter_takes_keys_and_labels(tmp_path: Path) -> None:
    write_task(tmp_path, "1", persona="Operations Manager")
    write_task(tmp_path, "2", persona="Researcher")
    everything = load_workspace(tmp_path, (), "mine")
    assert everything.personas == ("operations_manager", "researcher")
    for name in ("researcher", "Researcher"):
        workspace = load_workspace(tmp_path, (name,), "mine")
        assert [task.task_id for task in workspace.tasks] == ["2"]
        assert workspace.skipped_tasks == ("1",)


def test_unknown_persona_is_named_with_the_known_ones(tmp_path: Path) -> None:
    write_task(tmp_path, "1")
    with pytest.raises(SourceError, match=r"persona pilot .*one or more of: operations_manager"):
        load_workspace(tmp_path, ("operations_manager", "pilot"), "mine")


def test_all_malformed_metadata_is_reported_at_once(tmp_path: Path) -> None:
    write_task(tmp_path, "1")
    write_task(tmp_path, "2", persona=None)
    (write_task(tmp_path, "3") / "metadata.json").write_text("{")
    write_task(tmp_path, "4", absolute_id="1")
    with pytest.raises(MetadataError) as caught:
        load_workspace(tmp_path, None, "mine")
    text = str(caught.value)
    assert "3 source tasks cannot be understood" in text
    assert "'persona' is missing (2/metadata.json)" in text
    assert "not JSON" in text
    assert "3/metadata.json" in text
    assert "id '1' occurs 2 times (1/metadata.json, 4/metadata.json)" in text


def test_a_single_problem_is_reported_as_it_is(tmp_path: Path) -> None:
    write_task(tmp_path, "1")
    write_task(tmp_path, "2", persona=None)
    with pytest.raises(MetadataError, match=r"^The field 'persona' is missing \(2/metadata.json\)"):
        load_workspace(tmp_path, None, "mine")


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="workspace is missing") as caught:
        load_workspace(tmp_path / "none", None, "mine")
    assert caught.value.where.endswith("none")
    assert "Expected layout" in caught.value.remedy


def test_a_file_is_no_workspace(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SourceError, match="is no folder"):
        load_workspace(tmp_path / "file", None, "mine")


@pytest.mark.parametrize(
    ("inner", "remedy"),
    [
        pytest.param("", "Expected layout", id="empty"),
        pytest.param("metadata.json", "single source task", id="task-folder"),
        pytest.param("split/7/metadata.json", "one level lower", id="one-level-up"),
    ],
)
def test_empty_workspace_says_what_may_have_been_meant(
    tmp_path: Path, inner: str, remedy: str
) -> None:
    if inner:
        (tmp_path / inner).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / inner).write_text("{}")
    with pytest.raises(SourceError, match="holds no source task") as caught:
        load_workspace(tmp_path, None, "mine")
    assert remedy in caught.value.remedy


def test_progress_counts_every_byte(tmp_path: Path) -> None:
    write_task(tmp_path, "1")
    write_task(tmp_path, "2", {f"data/{HEX}_a.md": b"1234567"})
    sizes: list[int] = []
    load_workspace(tmp_path, None, "mine", on_bytes=sizes.append)
    assert sizes == [5, 7]


def test_origin_is_the_local_folder_unless_given(tmp_path: Path) -> None:
    write_task(tmp_path, "1")
    assert load_workspace(tmp_path, None, "mine").origin.repo == f"local:{workspace_id(tmp_path)}"
    origin = Origin(repo="owner/data", commit="a" * 40)
    assert load_workspace(tmp_path, None, "mine", origin=origin).origin.is_hub


def test_workspace_id_depends_on_the_absolute_path(tmp_path: Path) -> None:
    first, second = tmp_path / "x" / "My Files!", tmp_path / "y" / "My Files!"
    assert workspace_id(first).startswith("my_files-")
    assert len(workspace_id(first)) == len("my_files-") + 8
    assert workspace_id(first) != workspace_id(second)
    assert workspace_id(first) == workspace_id(first / ".." / "My Files!")
    assert len(workspace_id(tmp_path / ("n" * 200))) <= 50
    assert workspace_id(Path("/")).startswith("workspace-")


@pytest.mark.parametrize(
    ("texts", "ordered"),
    [
        pytest.param(["10", "9", "1"], ["1", "9", "10"], id="numbers"),
        pytest.param(["t10", "t9", "a"], ["a", "t9", "t10"], id="mixed"),
        pytest.param(["1", "01", "001"], ["001", "01", "1"], id="ties"),
        pytest.param(["b", "2", "١"], ["2", "b", "١"], id="digits-of-other-scripts-are-text"),
    ],
)
def test_natural_key(texts: list[str], ordered: list[str]) -> None:
    assert sorted(texts, key=natural_key) == ordered
