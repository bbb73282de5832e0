"""Files of a human audit, of either wing: packages written, workbooks read, faults listed."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.lake import Lake, Manifest
from worksurface_pipeline.kernel.lake_paths import lake_error
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.review.package import key_files
from worksurface_pipeline.review.records import AuditPlan, ImportedVotes, ItemVote, Violation
from worksurface_pipeline.review.returned import import_votes

REVIEW = "review"
"""Where audits of questions lie in a lake."""
LABELS = "labels"
"""Where answers lie that people label."""
PAGE = "review.html"
KEY = "key"
PACKAGE = "package"
RESULT = "result"
_LISTED = 60


class Voted(Stored, Protocol):
    """The result of an audit, with the votes it stands on."""

    @property
    def votes(self) -> tuple[ItemVote, ...]:
        """Every vote."""
        ...


V = TypeVar("V", bound=Voted)


def audit_folder(lake: Lake, audit: str, root: str = REVIEW) -> Path:
    """Where an audit's package, key and result lie."""
    return Path(lake.path(root)) / audit


def audits_in(lake: Lake, root: str = REVIEW) -> tuple[str, ...]:
    """The ids of all audits whose package was written."""
    return tuple(sorted(path.parent.name for path in Path(lake.path(root)).glob(f"*/{KEY}")))


def plan_of(lake: Lake, audit: str, root: str = REVIEW) -> AuditPlan:
    """The plan of an audit whose package was written. Raises PackageError with those there are."""
    known = audits_in(lake, root)
    if audit not in known:  # nor is a path, as a workbook may name it
        raise PackageError(
            f"There is no audit {audit!r}",
            where=lake.path(root),
            remedy=f"There is: {', '.join(known) or 'none'}",
        )
    folder = audit_folder(lake, audit, root) / KEY
    return AuditPlan.from_files(lambda name: (folder / name).read_bytes())


def write_once(
    lake: Lake, plan: AuditPlan, files: Iterable[tuple[str, bytes]], root: str = REVIEW
) -> Path:
    """Write what annotators get, and the key apart from it; the folder of the package.

    One that is there stays: somebody may have voted in its workbooks.
    """
    place = audit_folder(lake, plan.id, root)
    if not (place / KEY).is_dir():
        write_files(place / PACKAGE, files)
        write_files(place / KEY, key_files(plan))
    return place / PACKAGE


def valid_audit(lake: Lake, asset: str, command: str) -> Manifest:
    """What is stored of the valid audit. Raises PackageError where `command` made none yet."""
    manifest = lake.current(asset)
    if manifest is None:
        raise PackageError("There is no audit yet", where=lake.root, remedy=f"Run `{command}`")
    return manifest


def keep_result(lake: Lake, plan: AuditPlan, result: Stored) -> None:
    """Store what annotators found, beside their audit."""
    write_files(audit_folder(lake, plan.id) / RESULT, result.to_files())


def kept_votes(lake: Lake, plan: AuditPlan, kind: type[V]) -> Sequence[ItemVote]:
    """The votes of a finished audit, none of one that is not; `kind` is that of its result."""
    folder = audit_folder(lake, plan.id) / RESULT
    if not folder.is_dir():
        return ()
    return kind.from_files(lambda name: (folder / name).read_bytes()).votes


def put_page(lake: Lake, html: str) -> Path:
    """Write the page that people review by."""
    path = Path(lake.path(f"latest/{PAGE}"))
    write_files(path.parent, [(PAGE, html.encode("utf-8", "replace"))], is_new=False)
    return path


def returned_votes(
    plan: AuditPlan, files: Sequence[Path], *, is_partial: bool = False
) -> ImportedVotes:
    """The votes in returned workbooks. Raises PackageError with all that is wrong with them.

    An absent annotator is no fault where a part is all that is wanted.
    """
    books = {str(path): bytes_of(path) for path in files}
    imported = import_votes(plan, books, is_partial=is_partial)
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


def _listed(violations: Sequence[Violation]) -> str:
    """What is wrong, a line each; of an empty workbook nobody wants to read every cell."""
    lines = [str(item) for item in violations[:_LISTED]]
    left = len(violations) - len(lines)
    more = [f"and {left} more"] if left else []
    things = counted(len(violations), "thing is", "things are")
    head = f"{things} wrong with the workbooks:"
    return "\n  ".join([head, *lines, *more])


def bytes_of(path: Path) -> bytes:
    """A returned workbook. Raises PackageError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise PackageError(
            f"The workbook cannot be read: {error.strerror}",
            where=str(path),
            remedy="Name the workbooks that came back",
        ) from error
