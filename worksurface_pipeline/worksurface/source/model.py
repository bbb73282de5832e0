"""Records that pass between loading, freezing and the front door, beside those of the schema."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Self

from pydantic import model_validator

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.source import (
    Change,
    LockedFile,
    SourceLock,
    SourceTask,
)

LOCAL_PREFIX = "local:"


class Origin(Frozen):
    """Where a workspace comes from: a hub repository and commit, or `local:<workspace id>`.

    `downloaded_at` is ISO text, null for a local source; `split` is the folder of the repository.
    """

    repo: str
    commit: str = ""
    split: str = ""
    downloaded_at: str | None = None

    @property
    def is_hub(self) -> bool:
        """Whether the files were fetched from a hub."""
        return not self.repo.startswith(LOCAL_PREFIX)


class FileName(Frozen):
    """A file by source task and clean name (a path inside the task's folder when unlisted)."""

    task_id: str
    filename: str


class Workspace(Frozen):
    """All source tasks under one folder, in natural order of their ids.

    `root` enters no digest. `skipped_tasks` are those of personas that the filter leaves out,
    `unlisted` files in a task's `data` folder that its manifest does not name.
    """

    root: Path
    benchmark: str
    origin: Origin
    tasks: tuple[SourceTask, ...]
    skipped_tasks: tuple[str, ...] = ()
    unlisted: tuple[FileName, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def personas(self) -> tuple[str, ...]:
        """Persona keys, sorted."""
        return tuple(sorted({task.persona for task in self.tasks}))


class PinKind(StrEnum):
    """What holds a source to a known state."""

    NONE = "none"
    COMMIT = "commit"
    LOCK = "lock"


class Pin(Frozen):
    """How a source is pinned. `name` says by what, in the user's words (a commit, a lock's path).

    `extra` names files of a hub download that the commit does not hold.
    """

    kind: PinKind = PinKind.NONE
    name: str = ""
    lock: SourceLock | None = None
    extra: tuple[str, ...] = ()
    allow_absent: bool = False

    @model_validator(mode="after")
    def _has_its_lock(self) -> Self:
        if self.kind is PinKind.LOCK and self.lock is None:
            raise ValueError("a pin of kind 'lock' needs the lock")
        return self


class LockCheck(Frozen):
    """A workspace against a lock. `extra` holds what the lock does not name, with our digest."""

    matched: tuple[LockedFile, ...] = ()
    changed: tuple[LockedFile, ...] = ()
    absent: tuple[LockedFile, ...] = ()
    extra: tuple[LockedFile, ...] = ()


class FreezeResult(Frozen):
    """The new lock, what differs from the last one, and the listed or locked files not there.

    `told` are contents of absent files, as the lock tells them that the source is pinned to.
    """

    lock: SourceLock
    changes: tuple[Change, ...] = ()
    absent: tuple[FileName, ...] = ()
    told: tuple[LockedFile, ...] = ()
