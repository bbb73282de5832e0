"""`worksurface audit` as a program sees it: exit codes, byte order marks, and files of nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from schedules.auditing import audit_path
from tests.unit.release.made import PROFILE, own_release, public_release
from worksurface_pipeline.cli import app
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.release.foreign_tasks import read_foreign_tasks

MARK = b"\xef\xbb\xbf"


def with_wrong_gold(public: Path) -> Path:
    path = public / "tasks.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    first = next(row for row in rows if row["answer_type"] == "number")
    first["gold_answer"] += 1000
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return public


def with_line(public: Path) -> Path:
    path = public / "tasks.jsonl"
    path.write_bytes(path.read_bytes() + b"no task\n")
    return public


def with_empty_profile(public: Path) -> Path:
    (public / PROFILE).with_name("other").mkdir()
    return public


def with_other_card(release: Path) -> Path:
    (release / "CARD.md").write_text("x", encoding="utf-8")
    return release


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(own_release, 0, id="own"),
        pytest.param(public_release, 0, id="public"),
        pytest.param(lambda path: public_release(path) / "tasks.jsonl", 0, id="tasks alone"),
        pytest.param(lambda path: with_wrong_gold(public_release(path)), 1, id="fault"),
        pytest.param(
            lambda path: with_line(with_wrong_gold(public_release(path))), 1, id="fault and line"
        ),
        pytest.param(lambda path: with_other_card(own_release(path)), 1, id="changed"),
        pytest.param(lambda path: with_line(public_release(path)), 2, id="line left out"),
        pytest.param(lambda path: with_empty_profile(public_release(path)), 2, id="unread"),
    ],
)
def test_the_exit_code_tells_what_was_found(
    tmp_path: Path, make: Callable[[Path], Path], code: int
) -> None:
    assert CliRunner().invoke(app, ["audit", str(make(tmp_path))]).exit_code == code


@pytest.mark.parametrize("content", [b"", b"\n \n", MARK, b"[]\n"], ids=repr)
def test_a_file_without_a_task_ends_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_bytes(content)
    with pytest.raises(PackageError, match="The file holds no task"):
        audit_path(path, is_whole=False)


def test_a_release_of_ours_without_a_task_ends_in_a_sentence(tmp_path: Path) -> None:
    release = own_release(tmp_path)
    (release / "gold" / "tasks.jsonl").write_bytes(b"")
    with pytest.raises(PackageError, match="The release holds no task"):
        audit_path(release, is_whole=False)


def test_a_byte_order_mark_is_no_part_of_the_first_task(tmp_path: Path) -> None:
    path = public_release(tmp_path) / "tasks.jsonl"
    plain = read_foreign_tasks(path)
    path.write_bytes(MARK + path.read_bytes())
    assert read_foreign_tasks(path) == plain
