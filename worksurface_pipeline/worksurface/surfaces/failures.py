"""From what a reader or a manifest says of a file to a failure on the surfaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.readers.packing import Packed, WorkbookHead
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.schema.surfaces import SurfaceFailure

ReadSource = Callable[[SourceFile], Packed]
"""What one source file holds; a file that cannot be read is a failure value."""


def absence(file: SourceFile) -> ExtractionFailure | None:
    """Why a listed file cannot even be opened, None when it can."""
    if file.status is FileStatus.ABSENT:
        return ExtractionFailure(
            reason=FailureReason.ABSENT,
            detail=f"The manifest lists {file.filename!r}, but no such file can be read",
            remedy=f"Put the file at {file.stored_relpath!r}, readable by this user, then freeze",
        )
    if file.status is FileStatus.UNSAFE_PATH:
        return ExtractionFailure(
            reason=FailureReason.UNSAFE_PATH,
            detail=f"The path {file.stored_relpath!r} is not followed: its spelling is unsafe,"
            " or it leaves the task's folder",
            remedy="Rename the file, or correct stored_relpath in metadata.json, then freeze",
        )
    return None


def read_listed(file: SourceFile, read: ReadSource) -> Packed:
    """Content of a listed file, or the reason why there is none."""
    missing = absence(file)
    return read(file) if missing is None else missing


def surface_failure(file: SourceFile, failure: ExtractionFailure) -> SurfaceFailure:
    """A reader's failure as the failure of a listed file or of one of its sheets."""
    return SurfaceFailure(
        task_id=file.task_id,
        persona=file.persona,
        filename=file.filename,
        part=failure.part,
        reason=failure.reason,
        detail=failure.detail,
        remedy=failure.remedy,
    )


def silent_sheets(head: WorkbookHead) -> Iterator[ExtractionFailure]:
    """A failure for each named sheet of which the reader gave neither a table nor a reason."""
    told = {table.sheet for table in head.tables} | {failure.part for failure in head.failures}
    for sheet in head.sheets:
        if sheet and sheet not in told:
            yield ExtractionFailure(
                reason=FailureReason.EMPTY,
                detail=f"No table was found on sheet {sheet!r}",
                remedy="Look at the sheet; state its table in the settings, or delete it",
                part=sheet,
            )
