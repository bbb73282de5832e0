"""What people open, at a stable place: written whole or not at all, and checked."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from worksurface_pipeline.kernel.errors import LakeError, WorksurfaceError
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.lake_paths import lake_error, mapped

LATEST = "latest"


def export_files(lake: Lake, files: Iterable[tuple[str, bytes]]) -> Path:
    """Put files, by relative name, in place of what the stable folder held; that folder."""
    folder = Path(lake.path(LATEST))
    fresh = folder.with_name(f"{LATEST}.new")
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)  # also where nothing could be made
        for name, data in files:
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)
    except OSError as error:
        raise lake_error(error, str(folder), "write") from error
    return folder


Files = Callable[[], Iterable[tuple[str, bytes]]]
"""What would be published now, by relative name."""


def published_problems(lake: Lake, files: Files, remedy: str) -> Iterator[str]:
    """For each published file "", or a sentence where it is not what is stored.

    Nothing is said where nothing was published yet, or where what is stored cannot be read: that
    is told of the stored file itself.
    """
    folder = Path(lake.path(LATEST))
    if not folder.is_dir():
        return
    try:
        expected = dict(files())
    except WorksurfaceError as error:
        yield f"What is published was not compared: {error}"
        return
    for name, data in expected.items():
        yield _published_problem(folder / name, data, remedy)


def _published_problem(path: Path, data: bytes, remedy: str) -> str:
    if not path.is_file():
        return str(LakeError("A published file is missing", where=str(path), remedy=remedy))
    try:
        with mapped(str(path), "read"):
            is_same = path.read_bytes() == data
    except LakeError as error:
        return str(error)
    what = "A published file is not what is stored"
    return "" if is_same else str(LakeError(what, where=str(path), remedy=remedy))
