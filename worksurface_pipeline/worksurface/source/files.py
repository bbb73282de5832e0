"""Listed files of source tasks on disk: found, measured, hashed by several threads, re-checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile, SourceTask
from worksurface_pipeline.worksurface.source.fields import whole_text
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME
from worksurface_pipeline.worksurface.source.model import FileName
from worksurface_pipeline.worksurface.source.paths import Located, locate

OnBytes = Callable[[int], None]
_DATA = "data"
_FETCH = "Put the file back, or fetch the source again"


@dataclass(frozen=True, slots=True)
class _Settled:
    """A file as found on disk, and the oddity that this showed ("" for none)."""

    file: SourceFile
    oddity: str = ""


def hash_tasks(
    root: Path,
    folders: Sequence[str],
    tasks: Sequence[SourceTask],
    workers: int,
    on_bytes: OnBytes | None,
) -> list[SourceTask]:
    """`tasks`, each in its folder, with status, path, size and digest of every file.

    A file that is listed but cannot be read is absent, with an oddity that says why.
    """
    places = [
        (folder, file) for folder, task in zip(folders, tasks, strict=True) for file in task.files
    ]
    settled = []
    with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
        for found in pool.map(lambda place: _settle(root, *place), places):
            settled.append(found)
            if on_bytes is not None:
                on_bytes(found.file.size or 0)
    rest = iter(settled)
    return [_with_files(task, [next(rest) for _ in task.files]) for task in tasks]


def unlisted_files(
    root: Path, folders: Sequence[str], tasks: Sequence[SourceTask]
) -> Iterator[FileName]:
    """Files under a task's `data` that its manifest does not name; hidden ones are ignored."""
    for folder, task in zip(folders, tasks, strict=True):
        listed = {file.path for file in task.files}
        for path in sorted((root / folder / _DATA).rglob("*")):
            inside = path.relative_to(root / folder)
            is_hidden = any(part.startswith(".") for part in inside.parts)
            if is_hidden or f"{folder}/{inside.as_posix()}" in listed or not path.is_file():
                continue
            yield FileName(task_id=task.task_id, filename=whole_text(inside.as_posix()))


def open_verified(root: Path, file: SourceFile) -> Path | ExtractionFailure:
    """The path of `file`, its digest checked again just now, or why it must not be read."""
    if file.status is FileStatus.UNSAFE_PATH:
        return _unsafe(file, "it was refused when the source was frozen")
    folder, _, inside = file.path.partition("/")
    located = _locate(root / folder, inside) if inside else Located(status=FileStatus.ABSENT)
    if located.status is FileStatus.UNSAFE_PATH:
        return _unsafe(file, located.reason)
    if located.status is FileStatus.ABSENT or file.sha256 is None:
        return _failure(FailureReason.ABSENT, f"{file.filename} is listed but not there", _FETCH)
    path = root / folder / located.path
    try:
        found = digest_file(path)
    except OSError as error:
        detail = f"{file.filename} cannot be read: {error.strerror}"
        return _failure(FailureReason.ABSENT, detail, "Give this user the right to read it")
    if found == file.sha256:
        return path
    detail = f"{file.filename} has changed since the source was frozen"
    return _failure(FailureReason.CHANGED, detail, "Freeze the source again, or restore the file")


def _locate(folder: Path, relative: str) -> Located:
    """Where a listed file lies. The metadata holds rubrics, from which gold is made: no input."""
    located = locate(folder, relative)
    if located.status is not FileStatus.PRESENT:
        return located
    if (folder / located.path).resolve() == (folder / METADATA_NAME).resolve():
        return Located(status=FileStatus.UNSAFE_PATH, reason="it names the metadata itself")
    return located


def _settle(root: Path, folder: str, file: SourceFile) -> _Settled:
    located = _locate(root / folder, file.stored_relpath)
    if located.status is FileStatus.UNSAFE_PATH:
        is_known = file.status is FileStatus.UNSAFE_PATH
        oddity = f"The stored path of '{file.filename}' is refused: {located.reason}."
        return _Settled(_with(file, located.status), "" if is_known else oddity)
    path = f"{folder}/{located.path}"
    if located.status is FileStatus.ABSENT:
        return _Settled(_with(file, located.status, path))
    return _measure(root, file, path)


def _measure(root: Path, file: SourceFile, path: str) -> _Settled:
    target = root / path
    try:
        size = target.stat().st_size
        digest = digest_file(target)
    except OSError as error:
        oddity = f"The file '{file.filename}' cannot be read: {error.strerror}."
        return _Settled(_with(file, FileStatus.ABSENT, path), oddity)
    return _Settled(_with(file, FileStatus.PRESENT, path, digest, size))


def _with(
    file: SourceFile,
    status: FileStatus,
    path: str = "",
    sha256: str | None = None,
    size: int | None = None,
) -> SourceFile:
    return file.model_copy(update={"status": status, "path": path, "sha256": sha256, "size": size})


def _with_files(task: SourceTask, settled: Sequence[_Settled]) -> SourceTask:
    oddities = [found.oddity for found in settled if found.oddity]
    return task.model_copy(
        update={
            "files": tuple(found.file for found in settled),
            "oddities": (*task.oddities, *oddities),
        }
    )


def _unsafe(file: SourceFile, reason: str) -> ExtractionFailure:
    detail = f"The stored path of {file.filename} is not followed: {reason}"
    remedy = "Write stored_relpath relative to the source task's folder, without '..' or links"
    return _failure(FailureReason.UNSAFE_PATH, detail, remedy)


def _failure(reason: FailureReason, detail: str, remedy: str) -> ExtractionFailure:
    return ExtractionFailure(reason=reason, detail=detail, remedy=remedy)
