"""The files that the proofs of tasks stand on, as their owner calls them: names and sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from worksurface_pipeline.worksurface.schema.surfaces import CoverageEntry
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    AtomicTask,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)

_IN = " › "  # between a file and its sheet


@dataclass(frozen=True, slots=True, order=True)
class FilePart:
    """A file of the workspace, and the sheet of it that is meant ("" for the whole)."""

    file: str
    sheet: str = ""

    @property
    def label(self) -> str:
        """Both names, as they stand in addresses and choices."""
        return f"{self.file}{_IN}{self.sheet}" if self.sheet else self.file


Origins = Mapping[tuple[str, str], FilePart]
"""The file part that an artifact came from, by persona and artifact."""


def origins_of(ledger: Iterable[CoverageEntry]) -> Origins:
    """What every document and view was read from; the entry of a sheet says most."""
    found: dict[tuple[str, str], FilePart] = {}
    for entry in sorted(ledger, key=lambda one: (bool(one.part), one.filename, one.part)):
        for artifact in entry.artifacts:
            found[(entry.persona, artifact)] = FilePart(entry.filename, entry.part)
    return found


def file_parts(task: AtomicTask, origins: Origins) -> tuple[FilePart, ...]:
    """The documents and sheets that the proof of a task was read from, each once, by name."""
    return tuple(sorted(set(_read(task, origins))))


def _read(task: AtomicTask, origins: Origins) -> Iterator[FilePart]:
    for item in task.gold_evidence:
        if isinstance(item, RagEvidence):
            yield origins.get((task.source.persona, item.file), FilePart(item.file))
        elif isinstance(item, TableEvidence):
            yield FilePart(item.source_file, item.source_sheet)


def proof_names(task: AtomicTask, origins: Origins) -> Iterator[str]:
    """All that a proof names, for a search: files, sheets, documents, views, nodes, terms."""
    for part in file_parts(task, origins):
        yield from (part.file, part.sheet)
    for item in task.gold_evidence:
        if isinstance(item, RagEvidence):
            yield item.file
        elif isinstance(item, TableEvidence):
            yield item.table
        elif isinstance(item, GraphSetEvidence):
            yield from (item.node, *item.verified_complete_set)
        elif isinstance(item, GraphPathEvidence):
            yield from item.graph_path
        elif isinstance(item, AbsenceEvidence):
            yield from item.terms
