"""The source as the settings name it: found, fetched if it is on a hub, hashed and frozen."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from resources.progress import report_progress
from resources.workbench import Workbench
from worksurface_pipeline.worksurface.schema.source import Change, SourceLock
from worksurface_pipeline.worksurface.source.freeze import freeze
from worksurface_pipeline.worksurface.source.hub import download, is_commit, resolve_revision
from worksurface_pipeline.worksurface.source.hub_client import PUBLIC_ENDPOINT, HubAccess
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.lock import read_lock
from worksurface_pipeline.worksurface.source.model import (
    FileName,
    Origin,
    Pin,
    PinKind,
    Workspace,
)
from worksurface_pipeline.worksurface.source.sets import FrozenSource

BENCHMARK = "WorkSurface-Bench"


@dataclass(frozen=True, slots=True)
class Freeze:
    """A workspace as it is now: what would be stored, and how it differs from what is stored."""

    source: FrozenSource
    changes: tuple[Change, ...]
    absent: tuple[FileName, ...]
    remarks: tuple[str, ...]

    @property
    def lock(self) -> SourceLock:
        """The lock of the workspace as it is now."""
        return self.source.lock


def freeze_now(bench: Workbench) -> Freeze:
    """Hash the workspace and compare it with its last freeze and its pin. Writes nothing."""
    if bench.workspace is not None:
        workspace, pin = _local(bench), _pin(bench)
    else:
        workspace, pin = _from_hub(bench)
    previous = bench.frozen()
    result = freeze(workspace, previous.lock if previous else None, pin)
    return Freeze(
        source=FrozenSource(lock=result.lock, tasks=workspace.tasks),
        changes=result.changes,
        absent=result.absent,
        remarks=workspace.remarks,
    )


def _local(bench: Workbench) -> Workspace:
    return load_workspace(bench.root(), None, BENCHMARK, on_bytes=_Counter("hashing"))


def _from_hub(bench: Workbench) -> tuple[Workspace, Pin]:
    """The dataset's files at the resolved commit, fetched once; a full commit id pins them."""
    source = bench.settings.source
    access = _hub_access(bench)
    commit = resolve_revision(source.hub, source.revision, access)
    snapshot = download(
        source.hub,
        commit,
        source.split,
        bench.hub_folder(commit),
        access,
        on_file=lambda _path, done, total, _left: report_progress("downloading", done, total),
    )
    previous = bench.frozen()
    is_known = previous is not None and previous.lock.commit == commit
    now = datetime.now(UTC).isoformat(timespec="seconds")
    origin = Origin(
        repo=source.hub,
        commit=commit,
        split=source.split,
        downloaded_at=previous.lock.downloaded_at if previous and is_known else now,
    )
    pin = _pin(bench, snapshot.extra)
    return load_workspace(snapshot.root, None, BENCHMARK, origin=origin), pin


def _hub_access(bench: Workbench) -> HubAccess:
    return HubAccess(
        endpoint=bench.secrets.get("HF_ENDPOINT", PUBLIC_ENDPOINT),
        token=bench.secrets.get("HF_TOKEN", ""),
        sleep=time.sleep,
    )


class _Counter:
    """Counts bytes and reports them as they come."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.total = 0

    def __call__(self, size: int) -> None:
        self.total += size
        report_progress(self.label, self.total, 0)


def _pin(bench: Workbench, extra: tuple[str, ...] = ()) -> Pin:
    source = bench.settings.source
    if source.lock:
        path = bench.settings_file.parent / source.lock
        return Pin(
            kind=PinKind.LOCK,
            name=source.lock,
            lock=read_lock(path),
            extra=extra,
            allow_absent=source.allow_absent,
        )
    if source.hub and bench.workspace is None and is_commit(source.revision):
        return Pin(
            kind=PinKind.COMMIT,
            name=source.revision,
            extra=extra,
            allow_absent=source.allow_absent,
        )
    return Pin()
