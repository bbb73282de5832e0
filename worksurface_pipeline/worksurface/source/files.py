"""Listed files of source tasks on disk: found, measured, hashed by several threads, re-checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile, SourceTask
from worksurface_pipeline.worksurface.source.fields import whole_text
from worksurface_pipeline.worksurface.source.known import KnownFiles
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME
from worksurface_pipeline.worksurface.source.model import FileName
from worksurface_pipeline.worksurface.source.paths import Located, locate

OnBytes = Callable[[int], None]
_DATA = "data"
_FETCH = "Put the file back, or fetch the source again"


@dataclass(frozen=True, slots=True)
class _Settled:
    """A file as found on disk, the oddity that this showed ("" for none), and which file it is.

    `identity` is the device and number of a present file: links to one file share it.
    """

    file: SourceFile
    oddity: str = ""
    identity: tuple[int, int] = (0, 0)


def hash_tasks(
    root: Path,
    folders: Sequence[str],
    tasks: Sequence[SourceTask],
    workers: int,
    on_bytes: OnBytes | None,
    known: KnownFiles | None = None,
) -> list[SourceTask]:
    """`tasks`, each in its folder, with status, path, size and digest of every file.

    Stored paths of a folder "" count from the root. A file that is listed but cannot be read is
    absent, with an oddity that says why. A file that `known` vouches for is not hashed again.
    """
    knowing = known or KnownFiles()

    def settle(folder: str, task: SourceTask) -> list[_Settled]:
        return [_settle(root, knowing, folder, file) for file in task.files]

    done = []
    # Threads pay off where much is to be hashed, and only hinder where nearly all is known.
    hashing = 1 if knowing.old else max(1, workers)
    with ThreadPoolExecutor(max_workers=hashing) as pool:
        for task, settled in zip(tasks, pool.map(settle, folders, tasks), strict=True):
            done.append(_with_files(task, settled))
            if on_bytes is not None:
                on_bytes(sum(found.file.size or 0 for found in settled))
    return done


def unlisted_files(
    root: Path, folders: Sequence[str], tasks: Sequence[SourceTask]
) -> Iterator[FileName]:
    """Files under a task's `data` that its manifest does not name; hidden ones are ignored."""
    for folder, task in zip(folders, tasks, strict=True):
        if not folder:
            continue  # the listing is the manifest: what it leaves out is remarked upon
        listed = {file.path for file in task.files}
        for inside in sorted(_files_below(root / folder, _DATA)):
            if f"{folder}/{inside}" not in listed:
                yield FileName(task_id=task.task_id, filename=whole_text(inside))


def _files_below(folder: Path, inside: str) -> Iterator[str]:
    """Paths of the visible files below `folder/inside`, from `folder`; no linked folder's."""
    try:
        entries = list(os.scandir(folder / inside))
    except OSError:
        return
    for entry in entries:
        name = f"{inside}/{entry.name}"
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files_below(folder, name)
        elif entry.is_file():
            yield name


def open_verified(root: Path, file: SourceFile) -> Path | ExtractionFailure:
    """The path of `file`, its digest checked again just now, or why it must not be read."""
    if file.status is FileStatus.UNSAFE_PATH:
        return _unsafe(file, "it was refused when the source was frozen")
    folder, inside = _split(file.path)
    located = locate(root / folder, inside) if inside else Located(status=FileStatus.ABSENT)
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
    return path if found == file.sha256 else changed(file)


def changed(file: SourceFile) -> ExtractionFailure:
    """The failure of a file that is not what was frozen."""
    detail = f"{file.filename} has changed since the source was frozen"
    return _failure(FailureReason.CHANGED, detail, "Freeze the source again, or restore the file")


def _locate(folder: Path, relative: str) -> Located:
    """Where a listed file lies. The metadata holds rubrics, from which gold is made: no input."""
    located = locate(folder, relative)
    if located.status is not FileStatus.PRESENT:
        return located
    if _is_same(folder / located.path, folder / METADATA_NAME):
        return Located(status=FileStatus.UNSAFE_PATH, reason="it names the metadata itself")
    return located


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False  # one of the two is not there


def _split(path: str) -> tuple[str, str]:
    """The folder that a link must not leave, and the path in it; "" for a file of the root."""
    folder, slash, inside = path.partition("/")
    return (folder, inside) if slash else ("", path)


def _settle(root: Path, known: KnownFiles, folder: str, file: SourceFile) -> _Settled:
    if folder:
        located = _locate(root / folder, file.stored_relpath)
    else:
        folder, inside = _split(file.stored_relpath)
        located = locate(root / folder, inside)
    if located.status is FileStatus.UNSAFE_PATH:
        is_known = file.status is FileStatus.UNSAFE_PATH
        oddity = f"The stored path of '{file.filename}' is refused: {located.reason}."
        return _Settled(_with(file, located.status), "" if is_known else oddity)
    path = f"{folder}/{located.path}" if folder else located.path
    if located.status is FileStatus.ABSENT:
        return _Settled(_with(file, located.status, path), _no_file(root / path, file))
    return _measure(root, known, file, path)


def _no_file(target: Path, file: SourceFile) -> str:
    """What stands in the place of a file and must not be opened as one: a pipe would block."""
    try:
        is_something = target.exists()
    except OSError:
        return ""  # a loop of links or a name too long: nothing is there
    what = "a folder" if is_something and target.is_dir() else "a pipe, socket or device"
    return f"'{file.filename}' is {what}, not a file; it is not opened." if is_something else ""


def _measure(root: Path, known: KnownFiles, file: SourceFile, path: str) -> _Settled:
    target = root / path
    try:
        status = target.stat()
        digest = known.digest(path, status)
        if digest is None:
            digest = digest_file(target)
            known.note(path, status, digest)
    except OSError as error:
        oddity = f"The file '{file.filename}' cannot be read: {error.strerror}."
        return _Settled(_with(file, FileStatus.ABSENT, path), oddity)
    present = _with(file, FileStatus.PRESENT, path, digest, status.st_size)
    return _Settled(present, identity=(status.st_dev, status.st_ino))


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
    oddities.extend(_duplicates(settled))
    return task.model_copy(
        update={
            "files": tuple(found.file for found in settled),
            "oddities": (*task.oddities, *oddities),
        }
    )


def _duplicates(settled: Sequence[_Settled]) -> Iterator[str]:
    """Listed files that are one file on disk, by a link."""
    names: dict[tuple[int, int], list[str]] = {}
    for found in settled:
        if found.file.status is FileStatus.PRESENT:
            names.setdefault(found.identity, []).append(f"'{found.file.filename}'")
    for group in names.values():
        if len(group) > 1:
            yield f"{', '.join(group)} are links to one file: duplicates of each other."


def _unsafe(file: SourceFile, reason: str) -> ExtractionFailure:
    detail = f"The stored path of {file.filename} is not followed: {reason}"
    remedy = "Write stored_relpath relative to the source task's folder, without '..' or links"
    return _failure(FailureReason.UNSAFE_PATH, detail, remedy)


def _failure(reason: FailureReason, detail: str, remedy: str) -> ExtractionFailure:
    return ExtractionFailure(reason=reason, detail=detail, remedy=remedy)
