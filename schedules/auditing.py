"""`worksurface audit PATH` as people see it: what was found, what was read, and the exit code."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.lake_paths import lake_error
from worksurface_pipeline.kernel.records import to_jsonl
from worksurface_pipeline.worksurface.release.audit import AuditReport, audit_tasks
from worksurface_pipeline.worksurface.release.audit_limits import AuditLimits, Spending
from worksurface_pipeline.worksurface.release.foreign import ForeignRelease, import_release
from worksurface_pipeline.worksurface.release.foreign_tasks import (
    ForeignTasks,
    ImportRemark,
    read_foreign_tasks,
)
from worksurface_pipeline.worksurface.release.importing import is_own_release, open_own
from worksurface_pipeline.worksurface.release.integrity import file_problems, format_remarks
from worksurface_pipeline.worksurface.release.ties import tie_lines


@dataclass(frozen=True, slots=True)
class Audited:
    """An audit with what the reading of its tasks told.

    `changed`: what of a release of ours is not as it was released. `unread`: surfaces and tasks
    that could not be read, so that nothing was said of them. `remarks` are all else.
    """

    report: AuditReport
    changed: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 for a fault, 2 where none was found but not all could be read, else 0."""
        if self.report.faults or self.changed:
            return 1
        return 2 if self.unread else 0

    def lines(self) -> Iterator[str]:
        """All that was told, then the faults."""
        yield from self.remarks
        yield from dict.fromkeys((*self.changed, *self.unread))
        yield from self.report.lines()


def audit_path(path: Path, is_whole: bool) -> Audited:
    """Our gates over a release of ours or another's, or over a file of tasks. Raises PackageError.

    `is_whole`: all surfaces are there, so that what a task names and nobody has is a fault, as it
    always is in a release of ours.
    """
    spending = Spending(AuditLimits(), time.monotonic)
    if path.is_dir() and is_own_release(path):
        return _audit_own(path, spending)
    if path.is_dir():
        found = import_release(path)
        report = _audit(found, spending, is_whole=is_whole)
        return _audited(report, found.tasks, found.problems)
    if not path.is_file():
        raise PackageError(
            "There is nothing to audit", where=str(path), remedy="Name a folder or a tasks.jsonl"
        )
    tasks = read_foreign_tasks(path)
    return _audited(audit_tasks(tasks, {}), tasks)


def _audit_own(path: Path, spending: Spending) -> Audited:
    manifest, found = open_own(path)
    tasks = found.tasks.tasks
    if not tasks:
        raise PackageError("The release holds no task", where=str(path), remedy="Fetch it again")
    return Audited(
        _audit(found, spending, is_whole=True, is_task_scope=False),
        changed=(*file_problems(path, manifest), *tie_lines(path, manifest, tasks)),
        unread=found.problems,
        remarks=format_remarks(manifest),
    )


def _audited(report: AuditReport, tasks: ForeignTasks, problems: tuple[str, ...] = ()) -> Audited:
    lost = tuple(one for one in tasks.remarks if one.is_left_out)
    kept = tuple(one for one in tasks.remarks if not one.is_left_out)
    return Audited(report, unread=(*problems, *_told(lost)), remarks=_told(kept))


def _audit(
    found: ForeignRelease, spending: Spending, *, is_whole: bool, is_task_scope: bool = True
) -> AuditReport:
    return audit_tasks(
        found.tasks,
        found.surfaces,
        own=found.own,
        is_whole=is_whole,
        is_task_scope=is_task_scope,
        spending=spending,
    )


def write_audit(report: AuditReport, out: Path) -> None:
    """One line a task: verdict, findings, what of its proofs was executed and what only read."""
    try:
        out.write_bytes(to_jsonl(report.tasks))
    except OSError as error:
        raise lake_error(error, str(out), "write") from error


def _told(remarks: tuple[ImportRemark, ...]) -> tuple[str, ...]:
    return tuple(f"{one.task}: {one.remark}" for one in remarks)
