"""Listed names that are links, pipes or folders: told apart, never opened, never followed out."""

from __future__ import annotations

import os
from pathlib import Path

from tests.unit.source.workspaces import entry, write_task
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceTask
from worksurface_pipeline.worksurface.source.files import open_verified
from worksurface_pipeline.worksurface.source.loader import load_workspace


def load(root: Path, *names: str) -> SourceTask:
    manifest = [entry(name, f"data/{name}") for name in names]
    write_task(root, "8", {"data/a.md": b"alpha"}, data_manifest=manifest, file_dep_graph=[])
    data = root / "8" / "data"
    (data / "same.md").symlink_to("a.md")
    (data / "out.md").symlink_to(root / "7" / "metadata.json")
    (data / "folder.md").mkdir()
    os.mkfifo(data / "pipe.md")
    return next(task for task in load_workspace(root, None, "test").tasks if task.task_id == "8")


def test_links_pipes_and_folders(tmp_path: Path) -> None:
    write_task(tmp_path, "7")
    names = ("a.md", "same.md", "out.md", "folder.md", "pipe.md", "none.md")
    task = load(tmp_path, *names)
    assert {file.filename: file.status for file in task.files} == {
        "a.md": FileStatus.PRESENT,
        "same.md": FileStatus.PRESENT,
        "out.md": FileStatus.UNSAFE_PATH,
        "folder.md": FileStatus.ABSENT,
        "pipe.md": FileStatus.ABSENT,
        "none.md": FileStatus.ABSENT,
    }
    assert task.oddities[-4:] == (
        "The stored path of 'out.md' is refused: a symbolic link leaves the source task's folder.",
        "'folder.md' is a folder, not a file; it is not opened.",
        "'pipe.md' is a pipe, socket or device, not a file; it is not opened.",
        "'a.md', 'same.md' are links to one file: duplicates of each other.",
    )


def test_a_file_that_becomes_a_link_out_is_not_read(tmp_path: Path) -> None:
    write_task(tmp_path, "7")
    task = load(tmp_path, "a.md")
    path = tmp_path / "8" / "data" / "a.md"
    path.unlink()
    path.symlink_to(tmp_path / "7" / "metadata.json")
    refused = open_verified(tmp_path, task.files[0])
    assert isinstance(refused, ExtractionFailure)
    assert refused.reason is FailureReason.UNSAFE_PATH
