"""Typed tables of a persona: every sheet or block, with its id, its digest and the gate's verdict.

Whether a file is a workbook is decided by what the reader returns, never by its extension. What
does not belong: showing a table below the gate as a document (documents), or reading formats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import polars as pl

from worksurface_pipeline.kernel.hashing import digest_all, digest_bytes, digest_json
from worksurface_pipeline.readers.model import ExtractionFailure, TypedTable, Workbook
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import SurfaceFailure, TableRecord
from worksurface_pipeline.worksurface.surfaces.failures import ReadSource, surface_failure
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy, decide
from worksurface_pipeline.worksurface.surfaces.ids import IdRequest, view_ids
from worksurface_pipeline.worksurface.surfaces.nodes import in_order
from worksurface_pipeline.worksurface.surfaces.sets import SheetSeen, TableData, TableSet

# An empty cell in the bytes that are hashed; every text is quoted there, so none can equal it.
_NULL = "\\N"


@dataclass(slots=True)
class _Found:
    """What has been read so far."""

    tables: list[tuple[SourceFile, TypedTable]] = field(default_factory=list)
    sheets: list[SheetSeen] = field(default_factory=list)
    failures: list[SurfaceFailure] = field(default_factory=list)


def is_present(file: SourceFile) -> bool:
    """Whether a listed file can be opened: the widest choice of files that may hold tables."""
    return file.status is FileStatus.PRESENT


def project_tables(
    tasks: Iterable[SourceTask],
    read: ReadSource,
    policy: GatePolicy,
    may_hold_tables: Callable[[SourceFile], bool] = is_present,
) -> TableSet:
    """All typed tables of the tasks' files, those below the gate too.

    `may_hold_tables` may leave out files that are no workbook by their first bytes. A file that
    was tried and failed has its failure here; `documents` accounts for all others.
    """
    found = _Found()
    for task in in_order(tasks):
        for file in filter(is_present, task.files):
            if may_hold_tables(file):
                _take(file, read, found)
    return _table_set(found, policy)


def table_digest(table: TypedTable) -> str:
    """Digest of columns, typed cells, source texts and row numbers."""
    columns = [column.model_dump(mode="json") for column in table.columns]
    shape = digest_json({"columns": columns, "rows": table.row_numbers})
    return digest_all([shape, f"typed {_cells(table.frame)}", f"text {_cells(table.texts)}"])


def _take(file: SourceFile, read: ReadSource, found: _Found) -> None:
    content = read(file)
    if isinstance(content, ExtractionFailure):
        found.failures.append(surface_failure(file, content))
    elif isinstance(content, Workbook):
        found.tables.extend((file, table) for table in content.tables)
        found.sheets.extend(_seen(file, content.sheets))
        found.failures.extend(surface_failure(file, failure) for failure in content.failures)


def _seen(file: SourceFile, sheets: Sequence[str]) -> Iterable[SheetSeen]:
    """The named sheets; a csv has one without a name, which is the file itself."""
    return (
        SheetSeen(task_id=file.task_id, persona=file.persona, filename=file.filename, sheet=sheet)
        for sheet in sheets
        if sheet
    )


def _table_set(found: _Found, policy: GatePolicy) -> TableSet:
    ids = view_ids([_request(file, table) for file, table in found.tables])
    named = list(zip(ids, found.tables, strict=True))
    return TableSet(
        records=tuple(_record(name, file, table, policy) for name, (file, table) in named),
        data={name: _data(table) for name, (_, table) in named},
        sheets=tuple(found.sheets),
        failures=tuple(found.failures),
    )


def _request(file: SourceFile, table: TypedTable) -> IdRequest:
    return IdRequest(
        task_id=file.task_id,
        filename=file.filename,
        stored_relpath=file.stored_relpath,
        sheet=table.sheet,
        block=table.block,
    )


def _record(name: str, file: SourceFile, table: TypedTable, policy: GatePolicy) -> TableRecord:
    verdict = decide(table.texts, policy)
    return TableRecord(
        id=name,
        task_id=file.task_id,
        persona=file.persona,
        filename=file.filename,
        sheet=table.sheet,
        block=table.block,
        columns=table.columns,
        row_count=table.frame.height,
        layout=table.layout,
        is_view=verdict.is_view,
        gate_reason=verdict.reason,
        digest=table_digest(table),
        is_hidden=table.is_hidden,
    )


def _data(table: TypedTable) -> TableData:
    return TableData(frame=table.frame, texts=table.texts, row_numbers=table.row_numbers)


def _cells(frame: pl.DataFrame) -> str:
    """Digest of types and cells in a form of our own, so that no file format's version enters."""
    types = " ".join(str(dtype) for dtype in frame.dtypes)
    text = frame.write_csv(include_header=False, null_value=_NULL, quote_style="non_numeric")
    return digest_bytes(f"{types}\n{text}".encode("utf-8", "surrogatepass"))
