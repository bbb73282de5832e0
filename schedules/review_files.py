"""Files of a human audit, of either wing: packages written, workbooks read, faults listed."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.lake_paths import lake_error
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.review.records import AuditPlan, ImportedVotes, Violation
from worksurface_pipeline.review.returned import import_votes

PAGE = "review.html"
KEY = "key"
PACKAGE = "package"
RESULT = "result"
_LISTED = 60


def audit_folder(lake: Lake, audit: str) -> Path:
    """Where an audit's package, key and result lie."""
    return _root(lake) / audit


def plan_of(lake: Lake, audit: str) -> AuditPlan:
    """The plan of an audit whose package was written. Raises PackageError with those there are."""
    folder = audit_folder(lake, audit) / KEY
    if not folder.is_dir():
        known = sorted(path.parent.name for path in _root(lake).glob(f"*/{KEY}"))
        raise PackageError(
            f"There is no audit {audit!r}",
            where=str(_root(lake)),
            remedy=f"There is: {', '.join(known) or 'none'}",
        )
    return AuditPlan.from_files(lambda name: (folder / name).read_bytes())


def write_once(lake: Lake, plan: AuditPlan, files: Iterable[tuple[str, bytes]]) -> Path:
    """Write what annotators get, and the key apart from it; the folder of the package.

    One that is there stays: somebody may have voted in its workbooks.
    """
    place = audit_folder(lake, plan.id)
    if not (place / KEY).is_dir():
        write_files(place / PACKAGE, files)
        write_files(place / KEY, plan.to_files())
    return place / PACKAGE


def returned_votes(plan: AuditPlan, files: Sequence[Path]) -> ImportedVotes:
    """The votes in returned workbooks. Raises PackageError with all that is wrong with them."""
    imported = import_votes(plan, {str(path): _bytes(path) for path in files})
    if imported.violations:
        raise PackageError(_listed(imported.violations), remedy="Mend them all and import again")
    return imported


def write_files(folder: Path, files: Iterable[tuple[str, bytes]], is_new: bool = True) -> None:
    """Write files below a folder; a new one takes the place of what was there."""
    try:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)
        for name, data in files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise lake_error(error, str(folder), "write") from error


def _root(lake: Lake) -> Path:
    return Path(lake.path("review"))


def _listed(violations: Sequence[Violation]) -> str:
    """What is wrong, a line each; of an empty workbook nobody wants to read every cell."""
    lines = [str(item) for item in violations[:_LISTED]]
    left = len(violations) - len(lines)
    more = [f"and {left} more"] if left else []
    things = counted(len(violations), "thing is", "things are")
    head = f"{things} wrong with the workbooks:"
    return "\n  ".join([head, *lines, *more])


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PackageError(
            f"The workbook cannot be read: {error.strerror}",
            where=str(path),
            remedy="Name the workbooks that came back",
        ) from error
