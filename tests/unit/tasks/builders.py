"""Tiny surfaces for the tests of derivation and verification."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

import polars as pl

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.readers.measures import table_digest
from worksurface_pipeline.readers.model import Column, ColumnType, TableLayout
from worksurface_pipeline.worksurface.schema.source import (
    FileStatus,
    Rubric,
    SourceFile,
    SourceTask,
)
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    Surfaces,
    TableData,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy

PERSONA = "logistics_manager"
# No quotas of the families that no rubric names, for tests of those that rubrics name.
NO_FAMILIES = {"max_graph": 0, "max_rankings": 0, "max_linked": 0, "max_filters": 0}
RUBRICS_ALONE = DerivationPolicy.model_validate(NO_FAMILIES)
TYPES = {
    pl.Int64: ColumnType.INTEGER,
    pl.Float64: ColumnType.DECIMAL,
    pl.Boolean: ColumnType.BOOLEAN,
}


def policy_of(**changes: int) -> DerivationPolicy:
    """A policy for the families that rubrics name, with some of its settings changed."""
    return RUBRICS_ALONE.model_copy(update=changes)


def table(
    filename: str,
    columns: Mapping[str, Sequence[object]],
    *,
    task_id: str = "7",
    sheet: str = "",
    types: Mapping[str, ColumnType] | None = None,
    units: Mapping[str, str] | None = None,
    written: Mapping[str, Sequence[str]] | None = None,
) -> tuple[TableRecord, TableData]:
    """A view over the columns, typed by their values unless `types` says otherwise.

    `written` are the cells of a column as a reader of the file sees them.
    """
    frame = pl.DataFrame({name: pl.Series(list(values)) for name, values in columns.items()})
    records = tuple(
        Column(
            name=name,
            source_name=name,
            type=(types or {}).get(name, TYPES.get(type(frame[name].dtype), ColumnType.TEXT)),
            unit=(units or {}).get(name, ""),
        )
        for name in frame.columns
    )
    seen = [pl.Series(name, list(values)) for name, values in (written or {}).items()]
    texts = frame.cast(pl.String).with_columns(seen)
    rows = tuple(range(2, frame.height + 2))
    layout = TableLayout(header_rows=(1,), data_start=2, data_end=frame.height + 1)
    stem = identifier(PurePosixPath(filename).stem)
    suffix = f"__{identifier(sheet)}" if sheet else ""
    record = TableRecord(
        id=f"t{task_id}__{stem}{suffix}",
        task_id=task_id,
        persona=PERSONA,
        filename=filename,
        sheet=sheet,
        block=0,
        columns=records,
        row_count=frame.height,
        layout=layout,
        is_view=True,
        gate_reason="a test",
        digest=table_digest(records, frame, texts, rows),
    )
    return record, TableData(frame, texts, rows)


def document(filename: str, text: str, *, task_id: str = "7", kind: str = "markdown") -> Document:
    """A document of the text."""
    return Document(
        id=f"t{task_id}__{PurePosixPath(filename).stem}.md",
        task_id=task_id,
        persona=PERSONA,
        filename=filename,
        kind=kind,
        text=text,
        digest=digest_text(text),
    )


def source_task(
    rubrics: Sequence[str], filenames: Sequence[str], *, task_id: str = "7"
) -> SourceTask:
    """A source task with rubrics and present input files."""
    return SourceTask(
        task_id=task_id,
        persona=PERSONA,
        persona_label="Logistics Manager",
        instruction="Write `report.md`.",
        output_files=("report.md",),
        rubrics=tuple(Rubric(index=index, text=text) for index, text in enumerate(rubrics)),
        files=tuple(
            SourceFile(
                task_id=task_id,
                persona=PERSONA,
                filename=name,
                stored_relpath=f"data/{name}",
                path=f"{task_id}/data/{name}",
                status=FileStatus.PRESENT,
                sha256=digest_text(name),
                size=1,
            )
            for name in filenames
        ),
    )


def world(
    rubrics: Sequence[str],
    tables: Sequence[tuple[TableRecord, TableData]] = (),
    documents: Sequence[Document] = (),
    *,
    task_id: str = "7",
) -> tuple[SourceTask, Surfaces]:
    """A source task and the surfaces of its persona."""
    names = [record.filename for record, _ in tables] + [item.filename for item in documents]
    task = source_task(rubrics, sorted(set(names)), task_id=task_id)
    return task, surfaces_of([task], tables, documents)


def surfaces_of(
    tasks: Sequence[SourceTask],
    tables: Sequence[tuple[TableRecord, TableData]] = (),
    documents: Sequence[Document] = (),
) -> Surfaces:
    """The surfaces over tables and documents, with their graph."""
    table_set = TableSet(
        records=tuple(record for record, _ in tables),
        data={record.id: data for record, data in tables},
    )
    document_set = DocumentSet(documents=tuple(documents))
    graph = build_graph(tasks, document_set, table_set)
    return Surfaces(PERSONA, document_set, table_set, graph)


def shipments(task_id: str = "7") -> tuple[TableRecord, TableData]:
    """Forty shipments: 24 north, 10 south, 6 east; 9 late; weights 1 to 40."""
    number = range(1, 41)
    region = ["North"] * 24 + ["South"] * 10 + ["East"] * 6
    status = ["late" if value % 4 == 1 and value < 36 else "delivered" for value in number]
    return table(
        "shipments.csv",
        {
            "shipment_id": [f"{value:05d}" for value in number],
            "region": region,
            "status": status,
            "weight_kg": [float(value) for value in number],
            "transit_days": [value % 7 + 1 for value in number],
            "insured": [value % 5 == 0 for value in number],
            "damage_share": [value / 1000 for value in number],
        },
        task_id=task_id,
        types={"damage_share": ColumnType.PERCENT},
        units={"weight_kg": "kg", "damage_share": "percent"},
    )
