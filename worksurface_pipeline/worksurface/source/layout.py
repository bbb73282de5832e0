"""A workspace laid out as one folder a source task: folders found, metadata read, ids distinct.

Every malformed metadata.json is reported at once, before a single file is hashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.errors import MetadataError, SourceError
from worksurface_pipeline.kernel.hashing import digest_bytes, digest_json
from worksurface_pipeline.kernel.memo import Memo
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.source.fields import whole_text
from worksurface_pipeline.worksurface.source.ids import natural_key
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME, parse_metadata

# A metadata.json is a few hundred kilobytes at most; more is a mistake, not a source task.
_LARGEST_METADATA = 64 << 20
_LAYOUT = (
    "Expected layout: <folder>/<task id>/metadata.json with its files in data/;"
    " `worksurface init` makes a workspace of a folder without metadata"
)


@dataclass(frozen=True, slots=True)
class Read:
    """One task folder and the task its metadata holds."""

    folder: str
    task: SourceTask


@dataclass(frozen=True, slots=True)
class Tree:
    """What a folder holds: the place that paths count from, its tasks, and remarks."""

    root: Path
    found: tuple[Read, ...]
    remarks: tuple[str, ...]


def read_layout(root: Path, memo: Memo | None = None) -> Tree:
    """The source tasks of the folders that hold a metadata.json, in natural order of their ids.

    Raises SourceError for a missing, empty or unreadable folder, MetadataError for all malformed
    metadata and shared ids together. `memo` keeps what unchanged metadata was read as.
    """
    folders, remarks = _task_folders(root)
    return Tree(root, _read_all(root, folders, memo), remarks)


def ordered(found: Iterable[Read]) -> tuple[Read, ...]:
    """In natural order of the ids."""
    return tuple(sorted(found, key=lambda read: natural_key(read.task.task_id)))


def _task_folders(root: Path) -> tuple[list[str], tuple[str, ...]]:
    """Names of the folders that hold a metadata.json, and a remark on each other one."""
    names = _visible_folders(root)
    tasks = [name for name in names if (root / name / METADATA_NAME).is_file()]
    if not tasks:
        raise SourceError("The workspace holds no source task", where=str(root), remedy=_hint(root))
    others = sorted(set(names) - set(tasks), key=natural_key)
    return tasks, tuple(
        f"The folder '{whole_text(name)}' has no {METADATA_NAME}." for name in others
    )


def _visible_folders(root: Path) -> list[str]:
    try:
        entries = sorted((entry for entry in root.iterdir()), key=lambda path: path.name)
        return [entry.name for entry in entries if entry.name[0] != "." and entry.is_dir()]
    except FileNotFoundError as error:
        remedy = f"Name a folder that exists. {_LAYOUT}"
        raise SourceError("The workspace is missing", where=str(root), remedy=remedy) from error
    except NotADirectoryError as error:
        remedy = f"Name the folder, not a file. {_LAYOUT}"
        raise SourceError("The workspace is no folder", where=str(root), remedy=remedy) from error
    except OSError as error:
        what = f"The workspace cannot be listed: {error.strerror}"
        remedy = "Give this user the right to read it"
        raise SourceError(what, where=str(root), remedy=remedy) from error


def _hint(root: Path) -> str:
    """What the user may have meant: the folder above, or one below."""
    if (root / METADATA_NAME).is_file():
        return f"This is a single source task: name the folder above it, {root.resolve().parent}"
    for path in sorted(root.glob(f"*/*/{METADATA_NAME}")):
        if not path.parent.parent.name.startswith("."):
            return f"Source tasks stand one level lower: name {path.parent.parent}"
    return _LAYOUT


def _read_all(root: Path, folders: Sequence[str], memo: Memo | None) -> tuple[Read, ...]:
    """All tasks in natural order of their ids; one error that lists every problem."""
    problems: list[MetadataError] = []
    found = []
    for folder in folders:
        try:
            found.append(Read(folder, _read_task(root, folder, memo)))
        except MetadataError as error:
            problems.append(error)
    problems.extend(_shared_ids(found))
    if problems:
        raise _joined(root, problems)
    return ordered(found)


def _read_task(root: Path, folder: str, memo: Memo | None) -> SourceTask:
    path = root / folder / METADATA_NAME
    where = f"{whole_text(folder)}/{METADATA_NAME}"
    if whole_text(folder) != folder:
        raise MetadataError("The folder's name is not UTF-8", where=where, remedy="Rename it")
    try:
        if path.stat().st_size > _LARGEST_METADATA:
            what = f"The file is larger than {_LARGEST_METADATA >> 20} MiB"
            raise MetadataError(what, where=where, remedy="Move the data out of the metadata")
        raw = path.read_bytes()
    except OSError as error:
        what = f"The file cannot be read: {error.strerror}"
        remedy = "Give this user the right to read it"
        raise MetadataError(what, where=where, remedy=remedy) from error
    if memo is None:
        return parse_metadata(raw, folder)
    key = digest_json([folder, digest_bytes(raw)])
    return memo.recall(key, SourceTask, lambda: [parse_metadata(raw, folder)])[0]


def _shared_ids(found: Sequence[Read]) -> Iterator[MetadataError]:
    folders: dict[str, list[str]] = {}
    for read in found:
        folders.setdefault(read.task.task_id, []).append(read.folder)
    for task_id, names in folders.items():
        if len(names) > 1:
            where = ", ".join(f"{name}/{METADATA_NAME}" for name in names)
            yield MetadataError(
                f"The source task id '{task_id}' occurs {len(names)} times",
                where=where,
                remedy="Give each task an absolute_id of its own",
            )


def _joined(root: Path, problems: Sequence[MetadataError]) -> MetadataError:
    if len(problems) == 1:
        return problems[0]
    lines = "\n".join(f"  {problem}" for problem in problems)
    return MetadataError(
        f"{len(problems)} source tasks cannot be understood:\n{lines}\n",
        where=str(root),
        remedy="Correct them all; nothing was changed",
    )
