"""The reference's lock format, read and written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.source.workspaces import HEX, write_task
from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.worksurface.source.freeze import freeze
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.lock import (
    lock_from_json,
    lock_to_json,
    read_lock,
    verify_lock,
    write_lock,
)

DIGEST = "ab" * 32


def reference(**changes: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "wsb_repo": "owner/data",
        "wsb_commit": "c" * 40,
        "downloaded_at": None,
        "split": "s",
        "task_id_to_file_hashes": {"9": {"b.md": f"sha256:{DIGEST}", "a.md": f"sha256:{DIGEST}"}},
    }
    return {key: value for key, value in {**fields, **changes}.items() if value != "drop"}


def test_reference_lock_survives_byte_by_byte() -> None:
    text = json.dumps(reference(), indent=2)
    assert lock_to_json(lock_from_json(text, "lock")) == text


def test_our_lock_survives_byte_by_byte(tmp_path: Path) -> None:
    write_task(tmp_path / "w", "2", {})
    write_task(tmp_path / "w", "10")
    lock = freeze(load_workspace(tmp_path / "w", None, "mine")).lock
    write_lock(lock, tmp_path / "deep" / "wsb_lock.json")
    assert read_lock(tmp_path / "deep" / "wsb_lock.json") == lock
    fields = json.loads((tmp_path / "deep" / "wsb_lock.json").read_text())
    assert list(fields["task_id_to_file_hashes"]) == ["2", "10"]
    assert fields["downloaded_at"] is None
    assert fields["tree_digest"] == f"sha256:{lock.tree_digest}"
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["wsb_lock.json"]


def test_fields_that_are_not_ours_are_ignored() -> None:
    text = json.dumps(reference(created_by="someone"))
    assert lock_from_json(text, "lock").repo == "owner/data"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("{", "whole file", id="not-json"),
        pytest.param("[]", "whole file", id="list"),
        pytest.param(json.dumps(reference(wsb_repo="drop")), "wsb_repo", id="no-repo"),
        pytest.param(
            json.dumps(reference(task_id_to_file_hashes=[])), "task_id_to_file_hashes", id="list"
        ),
        pytest.param(
            json.dumps(reference(task_id_to_file_hashes={"9": {"a.md": 5}})),
            "task_id_to_file_hashes.9.a.md",
            id="digest-number",
        ),
        pytest.param(
            json.dumps(reference(task_id_to_file_hashes={"9": {"a.md": "md5:00"}})),
            "9/a.md is no SHA-256",
            id="digest-of-another-kind",
        ),
    ],
)
def test_what_is_no_lock(text: str, words: str) -> None:
    with pytest.raises(SourceError, match=words) as caught:
        lock_from_json(text, "my.json")
    assert caught.value.where == "my.json"
    assert caught.value.remedy


def test_missing_lock(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        read_lock(tmp_path / "none.json")


def test_lock_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    lock = lock_from_json(json.dumps(reference()), "lock")
    (tmp_path / "file").write_text("old")
    with pytest.raises(SourceError, match="cannot be written"):
        write_lock(lock, tmp_path / "file" / "lock.json")
    assert (tmp_path / "file").read_text() == "old"


def test_verify_lock_sorts_every_file_into_one_part(tmp_path: Path) -> None:
    write_task(tmp_path, "9", {f"data/{HEX}_a.md": b"alpha"})
    write_task(tmp_path, "10", {f"data/{HEX}_a.md": b"beta"})
    workspace = load_workspace(tmp_path, None, "mine")
    right = workspace.tasks[0].files[0].sha256
    hashes = {"10": {"a.md": DIGEST, "gone.md": DIGEST}, "9": {"a.md": right}, "1": {"x": DIGEST}}
    check = verify_lock(
        workspace, lock_from_json(json.dumps(reference(task_id_to_file_hashes=hashes)), "lock")
    )
    parts = [check.matched, check.changed, check.absent, check.extra]
    assert [[(file.task_id, file.filename) for file in part] for part in parts] == [
        [("9", "a.md")],
        [("10", "a.md")],
        [("1", "x"), ("10", "gone.md")],
        [],
    ]
    empty = lock_from_json(json.dumps(reference(task_id_to_file_hashes={})), "lock")
    assert [file.task_id for file in verify_lock(workspace, empty).extra] == ["9", "10"]
