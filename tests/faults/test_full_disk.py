"""A full disk ends a run with a sentence; what was stored before stays valid."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dagster.conftest import make_project


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MiB; skipped by name where this user may not mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount") or "mount"
    command = [mount, "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("small disk: there is no mount command")
    if done.returncode != 0:
        pytest.skip("small disk: this user may not mount a tmpfs")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_lake_is_a_sentence_and_what_is_stored_stays(
    tmp_path: Path, small_disk: Path
) -> None:
    project = make_project(tmp_path)
    path = tmp_path / "worksurface.toml"
    text = path.read_text(encoding="utf-8").replace('root = "lake"', f'root = "{small_disk}"')
    path.write_text(text, encoding="utf-8")
    assert project.drive(until="freeze")[0]
    frozen = project.bench.frozen()
    filler = small_disk / "filler"
    free = shutil.disk_usage(small_disk).free
    filler.write_bytes(b"x" * max(0, free - 8192))
    is_ok, said = project.drive(until="assemble")
    assert not is_ok
    assert "No space left on device" in said
    assert "Free some space" in said
    assert "Traceback" not in said
    assert project.bench.frozen() == frozen
    filler.unlink()
    is_ok, said = project.drive(until="assemble")
    assert is_ok, said


def test_a_full_state_folder_is_a_sentence(tmp_path: Path, small_disk: Path) -> None:
    from worksurface_pipeline.kernel.errors import WorksurfaceError

    project = make_project(tmp_path)
    (tmp_path / ".dagster").symlink_to(small_disk)
    (small_disk / "filler").write_bytes(b"x" * (shutil.disk_usage(small_disk).free - 4096))
    with pytest.raises(WorksurfaceError, match="Free some space"):
        project.drive(until="freeze", is_recorded=True)
