"""Paths from a manifest are followed only inside the source task's folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.source.paths import locate

UNSAFE = FileStatus.UNSAFE_PATH


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    task = tmp_path / "7"
    (task / "data" / "sub").mkdir(parents=True)
    (task / "data" / "a.md").write_text("a")
    (task / "data" / "sub" / "b.md").write_text("b")
    (tmp_path / "secret.md").write_text("secret")
    (task / "data" / "out.md").symlink_to(tmp_path / "secret.md")
    (task / "data" / "gone.md").symlink_to(tmp_path / "nothing.md")
    (task / "data" / "up").symlink_to(tmp_path)
    (task / "data" / "in.md").symlink_to("a.md")
    (task / "data" / "loop").symlink_to("loop")
    (task / "data" / "caf\u00e9.md").write_text("c")
    (task / "data" / "a\n.md").write_text("d")
    os.mkfifo(task / "data" / "pipe")
    return task


@pytest.mark.parametrize(
    ("relative", "status", "path"),
    [
        pytest.param("data/a.md", FileStatus.PRESENT, "data/a.md", id="plain"),
        pytest.param("./data//a.md", FileStatus.PRESENT, "data/a.md", id="dots-and-slashes"),
        pytest.param("data/sub/b.md", FileStatus.PRESENT, "data/sub/b.md", id="deeper"),
        pytest.param("data/in.md", FileStatus.PRESENT, "data/in.md", id="link-inside"),
        pytest.param(
            "data/cafe\u0301.md", FileStatus.PRESENT, "data/caf\u00e9.md", id="unicode-form"
        ),
        pytest.param("data/none.md", FileStatus.ABSENT, "data/none.md", id="absent"),
        pytest.param("data/sub", FileStatus.ABSENT, "data/sub", id="folder"),
        pytest.param("data/pipe", FileStatus.ABSENT, "data/pipe", id="pipe"),
        pytest.param("data/loop", FileStatus.ABSENT, "data/loop", id="loop-of-links"),
        pytest.param("x" * 5000, FileStatus.ABSENT, "x" * 5000, id="too-long"),
        pytest.param("", UNSAFE, "", id="empty"),
        pytest.param(".", UNSAFE, "", id="dot"),
        pytest.param("/etc/passwd", UNSAFE, "", id="absolute"),
        pytest.param("../secret.md", UNSAFE, "", id="dots"),
        pytest.param("data/../../secret.md", UNSAFE, "", id="dots-inside"),
        pytest.param("data/../data/a.md", UNSAFE, "", id="dots-that-come-back"),
        pytest.param("C:/secret.md", UNSAFE, "", id="drive"),
        pytest.param("c:secret.md", UNSAFE, "", id="drive-relative"),
        pytest.param("data\\a.md", UNSAFE, "", id="backslash"),
        pytest.param("\\\\server\\a", UNSAFE, "", id="network-path"),
        pytest.param("data/a.md\x00.txt", UNSAFE, "", id="nul"),
        pytest.param("data/a\n.md", FileStatus.PRESENT, "data/a\n.md", id="line-end"),
        pytest.param("data/\x7f", FileStatus.ABSENT, "data/\x7f", id="delete"),
        pytest.param("data/out.md", UNSAFE, "", id="link-outside"),
        pytest.param("data/gone.md", UNSAFE, "", id="broken-link-outside"),
        pytest.param("data/up/secret.md", UNSAFE, "", id="linked-folder-outside"),
    ],
)
def test_locate(folder: Path, relative: str, status: FileStatus, path: str) -> None:
    found = locate(folder, relative)
    assert (found.status, found.path) == (status, path)
    assert bool(found.reason) == (status is UNSAFE)


def test_a_task_folder_that_is_itself_a_link_is_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "8").symlink_to(folder)
    assert locate(tmp_path / "8", "data/a.md").status is FileStatus.PRESENT
