from __future__ import annotations

import os
import time
from pathlib import Path

from tests.fixtures.small_workspace import write_small_workspace
from worksurface_pipeline.worksurface.source.known import KnownFiles
from worksurface_pipeline.worksurface.source.loader import load_workspace

HOUR = 3600 * 10**9


def known(path: Path, sha256: str = "d" * 64, later: int = HOUR) -> KnownFiles:
    """What a run noted that began `later` nanoseconds from now."""
    files = KnownFiles(now=time.time_ns() + later)
    files.note("a", path.stat(), sha256)
    return KnownFiles.of(files.noted.values(), time.time_ns() + 2 * later)


def put(folder: Path, text: str = "words") -> Path:
    path = folder / "a.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_unwritten_file_is_known(tmp_path: Path) -> None:
    path = put(tmp_path)
    assert known(path).digest("a", path.stat()) == "d" * 64


def test_an_edit_that_restores_size_and_time_is_seen(tmp_path: Path) -> None:
    path = put(tmp_path)
    before, files = path.stat(), known(path)
    time.sleep(0.02)  # one tick of the file system's clock
    put(tmp_path, "WORDS")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert files.digest("a", after) is None


def test_a_file_in_its_place_is_not_known(tmp_path: Path) -> None:
    path = put(tmp_path)
    files = known(path)
    other = tmp_path / "b"
    other.write_text("words", encoding="utf-8")
    os.replace(other, path)
    assert files.digest("a", path.stat()) is None


def test_a_file_written_just_before_it_was_hashed_is_not_kept(tmp_path: Path) -> None:
    path = put(tmp_path)
    assert known(path, later=0).digest("a", path.stat()) is None


def test_what_is_gone_is_forgotten(tmp_path: Path) -> None:
    files = known(put(tmp_path))
    assert files.noted == {}


def test_a_workspace_is_the_same_with_what_was_known(tmp_path: Path) -> None:
    root = write_small_workspace(tmp_path / "small")
    first = KnownFiles(now=time.time_ns() + HOUR)
    plain = load_workspace(root, None, "test", known=first)
    again = KnownFiles.of(first.noted.values(), time.time_ns() + 2 * HOUR)
    assert load_workspace(root, None, "test", known=again) == plain
    assert again.noted == again.old != {}
