"""Small source tasks and extractions for the tests of the surfaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.readers.model import (
    Column,
    ColumnType,
    DocumentContent,
    Extraction,
    ExtractionFailure,
    FailureReason,
    TableLayout,
    TypedTable,
    Workbook,
)
from worksurface_pipeline.readers.packing import repacked
from worksurface_pipeline.worksurface.schema.source import (
    DependencyEdge,
    FileStatus,
    SourceFile,
    SourceTask,
)
from worksurface_pipeline.worksurface.surfaces.failures import ReadSource

PERSONA = "researcher"
Row = Sequence[str | None]


def source_file(
    name: str,
    task_id: str = "7",
    *,
    status: FileStatus = FileStatus.PRESENT,
    stored: str = "",
    persona: str = PERSONA,
) -> SourceFile:
    is_present = status is FileStatus.PRESENT
    stored = stored or f"data/{name}"
    return SourceFile(
        task_id=task_id,
        persona=persona,
        filename=name,
        stored_relpath=stored,
        path=f"{task_id}/{stored}",
        status=status,
        sha256=digest_text(name) if is_present else None,
        size=len(name) if is_present else None,
    )


def source_task(
    files: Sequence[str | SourceFile],
    task_id: str = "7",
    *,
    outputs: Sequence[str] = (),
    edges: Sequence[DependencyEdge] = (),
    persona: str = PERSONA,
) -> SourceTask:
    made = [
        source_file(file, task_id, persona=persona) if isinstance(file, str) else file
        for file in files
    ]
    return SourceTask(
        task_id=task_id,
        persona=persona,
        persona_label=persona.title(),
        instruction="Do it.",
        output_files=tuple(outputs),
        edges=tuple(edges),
        files=tuple(made),
    )


def table(
    header: Sequence[str],
    rows: Sequence[Row],
    *,
    sheet: str = "",
    block: int = 0,
    layout: TableLayout | None = None,
    invented: Sequence[str] = (),
) -> TypedTable:
    columns = [
        Column(
            name=name,
            source_name="" if name in invented else name,
            type=ColumnType.TEXT,
            is_invented=name in invented,
        )
        for name in header
    ]
    cells = [[row[place] for row in rows] for place in range(len(header))]
    texts = pl.DataFrame(
        [
            pl.Series(name, values, dtype=pl.String)
            for name, values in zip(header, cells, strict=True)
        ]
    )
    return TypedTable(
        sheet=sheet,
        columns=tuple(columns),
        frame=texts,
        texts=texts,
        row_numbers=tuple(range(2, len(rows) + 2)),
        layout=layout or TableLayout(header_rows=(1,)),
        block=block,
    )


def big_table(header: Sequence[str] = ("a", "b"), *, sheet: str = "", rows: int = 30) -> TypedTable:
    return table(header, [[f"{n}" for _ in header] for n in range(rows)], sheet=sheet)


def workbook(*tables: TypedTable, failures: Sequence[ExtractionFailure] = ()) -> Workbook:
    named = [item.sheet for item in tables] + [failure.part for failure in failures]
    sheets = tuple(dict.fromkeys(sheet for sheet in named if sheet))
    return Workbook(sheets=sheets, tables=tables, failures=tuple(failures))


def document(text: str, kind: str = "markdown") -> DocumentContent:
    return DocumentContent(kind=kind, text=text)


def failed(reason: FailureReason, part: str = "") -> ExtractionFailure:
    return ExtractionFailure(reason=reason, detail="It is so", remedy="Mend it", part=part)


def reads(contents: Mapping[str, Extraction]) -> ReadSource:
    """A reader that knows files by their names."""
    return lambda file: repacked(contents[file.filename])
