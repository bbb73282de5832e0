"""The coverage ledger: what became of every listed file and of every sheet, and its checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from worksurface_pipeline.worksurface.schema.source import SourceFile, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import (
    CoverageEntry,
    Document,
    SurfaceFailure,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.nodes import in_order
from worksurface_pipeline.worksurface.surfaces.sets import (
    CoverageLedger,
    DocumentSet,
    TableData,
    TableSet,
)
from worksurface_pipeline.worksurface.surfaces.table_markdown import cell_text

_Part = tuple[str, str, str]


@dataclass(slots=True)
class _Findings:
    """Artifacts and failures by (task, file, sheet), and the sheets of a file in their order."""

    artifacts: dict[_Part, list[str]] = field(default_factory=lambda: defaultdict(list))
    failures: dict[_Part, SurfaceFailure] = field(default_factory=dict)
    sheets: dict[tuple[str, str], dict[str, None]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def see(self, task_id: str, filename: str, sheet: str) -> None:
        """Note a sheet, also one that only an artifact or a failure names."""
        if sheet:
            self.sheets[task_id, filename].setdefault(sheet)

    def add(self, task_id: str, filename: str, sheet: str, artifact: str) -> None:
        """Note an artifact of a file or of one of its sheets."""
        self.see(task_id, filename, sheet)
        self.artifacts[task_id, filename, sheet].append(artifact)


def build_ledger(
    tasks: Iterable[SourceTask], documents: DocumentSet, tables: TableSet
) -> CoverageLedger:
    """One entry for each listed file, followed by one for each of its sheets."""
    findings = _findings(documents, tables)
    files = [file for task in in_order(tasks) for file in task.files]
    return CoverageLedger(
        entries=tuple(entry for file in files for entry in _entries(file, findings))
    )


def missing_entries(ledger: CoverageLedger) -> tuple[CoverageEntry, ...]:
    """Files and sheets with neither artifact nor failure; a sound ledger has none."""
    return tuple(entry for entry in ledger.entries if not entry.artifacts and entry.failure is None)


def unaccounted_artifacts(
    ledger: CoverageLedger, documents: DocumentSet, tables: TableSet
) -> tuple[str, ...]:
    """Ids of artifacts that no listed file became, sorted; a sound ledger has none."""
    listed = {name for entry in ledger.entries for name in entry.artifacts}
    made = {document.id for document in documents.documents}
    made.update(picture.id for picture in documents.pictures)
    made.update(view.id for view in tables.views)
    return tuple(sorted(made - listed))


def check_exclusive(documents: DocumentSet, tables: TableSet) -> tuple[str, ...]:
    """Sentences on tables that are not on exactly one surface with all their cells.

    A view shows data cells in its rows and the others in its description, so it must have no
    document; a table below the gate must have one document whose text holds each non-empty cell.
    """
    by_table: dict[tuple[str, str, str, int], list[Document]] = defaultdict(list)
    for document in documents.documents:
        by_table[document.task_id, document.filename, document.sheet, document.block].append(
            document
        )
    found: list[str] = []
    for record in tables.records:
        key = (record.task_id, record.filename, record.sheet, record.block)
        found.extend(_faults(record, tables.data[record.id], by_table.get(key, [])))
    return tuple(found)


def _faults(record: TableRecord, data: TableData, shown: list[Document]) -> Iterator[str]:
    if record.is_view and shown:
        yield f"Table {record.id!r} is a view and also the document {shown[0].id!r}."
    elif not record.is_view and len(shown) != 1:
        yield f"Table {record.id!r} is below the gate and has {len(shown)} documents, not one."
    elif not record.is_view:
        lost = _lost_cells(record, data, shown[0].text)
        if lost:
            yield f"Document {shown[0].id!r} lacks {len(lost)} cells, the first is {lost[0]!r}."


def _lost_cells(record: TableRecord, data: TableData, text: str) -> list[str]:
    layout = record.layout
    around = [line.strip() for line in (*layout.titles, *layout.totals, *layout.notes)]
    shown = {cell for line in text.splitlines() for cell in line[2:-2].split(" | ")}
    cells = [column.source_name for column in record.columns]
    cells.extend(value for row in data.texts.iter_rows() for value in row if value)
    lost = [line for line in around if line not in text]
    return lost + [cell for cell in map(cell_text, cells) if cell and cell not in shown]


def _findings(documents: DocumentSet, tables: TableSet) -> _Findings:
    findings = _Findings()
    for seen in tables.sheets:
        findings.see(seen.task_id, seen.filename, seen.sheet)
    for document in documents.documents:
        findings.add(document.task_id, document.filename, document.sheet, document.id)
    for view in tables.views:
        findings.add(view.task_id, view.filename, view.sheet, view.id)
    for picture in documents.pictures:
        findings.add(picture.task_id, picture.filename, "", picture.id)
    for failure in (*documents.failures, *tables.failures):
        findings.see(failure.task_id, failure.filename, failure.part)
        findings.failures.setdefault((failure.task_id, failure.filename, failure.part), failure)
    return findings


def _entries(file: SourceFile, findings: _Findings) -> Iterator[CoverageEntry]:
    sheets = findings.sheets.get((file.task_id, file.filename), {})
    parts = [_entry(file, sheet, findings) for sheet in sheets]
    own = _entry(file, "", findings)
    artifacts = tuple(name for entry in (own, *parts) for name in entry.artifacts)
    failures = [entry.failure for entry in (own, *parts) if entry.failure is not None]
    # A file of which something was read has failed in part only; its sheets say so themselves.
    failure = own.failure or (failures[0] if failures and not artifacts else None)
    yield own.model_copy(update={"artifacts": artifacts, "failure": failure})
    yield from parts


def _entry(file: SourceFile, part: str, findings: _Findings) -> CoverageEntry:
    key = (file.task_id, file.filename, part)
    return CoverageEntry(
        task_id=file.task_id,
        persona=file.persona,
        filename=file.filename,
        part=part,
        artifacts=tuple(findings.artifacts.get(key, ())),
        failure=findings.failures.get(key),
    )
