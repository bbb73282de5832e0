"""The mapping file of a workspace over a plain tree: read, checked, and where its files lie."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pydantic import Field, ValidationError, field_validator
from pydantic_core import ErrorDetails

from worksurface_pipeline.kernel.errors import MetadataError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.worksurface.source.ids import safe_id

MAPPING_NAME = "worksurface_mapping.toml"
# Names that hold no knowledge: hidden files and folders, lock files of open documents, caches.
SKIPPED = (
    ".*",
    "~$*",
    "Thumbs.db",
    "ehthumbs.db",
    "desktop.ini",
    "__MACOSX",
    "__pycache__",
    "node_modules",
)
# Twice the largest file of the public sources; more is an archive or a recording.
LARGEST_MIB = 512


class MappedTask(Frozen):
    """One source task: the patterns of its files, and which of these are results, not inputs.

    `confirmed` says that a person has looked at the persona; a guess stays false.
    """

    id: str
    persona: str
    title: str = ""
    confirmed: bool = False
    files: tuple[str, ...] = Field(min_length=1)
    outputs: tuple[str, ...] = ()

    @field_validator("id")
    @classmethod
    def _is_safe(cls, text: str) -> str:
        safe = safe_id(text)
        if not text or safe != text:
            hint = f", such as {safe!r}" if safe else ""
            raise ValueError(f"use letters, digits, '_', '.' and '-' alone{hint}")
        return text

    @field_validator("persona")
    @classmethod
    def _is_named(cls, text: str) -> str:
        if not slug(text):
            raise ValueError("name the worker role, such as 'Operations Manager'")
        return text.strip()


class Mapping(Frozen):
    """All of a mapping file. `root` is absolute or relative to the folder of the mapping file."""

    root: str = Field(min_length=1)
    skip: tuple[str, ...] = SKIPPED
    largest_file_mib: int = Field(default=LARGEST_MIB, ge=1)
    tasks: tuple[MappedTask, ...] = Field(min_length=1)

    @field_validator("tasks")
    @classmethod
    def _ids_differ(cls, tasks: tuple[MappedTask, ...]) -> tuple[MappedTask, ...]:
        counts = Counter(task.id.casefold() for task in tasks)
        twice = sorted({task.id for task in tasks if counts[task.id.casefold()] > 1})
        if twice:
            raise ValueError(f"ids that occur twice: {', '.join(twice)}; give each task its own")
        return tasks

    @property
    def largest(self) -> int:
        """The largest file that is read, in bytes."""
        return self.largest_file_mib << 20

    @property
    def guesses(self) -> tuple[MappedTask, ...]:
        """Tasks whose persona nobody has confirmed."""
        return tuple(task for task in self.tasks if not task.confirmed)


def is_mapped(workspace: Path) -> bool:
    """Whether the folder is a workspace over a plain tree."""
    try:
        return (workspace / MAPPING_NAME).is_file()
    except PermissionError:
        return False  # whoever lists or writes the folder next says why that is refused


def read_mapping(workspace: Path) -> Mapping:
    """The mapping in a workspace folder. Raises MetadataError that lists all that is wrong."""
    path = workspace / MAPPING_NAME
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        what = f"The mapping cannot be read: {error.strerror}"
        raise MetadataError(what, where=str(path), remedy="Make it with `worksurface init`") from (
            error
        )
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        what = f"The mapping is not TOML: {error}"
        raise MetadataError(what, where=str(path), remedy="Mend that line") from error
    try:
        return Mapping.model_validate(values)
    except ValidationError as error:
        problems = "; ".join(_problem(item, values) for item in error.errors())
        what = f"The mapping is wrong: {problems}"
        raise MetadataError(what, where=str(path), remedy="Correct it; nothing was changed") from (
            error
        )


def mapped_root(workspace: Path, mapping: Mapping) -> Path:
    """The folder of files that a mapping names, absolute. It need not exist."""
    return (workspace / mapping.root).resolve()


def files_root(workspace: Path) -> Path:
    """The folder that paths of source files count from: the mapped one, or the workspace itself.

    Raises MetadataError when there is a mapping that cannot be understood.
    """
    if not is_mapped(workspace):
        return workspace
    return mapped_root(workspace, read_mapping(workspace))


def _problem(item: ErrorDetails, values: dict[str, object]) -> str:
    message = item["msg"].removeprefix("Value error, ")
    if item["type"] == "extra_forbidden":
        message = "unknown key"
    return f"{' '.join(_place(item, values))}: {message}"


def _place(item: ErrorDetails, values: dict[str, object]) -> Iterator[str]:
    """The place of an error in words: "task 'finance' files"."""
    tasks = values.get("tasks")
    for part in item["loc"]:
        if isinstance(part, int) and isinstance(tasks, list) and item["loc"][0] == "tasks":
            known = tasks[part] if part < len(tasks) else None
            name = known.get("id") if isinstance(known, dict) else None
            yield repr(name) if isinstance(name, str) else f"number {part + 1}"
        else:
            yield str(part)
