"""Reading a release's manifest, gold and challenges."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.release.gold_form import first_fault, gold_task, parse_line
from worksurface_pipeline.worksurface.release.model import (
    FORMAT,
    FORMER,
    GOLD,
    MANIFEST,
    Challenge,
    Manifest,
)
from worksurface_pipeline.worksurface.release.untrusted import require_distinct, require_plain
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

TASKS = "tasks.jsonl"

R = TypeVar("R", bound=BaseModel)


def read_manifest(release: Path) -> Manifest:
    """The manifest. Raises PackageError where none of a known format can be read."""
    path = release / MANIFEST
    try:
        value = from_json(read_bytes(path), allow_inf_nan=False)
        _require_format(value)
        manifest = Manifest.model_validate(value)
    except ValueError as error:  # pydantic's own is one
        raise _misformed(path.name, error) from error
    for persona in manifest.personas:
        require_plain("persona", persona, path.name)
    require_distinct("personas", manifest.personas, path.name)
    require_distinct("files", (item.path for item in manifest.files), path.name)
    return manifest


def read_gold(release: Path) -> tuple[AtomicTask, ...]:
    """All tasks with their gold, every id once and a plain name. Raises PackageError."""
    path = release / GOLD / TASKS
    tasks = tuple(_gold(path))
    require_distinct("tasks", (task.id for task in tasks), f"{GOLD}/{TASKS}")
    return tasks


def require_plain_ids(task: AtomicTask, where: str) -> None:
    """Raises PackageError unless a task, its source task and its persona have plain names."""
    require_plain("task id", task.id, where)
    require_plain("source task", task.source.task_id, where)
    require_plain("persona", task.source.persona, where)


def read_challenges(path: Path) -> tuple[Challenge, ...]:
    """The challenges of a JSONL file. Raises PackageError naming line and field."""
    fields = "A challenge has version, task, claim, status and decision"
    return read_written(path, Challenge, fields)


def read_written(path: Path, kind: type[R], remedy: str) -> tuple[R, ...]:
    """The records of a JSONL file that a person wrote. Raises PackageError by line and field."""
    found = []
    for number, line in lines_of(read_bytes(path)):
        try:
            found.append(kind.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"])) or "the line as a whole"
            raise PackageError(
                f"line {number}, {field}: {first['msg']}", where=path.name, remedy=remedy
            ) from error
    return tuple(found)


def lines_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines of a JSONL file that hold something, with their numbers from 1."""
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            yield number, line


def read_bytes(path: Path) -> bytes:
    """A file of a release. Raises PackageError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise PackageError(
            f"The file cannot be read: {error.strerror}",
            where=path.name,
            remedy="Name the folder of a release",
        ) from error


def _gold(path: Path) -> Iterator[AtomicTask]:
    for number, line in lines_of(read_bytes(path)):
        where = f"{path.name}, line {number}"
        try:
            value = parse_line(line)
            task = gold_task(cast("dict[str, Any]", value if isinstance(value, dict) else {}))
        except ValueError as error:  # pydantic's own is one
            raise _misformed(where, error) from error
        require_plain_ids(task, where)
        yield task


def _require_format(value: object) -> None:
    known = (FORMAT, FORMER)
    stated = value.get("format") if isinstance(value, dict) else None
    if stated not in known:
        raise PackageError(
            f"The release states the format {stated!r}, and those read are {FORMER} and {FORMAT}",
            where=MANIFEST,
            remedy="Read it with the version of this program that wrote it, or a newer one",
        )


def _misformed(where: str, error: ValueError) -> PackageError:
    return PackageError(
        f"The file cannot be understood: {first_fault(error)}",
        where=where,
        remedy="Fetch the release again",
    )
