"""A workspace folder as frozen records: metadata read, files found and hashed in place.

The result depends on content alone, not on the order in which the file system lists it. Every
malformed metadata.json is reported at once, before a single file is hashed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.errors import MetadataError, SourceError
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.source.fields import whole_text
from worksurface_pipeline.worksurface.source.files import OnBytes, hash_tasks, unlisted_files
from worksurface_pipeline.worksurface.source.ids import natural_key, workspace_id
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME, parse_metadata
from worksurface_pipeline.worksurface.source.model import LOCAL_PREFIX, Origin, Workspace

__all__ = ["load_workspace", "workspace_id"]
# A metadata.json is a few hundred kilobytes at most; more is a mistake, not a source task.
_LARGEST_METADATA = 64 << 20
_LAYOUT = "Expected layout: <folder>/<task id>/metadata.json with its files in data/"


@dataclass(frozen=True, slots=True)
class _Read:
    """One task folder and the task its metadata holds."""

    folder: str
    task: SourceTask


def load_workspace(
    root: Path,
    personas: tuple[str, ...] | None,
    benchmark: str,
    *,
    origin: Origin | None = None,
    workers: int = 4,
    on_bytes: OnBytes | None = None,
) -> Workspace:
    """All source tasks under `root`, of `personas` (keys or labels) or of all when none is named.

    `origin` is the local folder itself unless given; `workers` threads hash the files, and
    `on_bytes` is called from this thread with the size of each file done. Raises SourceError for
    a missing, empty or unreadable folder or an unknown persona, MetadataError for all malformed
    metadata and shared ids together. Nothing is written.
    """
    folders, remarks = _task_folders(root)
    found = _read_all(root, folders)
    kept = [read for read in found if _is_wanted(read.task, _wanted(personas, found))]
    names = [read.folder for read in kept]
    tasks = hash_tasks(root, names, [read.task for read in kept], workers, on_bytes)
    kept_ids = {task.task_id for task in tasks}
    return Workspace(
        root=root,
        benchmark=benchmark,
        origin=origin or Origin(repo=LOCAL_PREFIX + workspace_id(root)),
        tasks=tuple(tasks),
        skipped_tasks=tuple(
            read.task.task_id for read in found if read.task.task_id not in kept_ids
        ),
        unlisted=tuple(unlisted_files(root, names, tasks)),
        remarks=remarks,
    )


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


def _read_all(root: Path, folders: Sequence[str]) -> list[_Read]:
    """All tasks in natural order of their ids; one error that lists every problem."""
    problems: list[MetadataError] = []
    found = []
    for folder in folders:
        try:
            found.append(_Read(folder, _read_task(root, folder)))
        except MetadataError as error:
            problems.append(error)
    problems.extend(_shared_ids(found))
    if problems:
        raise _joined(root, problems)
    return sorted(found, key=lambda read: natural_key(read.task.task_id))


def _read_task(root: Path, folder: str) -> SourceTask:
    path = root / folder / METADATA_NAME
    where = f"{whole_text(folder)}/{METADATA_NAME}"
    if whole_text(folder) != folder:
        raise MetadataError("The folder's name is not UTF-8", where=where, remedy="Rename it")
    try:
        if path.stat().st_size > _LARGEST_METADATA:
            what = f"The file is larger than {_LARGEST_METADATA >> 20} MiB"
            raise MetadataError(what, where=where, remedy="Move the data out of the metadata")
        return parse_metadata(path.read_bytes(), folder)
    except OSError as error:
        what = f"The file cannot be read: {error.strerror}"
        remedy = "Give this user the right to read it"
        raise MetadataError(what, where=where, remedy=remedy) from error


def _shared_ids(found: Sequence[_Read]) -> Iterator[MetadataError]:
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


def _wanted(personas: tuple[str, ...] | None, found: Sequence[_Read]) -> frozenset[str] | None:
    if not personas:
        return None
    known = sorted({read.task.persona for read in found})
    wanted = {slug(name): name for name in personas}
    unknown = [name for key, name in sorted(wanted.items()) if key not in known]
    if unknown:
        what = f"No source task belongs to persona {', '.join(unknown)}"
        remedy = f"Name one or more of: {', '.join(known)}"
        raise SourceError(what, where="source.personas", remedy=remedy)
    return frozenset(wanted)


def _is_wanted(task: SourceTask, wanted: frozenset[str] | None) -> bool:
    return wanted is None or task.persona in wanted
