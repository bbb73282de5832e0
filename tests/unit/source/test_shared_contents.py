"""Files with equal content."""

from __future__ import annotations

from pathlib import Path

from tests.unit.source.workspaces import HEX, entry, write_task
from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.worksurface.schema.source import LockedFile, SharedContent, SourceLock
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.shared import shared_contents


def test_equal_contents_are_grouped_over_tasks_and_personas(tmp_path: Path) -> None:
    a, b = f"data/{HEX}_a.md", f"data/{HEX}_b.md"
    both = [entry("a.md", a), entry("b.md", b)]
    write_task(tmp_path, "1", {a: b"same", b: b"own"}, data_manifest=both)
    write_task(tmp_path, "2", {a: b"other", b: b"same"}, data_manifest=both, persona="Researcher")
    write_task(tmp_path, "3", {}, data_manifest=both)
    tasks = load_workspace(tmp_path, None, "mine").tasks
    expected = SharedContent(
        sha256=digest_bytes(b"same"),
        members=("t1::a.md", "t2::b.md"),
        personas=("operations_manager", "researcher"),
    )
    assert shared_contents(tasks) == shared_contents(tasks[::-1]) == (expected,)


def test_a_lock_says_what_absent_files_held(tmp_path: Path) -> None:
    a = f"data/{HEX}_a.md"
    write_task(tmp_path, "1", {a: b"same"}, data_manifest=[entry("a.md", a)])
    write_task(tmp_path, "2", {}, data_manifest=[entry("a.md", a)])
    tasks = load_workspace(tmp_path, None, "mine").tasks
    digest = digest_bytes(b"same")
    lock = SourceLock(
        repo="r",
        commit="c",
        downloaded_at=None,
        split="",
        files=(LockedFile(task_id="2", filename="a.md", sha256=digest),),
        tree_digest="",
    )
    assert shared_contents(tasks) == ()
    (found,) = shared_contents(tasks, lock.files)
    assert found.members == ("t1::a.md", "t2::a.md")
