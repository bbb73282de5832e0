"""The source as the settings name it: found, fetched if it is on a hub, hashed and frozen."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime

from pydantic import TypeAdapter, ValidationError

from resources.memos import memo
from resources.progress import report_progress
from resources.workbench import Workbench
from worksurface_pipeline.kernel.blobs import Blobs, sealed, unsealed
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.worksurface.schema.source import Change, SourceLock
from worksurface_pipeline.worksurface.source.freeze import freeze
from worksurface_pipeline.worksurface.source.hub import download, is_commit, resolve_revision
from worksurface_pipeline.worksurface.source.hub_client import PUBLIC_ENDPOINT, HubAccess
from worksurface_pipeline.worksurface.source.known import KnownFile, KnownFiles
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
from worksurface_pipeline.worksurface.surfaces.overrides import idle_rules, idle_sentence

BENCHMARK = "WorkSurface-Bench"
KNOWN = "known"
"""Where digests of unwritten files lie in the lake."""
_KNOWN = TypeAdapter(list[KnownFile])


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


_HANDED: ContextVar[Freeze | None] = ContextVar("handed", default=None)


@contextmanager
def handing(freeze: Freeze) -> Iterator[None]:
    """Within it `freeze_once` gives this freeze: a run has looked already, just before."""
    token = _HANDED.set(freeze)
    try:
        yield
    finally:
        _HANDED.reset(token)


def freeze_once(bench: Workbench) -> Freeze:
    """The freeze that the running driver has made, or one made now."""
    return _HANDED.get() or freeze_now(bench)


def freeze_now(bench: Workbench, is_fresh: bool = False) -> Freeze:
    """Hash the workspace and compare it with its last freeze and its pin. Writes no asset.

    With `is_fresh` every file is hashed, also where it stands as it did when it last was.
    """
    if bench.workspace is not None:
        workspace, pin = _local(bench, is_fresh), _pin(bench)
    else:
        workspace, pin = _from_hub(bench)
    previous = bench.frozen()
    result = freeze(workspace, previous.lock if previous else None, pin)
    return Freeze(
        source=FrozenSource(lock=result.lock, tasks=workspace.tasks, told=result.told),
        changes=result.changes,
        absent=result.absent,
        remarks=(*workspace.remarks, *_idle(bench, workspace)),
    )


def _idle(bench: Workbench, workspace: Workspace) -> Iterator[str]:
    """Sheet rules of the settings that name no file of the workspace: a slip of the user's."""
    files = [(task.task_id, file.filename) for task in workspace.tasks for file in task.files]
    return map(idle_sentence, idle_rules(bench.settings.surfaces.sheets, files))


def _local(bench: Workbench, is_fresh: bool) -> Workspace:
    workspace = bench.workspace or bench.root()
    told = _Counter("hashing")
    with known_files(bench, is_fresh) as known, memo(bench, "source", "") as read:
        return load_workspace(workspace, None, BENCHMARK, on_bytes=told, known=known, memo=read)


@contextmanager
def known_files(bench: Workbench, is_fresh: bool) -> Iterator[KnownFiles]:
    """Digests that the last run took, none if all is to be fresh; at the end those of this one."""
    blobs, key = Blobs(bench.lake.path(KNOWN)), known_key(bench)
    stored = b"[]" if is_fresh else unsealed(blobs.get(key)) or b"[]"
    known = KnownFiles.of(_parsed(stored), time.time_ns())
    yield known
    if known.noted != known.old:
        noted = [known.noted[path] for path in sorted(known.noted)]
        with suppress(LakeError):  # what cannot be kept is hashed again; a lake may be read-only
            blobs.put(key, sealed(_KNOWN.dump_json(noted)))


def known_key(bench: Workbench) -> str:
    """The key of the digests taken of this workspace."""
    return digest_text(str(bench.workspace))


def _parsed(stored: bytes) -> list[KnownFile]:
    """Nothing, where an earlier version wrote in another form."""
    try:
        return _KNOWN.validate_json(stored)
    except ValidationError:
        return []


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


def pinned_to(bench: Workbench) -> str:
    """What pins the source, as people say it; "" where it may change."""
    source = bench.settings.source
    if source.lock:
        return f"the lock {source.lock}"
    is_pinned = bool(source.hub) and bench.workspace is None and is_commit(source.revision)
    return f"commit {source.revision}" if is_pinned else ""


def hub_state(bench: Workbench) -> str:
    """The digest of a hub source as it is now, after one request for its branch's commit.

    That of the frozen source while the branch stands where it stood, else one that no frozen
    source has: what a new commit holds is known once it is fetched. Raises HubError.
    """
    source = bench.settings.source
    commit = resolve_revision(source.hub, source.revision, _hub_access(bench))
    frozen = bench.frozen()
    return frozen.state_digest if frozen and frozen.lock.commit == commit else commit


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
