"""From a workspace folder to candidates, without Dagster: for measurements alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.packing import Packed, repacked
from worksurface_pipeline.worksurface.schema.source import SourceFile, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.lock import read_lock
from worksurface_pipeline.worksurface.source.shared import shared_contents
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.surfaces.tables import project_tables
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

# Says which contents absent files held.
LOCK_NAME = "wsb_lock.json"
# So that no recovered figure is left out for its number.
UNLIMITED = DerivationPolicy(max_table_figures=1000, max_document_figures=1000)


@dataclass(frozen=True, slots=True)
class PersonaCandidates:
    """What was derived for one persona, with the names that a comparison needs."""

    tasks: tuple[SourceTask, ...]
    surfaces: Surfaces
    found: CandidateSet

    @property
    def documents(self) -> dict[str, str]:
        """File names by document id."""
        return {item.id: item.filename for item in self.surfaces.documents.documents}

    def task(self, name: str) -> AtomicTask | None:
        """The candidate of an id."""
        return next((item for item in self.found.candidates if item.id == name), None)

    def view(self, name: str) -> TableRecord:
        """The record of a view that exists."""
        return next(record for record in self.surfaces.tables.views if record.id == name)


def load_surfaces(root: Path) -> Iterator[tuple[tuple[SourceTask, ...], Surfaces]]:
    """The source tasks and surfaces of each persona, in the order of their keys."""
    workspace = load_workspace(root, None, "development")

    @cache
    def read(path: str, name: str) -> Packed:
        return repacked(read_any(root / path, name))

    def read_file(file: SourceFile) -> Packed:
        return read(file.path, file.filename)

    lock = root / LOCK_NAME
    shared = shared_contents(workspace.tasks, read_lock(lock).files if lock.is_file() else ())
    for persona in sorted({task.persona for task in workspace.tasks}):
        tasks = tuple(task for task in workspace.tasks if task.persona == persona)
        tables = project_tables(tasks, read_file, GatePolicy())
        documents = project_documents(tasks, tables, read_file)
        graph = build_graph(tasks, documents, tables, shared)
        yield tasks, Surfaces(persona, documents, tables, graph)


def derive_workspace(
    root: Path, policy: DerivationPolicy = UNLIMITED
) -> tuple[PersonaCandidates, ...]:
    """Candidates of all personas of the folder."""
    return tuple(
        PersonaCandidates(tasks, surfaces, derive_candidates(tasks, surfaces, policy))
        for tasks, surfaces in load_surfaces(root)
    )
