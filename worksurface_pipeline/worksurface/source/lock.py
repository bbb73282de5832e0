"""The lock file, in the reference's format with two fields of ours, and a workspace against it.

    {"wsb_repo", "wsb_commit", "downloaded_at", "split",
     "task_id_to_file_hashes": {task: {filename: "sha256:..."}},
     "task_id_to_metadata_hash": {task: "sha256:..."}, "tree_digest": "sha256:..."}

The last two are ours: a lock without them is read, and written back without them. The order of
tasks and files is kept, so that a lock that is read and written again has the same bytes.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.source import FileStatus, LockedFile, SourceLock
from worksurface_pipeline.worksurface.source.ids import natural_key
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME
from worksurface_pipeline.worksurface.source.model import LockCheck, Workspace

_PREFIX = "sha256:"
_DIGEST = re.compile(r"^(?:sha256:)?[0-9a-f]{64}$")
_REMEDY = "Freeze the source again, or name a lock in the reference's format"


class _LockFile(Frozen):
    """The file's own fields; what else a lock may hold is ignored."""

    model_config = ConfigDict(extra="ignore")

    wsb_repo: str
    wsb_commit: str
    downloaded_at: str | None = None
    split: str = ""
    task_id_to_file_hashes: dict[str, dict[str, str]]
    task_id_to_metadata_hash: dict[str, str] = Field(default_factory=dict)
    tree_digest: str | None = None


def read_lock(path: Path) -> SourceLock:
    """The lock in a file. Raises SourceError when it is missing or no lock."""
    try:
        data = path.read_bytes()
    except OSError as error:
        what = f"The lock cannot be read: {error.strerror}"
        raise SourceError(what, where=str(path), remedy=_REMEDY) from error
    return lock_from_json(data, str(path))


def write_lock(lock: SourceLock, path: Path) -> None:
    """Write a lock whole or not at all. Raises SourceError when the disk refuses."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(lock_to_json(lock).encode())
        os.replace(draft, path)
    except OSError as error:
        what = f"The lock cannot be written: {error.strerror}"
        remedy = "Free some space or choose another folder; the old lock is unchanged"
        raise SourceError(what, where=str(path), remedy=remedy) from error


def lock_from_json(data: str | bytes, where: str) -> SourceLock:
    """The lock in JSON text; `where` names it in errors."""
    try:
        fields = TypeAdapter(_LockFile).validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole file"
        what = f"The lock is not in the reference's format: {place}: {first['msg']}"
        raise SourceError(what, where=where, remedy=_REMEDY) from error
    hashes = fields.task_id_to_file_hashes
    return SourceLock(
        repo=fields.wsb_repo,
        commit=fields.wsb_commit,
        downloaded_at=fields.downloaded_at,
        split=fields.split,
        files=_locked(
            ((task, name, text) for task, files in hashes.items() for name, text in files.items()),
            where,
        ),
        tree_digest=(fields.tree_digest or "").removeprefix(_PREFIX),
        metadata=_locked(
            ((task, METADATA_NAME, text) for task, text in fields.task_id_to_metadata_hash.items()),
            where,
        ),
    )


def lock_to_json(lock: SourceLock) -> str:
    """A lock as the reference writes it: indented by two, no line end after the last brace."""
    hashes: dict[str, dict[str, str]] = {file.task_id: {} for file in lock.metadata}
    for file in lock.files:
        hashes.setdefault(file.task_id, {})[file.filename] = _PREFIX + file.sha256
    fields: dict[str, object] = {
        "wsb_repo": lock.repo,
        "wsb_commit": lock.commit,
        "downloaded_at": lock.downloaded_at,
        "split": lock.split,
        "task_id_to_file_hashes": hashes,
    }
    if lock.metadata:
        digests = {file.task_id: _PREFIX + file.sha256 for file in lock.metadata}
        fields["task_id_to_metadata_hash"] = digests
    if lock.tree_digest:
        fields["tree_digest"] = _PREFIX + lock.tree_digest
    return json.dumps(fields, ensure_ascii=False, indent=2)


def verify_lock(workspace: Workspace, lock: SourceLock) -> LockCheck:
    """Every file of the lock against the workspace, and every present file against the lock.

    Tasks that a persona filter leaves out are not compared. Each part is in natural task order.
    """
    present = _present(workspace)
    skipped = set(workspace.skipped_tasks)
    parts: dict[str, list[LockedFile]] = {"matched": [], "changed": [], "absent": []}
    locked = [file for file in lock.files if file.task_id not in skipped]
    for file in sorted(locked, key=file_order):
        digest = present.get((file.task_id, file.filename))
        parts[_verdict(file, digest)].append(file)
    named = {(file.task_id, file.filename) for file in locked}
    extra = [
        LockedFile(task_id=task, filename=name, sha256=digest)
        for (task, name), digest in present.items()
        if (task, name) not in named
    ]
    return LockCheck(
        matched=tuple(parts["matched"]),
        changed=tuple(parts["changed"]),
        absent=tuple(parts["absent"]),
        extra=tuple(sorted(extra, key=file_order)),
    )


def file_order(file: LockedFile) -> tuple[object, str]:
    """Sort key: natural order of tasks, then file names."""
    return natural_key(file.task_id), file.filename


def _verdict(file: LockedFile, digest: str | None) -> str:
    if digest is None:
        return "absent"
    return "matched" if digest == file.sha256 else "changed"


def _present(workspace: Workspace) -> dict[tuple[str, str], str]:
    return {
        (file.task_id, file.filename): file.sha256
        for task in workspace.tasks
        for file in task.files
        if file.status is FileStatus.PRESENT and file.sha256 is not None
    }


def _locked(rows: Iterable[tuple[str, str, str]], where: str) -> tuple[LockedFile, ...]:
    files = []
    for task, name, text in rows:
        if not _DIGEST.match(text):
            what = f"The lock's digest of {task}/{name} is no SHA-256: '{text}'"
            raise SourceError(what, where=where, remedy=_REMEDY)
        digest = text.removeprefix(_PREFIX)
        files.append(LockedFile(task_id=task, filename=name, sha256=digest))
    return tuple(files)
