"""Freezing a source: its lock, what differs from the last one, and what a pin forbids.

Unpinned (a local folder, the sample, a hub branch): differences are listed and the run goes on.
Pinned by a hub commit or by a lock named in the settings: changed and extra files stop the run
and are named; absent ones stop it too, unless `allow_absent` turns them into ledger failures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.errors import PinnedSourceChangedError
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.worksurface.schema.source import (
    Change,
    FileStatus,
    LockedFile,
    SourceLock,
    SourceTask,
)
from worksurface_pipeline.worksurface.source.files import open_verified
from worksurface_pipeline.worksurface.source.ids import natural_key
from worksurface_pipeline.worksurface.source.lock import file_order, verify_lock
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME
from worksurface_pipeline.worksurface.source.model import (
    FileName,
    FreezeResult,
    LockCheck,
    Pin,
    PinKind,
    Workspace,
)

__all__ = ["freeze", "make_lock", "open_verified", "tree_digest"]
# A message names this many files of a kind; the rest are counted, for the sake of the reader.
_NAMED = 100


def freeze(
    workspace: Workspace, previous: SourceLock | None = None, pin: Pin | None = None
) -> FreezeResult:
    """The lock of `workspace` as it stands, compared with `previous` and held to `pin`.

    Nothing is written. Raises PinnedSourceChangedError, naming the files, when the pin forbids
    what is there.
    """
    pin = pin or Pin()
    lock = make_lock(workspace)
    changes = tuple(_changes(workspace, lock, previous)) if previous else ()
    expected = _expected(workspace, previous, pin)
    absent = _absent(workspace, expected)
    if pin.kind is not PinKind.NONE:
        _hold(workspace, lock, expected, pin, absent)
    if pin.kind is PinKind.LOCK and expected is not None:
        lock = _with_identity(lock, expected)
    return FreezeResult(
        lock=lock, changes=changes, absent=absent, told=tuple(_told(expected, absent))
    )


def make_lock(workspace: Workspace) -> SourceLock:
    """The lock of the files that are there, in natural task order, by name."""
    digest = tree_digest(workspace.tasks)
    files = [
        LockedFile(task_id=file.task_id, filename=file.filename, sha256=file.sha256)
        for task in workspace.tasks
        for file in task.files
        if file.sha256 is not None
    ]
    origin = workspace.origin
    return SourceLock(
        repo=origin.repo,
        commit=origin.commit or digest,
        downloaded_at=origin.downloaded_at,
        split=origin.split,
        files=tuple(sorted(files, key=file_order)),
        tree_digest=digest,
        metadata=tuple(_metadata(task) for task in workspace.tasks),
    )


def tree_digest(tasks: Sequence[SourceTask]) -> str:
    """Digest over the metadata and the files of all tasks.

    It does not depend on their order nor on where the folder stands; a listed file that is absent
    counts as such.
    """
    rows = [
        [
            task.task_id,
            task.metadata_sha256,
            sorted([file.filename, file.status.value, file.sha256 or ""] for file in task.files),
        ]
        for task in sorted(tasks, key=lambda task: natural_key(task.task_id))
    ]
    return digest_json(rows)


def _changes(workspace: Workspace, now: SourceLock, before: SourceLock) -> Iterator[Change]:
    """Differences of files and of metadata, in natural task order."""
    check = verify_lock(workspace, before)
    kinds = {"changed": check.changed, "removed": check.absent, "added": check.extra}
    found = [(file_order(file), kind, file) for kind, files in kinds.items() for file in files]
    found += [
        (file_order(file), "metadata", file) for file in _other_metadata(workspace, now, before)
    ]
    for _, kind, file in sorted(found, key=lambda row: (row[0], row[1])):
        yield Change(kind=kind, task_id=file.task_id, filename=file.filename)


def _other_metadata(workspace: Workspace, now: SourceLock, before: SourceLock) -> list[LockedFile]:
    """Metadata that differs, is new or is gone; nothing when the other lock holds none."""
    if not before.metadata:
        return []
    skipped = set(workspace.skipped_tasks)
    old = {file.task_id: file for file in before.metadata if file.task_id not in skipped}
    new = {file.task_id: file for file in now.metadata}
    ids = [task for task in {*old, *new} if old.get(task) != new.get(task)]
    return [new.get(task) or old[task] for task in ids]


def _expected(workspace: Workspace, previous: SourceLock | None, pin: Pin) -> SourceLock | None:
    """The lock that the pin holds the source to; None when nothing is known of it yet."""
    if pin.kind is PinKind.LOCK:
        return pin.lock
    is_same = previous is not None and previous.commit == workspace.origin.commit
    return previous if pin.kind is PinKind.COMMIT and is_same else None


def _absent(workspace: Workspace, expected: SourceLock | None) -> tuple[FileName, ...]:
    """Files that the metadata or the expected lock names and that are not there."""
    listed = {
        (file.task_id, file.filename)
        for task in workspace.tasks
        for file in task.files
        if file.status is not FileStatus.PRESENT
    }
    check = verify_lock(workspace, expected) if expected else LockCheck()
    names = listed | {(file.task_id, file.filename) for file in check.absent}
    ordered = sorted(names, key=lambda name: (natural_key(name[0]), name[1]))
    return tuple(FileName(task_id=task, filename=name) for task, name in ordered)


def _told(expected: SourceLock | None, absent: Sequence[FileName]) -> Iterator[LockedFile]:
    """What the expected lock tells of files that are not there, in natural task order."""
    names = {(file.task_id, file.filename) for file in absent}
    files = expected.files if expected else ()
    yield from sorted((f for f in files if (f.task_id, f.filename) in names), key=file_order)


def _hold(
    workspace: Workspace,
    lock: SourceLock,
    expected: SourceLock | None,
    pin: Pin,
    absent: Sequence[FileName],
) -> None:
    """Raise when the pin forbids what is there."""
    check = verify_lock(workspace, expected) if expected else LockCheck()
    metadata = _other_metadata(workspace, lock, expected) if expected else []
    problems = {
        "changed": [*_names(check.changed), *_names(sorted(metadata, key=file_order))],
        "extra": [*_names(check.extra), *_unlisted(workspace), *pin.extra],
        "absent": []
        if pin.allow_absent
        else [f"{file.task_id}/{file.filename}" for file in absent],
    }
    sentences = [_sentence(kind, names) for kind, names in problems.items() if names]
    if sentences:
        remedy = "Restore what is named, or freeze without the pin"
        if problems["absent"]:
            remedy += "; source.allow_absent = true goes on without the absent files"
        what = "The source is not what it is pinned to: " + "; ".join(sentences)
        raise PinnedSourceChangedError(what, where=pin.name or pin.kind.value, remedy=remedy)


def _unlisted(workspace: Workspace) -> list[str]:
    """Unlisted files of a local folder; what belongs to a hub commit, the download knows."""
    if workspace.origin.is_hub:
        return []
    return [f"{file.task_id}/{file.filename}" for file in workspace.unlisted]


def _names(files: Sequence[LockedFile]) -> list[str]:
    return [f"{file.task_id}/{file.filename}" for file in files]


def _sentence(kind: str, names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{kind}: {', '.join(names[:_NAMED])}{more}"


def _with_identity(lock: SourceLock, expected: SourceLock) -> SourceLock:
    """A source that equals a lock is what that lock says it is."""
    names = ("repo", "commit", "downloaded_at", "split")
    return lock.model_copy(update={name: getattr(expected, name) for name in names})


def _metadata(task: SourceTask) -> LockedFile:
    return LockedFile(task_id=task.task_id, filename=METADATA_NAME, sha256=task.metadata_sha256)
