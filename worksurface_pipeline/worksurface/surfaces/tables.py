"""Typed tables of a persona: every sheet or block, with its id, its digest and the gate's verdict.

Whether a file is a workbook is decided by what the reader returns, never by its extension. What
does not belong: showing a table below the gate as a document (documents), or reading formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.readers.kinds import TABLE_KINDS, kind_of_name
from worksurface_pipeline.readers.model import ExtractionFailure
from worksurface_pipeline.readers.packing import PackedCells, PackedWorkbook, TableHead
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import SurfaceFailure, TableRecord
from worksurface_pipeline.worksurface.surfaces.cells import LazyCells
from worksurface_pipeline.worksurface.surfaces.failures import (
    ReadSource,
    silent_sheets,
    surface_failure,
)
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy, decide
from worksurface_pipeline.worksurface.surfaces.ids import IdRequest, view_ids
from worksurface_pipeline.worksurface.surfaces.nodes import in_order
from worksurface_pipeline.worksurface.surfaces.sets import SheetSeen, TableSet


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A table that has no id yet: the file, its place among the file's tables, its head."""

    file: SourceFile
    number: int
    head: TableHead
    remarks: tuple[str, ...]


@dataclass(slots=True)
class _Found:
    """What has been read so far."""

    tables: list[_Sheet] = field(default_factory=list)
    sheets: list[SheetSeen] = field(default_factory=list)
    failures: list[SurfaceFailure] = field(default_factory=list)


def project_tables(tasks: Iterable[SourceTask], read: ReadSource, policy: GatePolicy) -> TableSet:
    """All typed tables of the tasks' files, those below the gate too.

    A file that is named as a table and failed has its failure here; `documents` accounts for all
    other files that are no workbooks.
    """
    found = _Found()
    for task in in_order(tasks):
        for file in task.files:
            if file.status is FileStatus.PRESENT:
                _take(file, read, found)
    return _table_set(found, read, policy)


def _take(file: SourceFile, read: ReadSource, found: _Found) -> None:
    content = read(file)
    if isinstance(content, PackedWorkbook):
        head = content.head
        found.tables.extend(
            _Sheet(file, number, table, head.remarks) for number, table in enumerate(head.tables)
        )
        found.sheets.extend(_seen(file, head.sheets))
        failures = (*head.failures, *silent_sheets(head))
        found.failures.extend(surface_failure(file, failure) for failure in failures)
    elif isinstance(content, ExtractionFailure) and kind_of_name(file.filename) in TABLE_KINDS:
        found.failures.append(surface_failure(file, content))


def _seen(file: SourceFile, sheets: Sequence[str]) -> Iterable[SheetSeen]:
    """The named sheets; a csv has one without a name, which is the file itself."""
    return (
        SheetSeen(task_id=file.task_id, persona=file.persona, filename=file.filename, sheet=sheet)
        for sheet in sheets
        if sheet
    )


def _table_set(found: _Found, read: ReadSource, policy: GatePolicy) -> TableSet:
    ids = view_ids([_request(sheet) for sheet in found.tables])
    named = list(zip(ids, found.tables, strict=True))
    cells = {name: partial(_cells, read, sheet.file, sheet.number) for name, sheet in named}
    return TableSet(
        records=tuple(_record(name, sheet, policy) for name, sheet in named),
        data=LazyCells(cells),
        sheets=tuple(found.sheets),
        failures=tuple(found.failures),
    )


def _cells(read: ReadSource, file: SourceFile, number: int) -> PackedCells:
    content = read(file)
    if isinstance(content, PackedWorkbook):
        return content.cells[number]
    raise SourceError(
        "The file is no workbook any more",
        where=f"task {file.task_id}: {file.filename}",
        remedy="Let nothing change the workspace during a run, and run again",
    )


def _request(sheet: _Sheet) -> IdRequest:
    return IdRequest(
        task_id=sheet.file.task_id,
        filename=sheet.file.filename,
        stored_relpath=sheet.file.stored_relpath,
        sheet=sheet.head.sheet,
        block=sheet.head.block,
    )


def _record(name: str, sheet: _Sheet, policy: GatePolicy) -> TableRecord:
    head = sheet.head
    verdict = decide([column.name for column in head.columns], head.measures, policy)
    return TableRecord(
        id=name,
        task_id=sheet.file.task_id,
        persona=sheet.file.persona,
        filename=sheet.file.filename,
        sheet=head.sheet,
        block=head.block,
        columns=head.columns,
        row_count=head.row_count,
        layout=head.layout,
        is_view=verdict.is_view,
        gate_reason=verdict.reason,
        digest=head.digest,
        is_hidden=head.is_hidden,
        remarks=sheet.remarks,
    )
