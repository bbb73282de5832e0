"""Documents of a persona: files as canonical Markdown, sheets below the gate, and pictures.

Every listed file that `tables` does not account for is read here. Ids of all documents are given
out together, so that a file and a sheet cannot take each other's name. No provenance in any text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Picture,
)
from worksurface_pipeline.readers.packing import Packed
from worksurface_pipeline.worksurface.schema.source import SourceFile, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import (
    Document,
    PictureArtifact,
    SurfaceFailure,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.failures import (
    ReadSource,
    read_listed,
    surface_failure,
)
from worksurface_pipeline.worksurface.surfaces.ids import IdRequest, document_ids, picture_ids
from worksurface_pipeline.worksurface.surfaces.nodes import in_order
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, SheetSeen, TableSet
from worksurface_pipeline.worksurface.surfaces.table_markdown import render_table

SHEET_KIND = "sheet"
"""`kind` of a document that shows a sheet or block below the coverage gate."""

_FileKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A document that has no id yet."""

    request: IdRequest
    file: SourceFile
    content: DocumentContent
    table: TableRecord | None = None


@dataclass(slots=True)
class _Found:
    """What has been read so far."""

    drafts: list[_Draft] = field(default_factory=list)
    pictures: list[tuple[SourceFile, Picture]] = field(default_factory=list)
    failures: list[SurfaceFailure] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Tables:
    """The table set by file: tables below the gate, number of sheets, files accounted for."""

    below_gate: dict[_FileKey, list[TableRecord]]
    sheet_counts: Counter[_FileKey]
    known: frozenset[_FileKey]


def project_documents(
    tasks: Iterable[SourceTask], tables: TableSet, read: ReadSource
) -> DocumentSet:
    """Documents, pictures and failures of all files and sheets that are no views."""
    index = _index(tables)
    found = _Found()
    for task in in_order(tasks):
        for file in task.files:
            _take(file, index, tables, read, found)
    return DocumentSet(
        documents=_documents(found.drafts),
        pictures=_pictures(found.pictures),
        failures=tuple(found.failures),
    )


def _take(
    file: SourceFile, index: _Tables, tables: TableSet, read: ReadSource, found: _Found
) -> None:
    key = (file.task_id, file.filename)
    if key in index.known:
        has_sheets = index.sheet_counts[key] > 1
        records = index.below_gate.get(key, [])
        found.drafts.extend(_sheet(file, record, tables, has_sheets) for record in records)
    else:
        _sort_in(file, read_listed(file, read), found)


def _sort_in(file: SourceFile, content: Packed, found: _Found) -> None:
    if isinstance(content, Picture):
        found.pictures.append((file, content))
    elif isinstance(content, DocumentContent) and content.text.strip():
        found.drafts.append(_Draft(_request(file), file, content))
    else:
        found.failures.append(surface_failure(file, _refusal(content)))


def _refusal(content: Packed) -> ExtractionFailure:
    """Why a content that is neither picture nor text of a document is on no surface."""
    if isinstance(content, ExtractionFailure):
        return content
    if isinstance(content, DocumentContent):
        return ExtractionFailure(
            reason=FailureReason.NO_TEXT,
            detail="The file holds no text",
            remedy="Supply a version of the file that has text",
        )
    return ExtractionFailure(
        reason=FailureReason.CHANGED,
        detail="The file is a workbook now and was none when the tables were made",
        remedy="Freeze the source again and rebuild the tables",
    )


def _sheet(file: SourceFile, record: TableRecord, tables: TableSet, has_sheets: bool) -> _Draft:
    shown = render_table(record, tables.data[record.id])
    title = next(iter(record.layout.titles), "")
    content = DocumentContent(kind=SHEET_KIND, text=shown.text, title=title, places=shown.places)
    request = _request(file, sheet=record.sheet if has_sheets else "", block=record.block)
    return _Draft(request, file, content, record)


def _request(file: SourceFile, sheet: str = "", block: int = 0) -> IdRequest:
    return IdRequest(file.task_id, file.filename, file.stored_relpath, sheet, block)


def _documents(drafts: Sequence[_Draft]) -> tuple[Document, ...]:
    ids = document_ids([draft.request for draft in drafts])
    return tuple(_document(name, draft) for name, draft in zip(ids, drafts, strict=True))


def _document(name: str, draft: _Draft) -> Document:
    content = draft.content
    return Document(
        id=name,
        task_id=draft.file.task_id,
        persona=draft.file.persona,
        filename=draft.file.filename,
        kind=content.kind,
        text=content.text,
        digest=digest_text(content.text),
        title=content.title,
        sheet=draft.table.sheet if draft.table else "",
        block=draft.table.block if draft.table else 0,
        places=content.places,
        furniture=content.furniture,
        quality=content.quality,
        remarks=content.remarks,
    )


def _pictures(pictures: Sequence[tuple[SourceFile, Picture]]) -> tuple[PictureArtifact, ...]:
    ids = picture_ids([_request(file) for file, _ in pictures])
    return tuple(
        PictureArtifact(
            id=name,
            task_id=file.task_id,
            persona=file.persona,
            filename=file.filename,
            media_type=picture.media_type,
            sha256=file.sha256 or "",
            width=picture.width,
            height=picture.height,
        )
        for name, (file, picture) in zip(ids, pictures, strict=True)
    )


def _index(tables: TableSet) -> _Tables:
    below: dict[_FileKey, list[TableRecord]] = {}
    for record in tables.records:
        if not record.is_view:
            below.setdefault((record.task_id, record.filename), []).append(record)
    accounted: list[TableRecord | SheetSeen | SurfaceFailure] = [
        *tables.records,
        *tables.sheets,
        *tables.failures,
    ]
    return _Tables(
        below_gate=below,
        sheet_counts=Counter((seen.task_id, seen.filename) for seen in tables.sheets),
        known=frozenset((item.task_id, item.filename) for item in accounted),
    )
