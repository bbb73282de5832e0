"""A lake that cannot be written to ends a run with a sentence; what it holds can still be read."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dagster.conftest import make_project
from worksurface_pipeline.kernel.errors import LakeError


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own; skipped by name where this user may not mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None:
        pytest.skip("read-only lake: there is no mount command")
    command = [mount, "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("read-only lake: this user may not mount a tmpfs")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_read_only_lake_is_a_sentence_and_its_freeze_stands(tmp_path: Path, disk: Path) -> None:
    project = make_project(tmp_path)
    path = tmp_path / "worksurface.toml"
    text = path.read_text(encoding="utf-8").replace('root = "lake"', f'root = "{disk}"')
    path.write_text(text, encoding="utf-8")
    assert project.drive(until="freeze")[0]
    frozen = project.bench.frozen()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(LakeError, match=r"Read-only file system.*choose another lake folder"):
        project.drive(until="assemble")
    assert project.bench.frozen() == frozen
