"""Reading a release's manifest, gold and challenges."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.records import from_jsonl
from worksurface_pipeline.worksurface.release.model import GOLD, MANIFEST, Challenge, Manifest
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

T = TypeVar("T")


def read_manifest(release: Path) -> Manifest:
    """The manifest. Raises PackageError where none can be read."""
    return _parse(release / MANIFEST, Manifest.model_validate_json)


def read_gold(release: Path) -> tuple[AtomicTask, ...]:
    """All tasks with their gold. Raises PackageError."""
    path = release / GOLD / "tasks.jsonl"
    return _parse(path, lambda data: tuple(from_jsonl(data, AtomicTask)))


def read_challenges(path: Path) -> tuple[Challenge, ...]:
    """The challenges of a JSONL file. Raises PackageError naming line and field."""
    found = []
    for number, line in enumerate(_bytes(path).split(b"\n"), 1):
        if line.strip():
            try:
                found.append(Challenge.model_validate_json(line))
            except ValidationError as error:
                first = error.errors()[0]
                field = ".".join(map(str, first["loc"])) or "the line as a whole"
                raise PackageError(
                    f"line {number}, {field}: {first['msg']}",
                    where=path.name,
                    remedy="A challenge has version, task, claim, status and decision",
                ) from error
    return tuple(found)


def _parse(path: Path, parse: Callable[[bytes], T]) -> T:
    data = _bytes(path)
    try:
        return parse(data)
    except ValidationError as error:
        raise PackageError(
            f"The file cannot be understood: {error.errors()[0]['msg']}",
            where=path.name,
            remedy="Fetch the release again",
        ) from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PackageError(
            f"The file cannot be read: {error.strerror}",
            where=path.name,
            remedy="Name the folder of a release",
        ) from error
