"""Freezing, comparing with the last lock, and what a pin forbids."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.unit.source.workspaces import HEX, entry, write_task
from worksurface_pipeline.kernel.errors import PinnedSourceChangedError
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.worksurface.schema.source import SourceFile
from worksurface_pipeline.worksurface.source.freeze import freeze, make_lock, open_verified
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.model import (
    FileName,
    Origin,
    Pin,
    PinKind,
    Workspace,
)
from worksurface_pipeline.worksurface.source.sets import FrozenSource

MANIFEST = [entry("a.md", f"data/{HEX}_a.md"), entry("b.md", f"data/{HEX}_b.md")]
FILES = {f"data/{HEX}_a.md": b"alpha", f"data/{HEX}_b.md": b"beta"}
COMMIT = "c" * 40


@pytest.fixture
def root(tmp_path: Path) -> Path:
    base = tmp_path / "space"
    for folder in ("2", "10"):
        write_task(base, folder, FILES, data_manifest=MANIFEST)
    return base


def load(root: Path, commit: str = "") -> Workspace:
    origin = Origin(repo="owner/data", commit=commit, split="s") if commit else None
    return load_workspace(root, None, "mine", origin=origin)


def change(root: Path) -> None:
    (root / "2" / "data" / f"{HEX}_a.md").write_bytes(b"other")


def remove(root: Path) -> None:
    (root / "10" / "data" / f"{HEX}_b.md").unlink()


def add_task(root: Path) -> None:
    write_task(root, "3")


def drop_task(root: Path) -> None:
    shutil.rmtree(root / "10")


def edit_metadata(root: Path) -> None:
    path = root / "2" / "metadata.json"
    path.write_text(path.read_text() + "\n")


def add_unlisted(root: Path) -> None:
    (root / "2" / "data" / "more.md").write_text("more")


def nothing(root: Path) -> None:
    assert root.is_dir()


CASES = [
    pytest.param(nothing, [], id="nothing"),
    pytest.param(change, [("changed", "2", "a.md")], id="changed"),
    pytest.param(remove, [("removed", "10", "b.md")], id="removed"),
    pytest.param(
        add_task, [("added", "3", "a.md"), ("metadata", "3", "metadata.json")], id="added"
    ),
    pytest.param(
        drop_task,
        [
            ("removed", "10", "a.md"),
            ("removed", "10", "b.md"),
            ("metadata", "10", "metadata.json"),
        ],
        id="task-dropped",
    ),
    pytest.param(edit_metadata, [("metadata", "2", "metadata.json")], id="metadata"),
]


@pytest.mark.parametrize(("act", "expected"), CASES)
def test_unpinned_differences_are_listed_and_the_run_goes_on(
    root: Path, act: Callable[[Path], None], expected: list[tuple[str, str, str]]
) -> None:
    before = freeze(load(root)).lock
    act(root)
    result = freeze(load(root), before)
    assert [(item.kind, item.task_id, item.filename) for item in result.changes] == expected
    is_same = result.lock.tree_digest == before.tree_digest
    assert is_same == (not expected)
    assert result.lock.commit == result.lock.tree_digest


@pytest.mark.parametrize(
    ("act", "words"),
    [
        pytest.param(change, "changed: 2/a.md", id="changed"),
        pytest.param(remove, "absent: 10/b.md", id="absent"),
        pytest.param(add_task, "extra: 3/a.md", id="extra"),
        pytest.param(drop_task, "absent: 10/a.md, 10/b.md", id="task-dropped"),
        pytest.param(edit_metadata, "changed: 2/metadata.json", id="metadata"),
        pytest.param(add_unlisted, "extra: 2/data/more.md", id="unlisted"),
    ],
)
def test_a_lock_named_in_the_settings_holds_the_source(
    root: Path, act: Callable[[Path], None], words: str
) -> None:
    pin = Pin(kind=PinKind.LOCK, name="wsb_lock.json", lock=freeze(load(root)).lock)
    assert freeze(load(root), None, pin).absent == ()
    act(root)
    with pytest.raises(PinnedSourceChangedError, match=words) as caught:
        freeze(load(root), None, pin)
    assert caught.value.where == "wsb_lock.json"
    assert caught.value.remedy


@pytest.mark.parametrize("act", [change, edit_metadata, add_task])
def test_a_hub_commit_holds_the_source_to_its_last_freeze(
    root: Path, act: Callable[[Path], None]
) -> None:
    pin = Pin(kind=PinKind.COMMIT, name=COMMIT)
    before = freeze(load(root, COMMIT), None, pin).lock
    assert before.commit == COMMIT
    act(root)
    with pytest.raises(PinnedSourceChangedError):
        freeze(load(root, COMMIT), before, pin)
    moved = load(root, "d" * 40)
    assert freeze(moved, before, Pin(kind=PinKind.COMMIT, name="d" * 40)).changes


def test_files_beside_a_hub_commit_stop_the_run(root: Path) -> None:
    add_unlisted(root)
    assert freeze(load(root, COMMIT), None, Pin(kind=PinKind.COMMIT)).lock.commit == COMMIT
    pin = Pin(kind=PinKind.COMMIT, extra=("2/data/more.md",))
    with pytest.raises(PinnedSourceChangedError, match=r"extra: 2/data/more\.md"):
        freeze(load(root, COMMIT), None, pin)


def test_absent_files_go_on_only_when_allowed(root: Path) -> None:
    lock = freeze(load(root)).lock
    remove(root)
    pin = Pin(kind=PinKind.LOCK, lock=lock)
    with pytest.raises(PinnedSourceChangedError, match=r"source\.allow_absent"):
        freeze(load(root), None, pin)
    result = freeze(load(root), None, pin.model_copy(update={"allow_absent": True}))
    assert result.absent == (FileName(task_id="10", filename="b.md"),)
    assert len(result.lock.files) == 3
    assert [(file.task_id, file.filename) for file in result.told] == [("10", "b.md")]
    assert result.told[0] in lock.files


def test_unpinned_absent_files_are_named(root: Path) -> None:
    remove(root)
    assert freeze(load(root)).absent == (FileName(task_id="10", filename="b.md"),)


def test_a_source_that_equals_a_lock_takes_its_identity(root: Path) -> None:
    lock = freeze(load(root)).lock
    named = lock.model_copy(update={"repo": "owner/data", "commit": COMMIT, "split": "s"})
    result = freeze(load(root), None, Pin(kind=PinKind.LOCK, lock=named))
    assert (result.lock.repo, result.lock.commit, result.lock.split) == ("owner/data", COMMIT, "s")
    assert result.lock.files == lock.files


def test_a_pin_by_lock_needs_the_lock() -> None:
    with pytest.raises(ValidationError, match="needs the lock"):
        Pin(kind=PinKind.LOCK)


def test_tree_digest_does_not_depend_on_the_place(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "elsewhere" / "copy")
    there = make_lock(load(tmp_path / "elsewhere" / "copy"))
    here = make_lock(load(root))
    assert here.tree_digest == there.tree_digest
    assert here.repo != there.repo


def test_filtered_personas_are_not_compared(root: Path) -> None:
    write_task(root, "5", persona="Researcher")
    before = freeze(load(root)).lock
    few = load_workspace(root, ("researcher",), "mine")
    assert freeze(few, before).changes == ()
    assert freeze(few, None, Pin(kind=PinKind.LOCK, lock=before)).absent == ()


def first_file(root: Path) -> SourceFile:
    return load(root).tasks[0].files[0]


def test_open_verified_gives_the_path(root: Path) -> None:
    path = open_verified(root, first_file(root))
    assert isinstance(path, Path)
    assert path.read_bytes() == b"alpha"


def unlink(path: Path) -> None:
    path.unlink()


def rewrite(path: Path) -> None:
    path.write_bytes(b"ALPHA")


def link_out(path: Path) -> None:
    outside = path.parents[3] / "outside"
    outside.write_bytes(b"alpha")
    path.unlink()
    path.symlink_to(outside)


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        pytest.param(unlink, FailureReason.ABSENT, id="gone"),
        pytest.param(rewrite, FailureReason.CHANGED, id="changed"),
        pytest.param(link_out, FailureReason.UNSAFE_PATH, id="became-a-link"),
    ],
)
def test_open_verified_fails_as_a_value(
    root: Path, act: Callable[[Path], None], reason: FailureReason
) -> None:
    file = first_file(root)
    act(root / file.path)
    failure = open_verified(root, file)
    assert isinstance(failure, ExtractionFailure)
    assert failure.reason is reason
    assert failure.remedy


def test_open_verified_of_files_that_never_were_there(tmp_path: Path) -> None:
    manifest = [entry("a.md", "data/a.md"), entry("b.md", "../b.md")]
    write_task(tmp_path, "7", {}, data_manifest=manifest)
    failures = [open_verified(tmp_path, file) for file in load(tmp_path).tasks[0].files]
    reasons = [item.reason for item in failures if isinstance(item, ExtractionFailure)]
    assert reasons == [FailureReason.ABSENT, FailureReason.UNSAFE_PATH]


def test_what_a_pin_tells_of_absent_files_is_part_of_the_state(root: Path) -> None:
    lock = freeze(load(root)).lock
    told = (lock.files[0].model_copy(update={"sha256": "a" * 64}),)
    plain = FrozenSource(lock=lock)
    assert plain.state_digest == lock.tree_digest
    digests = {FrozenSource(lock=lock, told=part).state_digest for part in ((), told, lock.files)}
    assert len(digests) == 3
