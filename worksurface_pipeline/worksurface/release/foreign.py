"""Import of a release in the public format: its tasks and surfaces as records of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.text import find_token
from worksurface_pipeline.worksurface.release.foreign_surfaces import load_foreign_surfaces
from worksurface_pipeline.worksurface.release.foreign_tasks import (
    ForeignTasks,
    read_foreign_tasks,
)
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Evidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

TASKS = "tasks.jsonl"


@dataclass(frozen=True, slots=True)
class ForeignRelease:
    """Tasks, surfaces by persona, and a sentence for all that could not be taken over."""

    tasks: ForeignTasks
    surfaces: Mapping[str, Surfaces]
    problems: tuple[str, ...]


def import_release(root: Path, tasks: Path | None = None) -> ForeignRelease:
    """A release folder. Raises PackageError without tasks, DuplicateIdError for double ids."""
    path = tasks or root / TASKS
    if not path.is_file():
        raise PackageError(
            f"There is no {TASKS}", where=str(root), remedy="Name the folder of a release"
        )
    surfaces, problems = load_foreign_surfaces(root)
    found = read_foreign_tasks(path)
    return ForeignRelease(placed(found, surfaces), surfaces, problems)


def placed(found: ForeignTasks, surfaces: Mapping[str, Surfaces]) -> ForeignTasks:
    """The tasks with offsets and digests of what their proofs name, where that is at hand.

    A foreign record pins nothing: the digests are those of today, so that a later change shows.
    """
    documents = {
        (persona, one.id): one
        for persona, each in surfaces.items()
        for one in each.documents.documents
    }
    views = {
        (persona, one.id): one for persona, each in surfaces.items() for one in each.tables.views
    }
    return replace(found, tasks=tuple(_placed(task, documents, views) for task in found.tasks))


def _placed(
    task: AtomicTask,
    documents: Mapping[tuple[str, str], Document],
    views: Mapping[tuple[str, str], TableRecord],
) -> AtomicTask:
    evidence: list[Evidence] = []
    for item in task.gold_evidence:
        if isinstance(item, RagEvidence):
            document = documents.get((task.source.persona, item.file))
            item = item if document is None else _span(item, document)
        elif isinstance(item, TableEvidence):
            view = views.get((task.source.persona, item.table))
            item = item if view is None else _table(item, view)
        evidence.append(item)
    return task.model_copy(update={"gold_evidence": tuple(evidence)})


def _span(item: RagEvidence, document: Document) -> RagEvidence:
    """The first place as a token, else the first place at all."""
    start = next(find_token(document.text, item.span), document.text.find(item.span))
    end = start + len(item.span) if start >= 0 else start
    return item.model_copy(update={"start": start, "end": end, "text_digest": document.digest})


def _table(item: TableEvidence, view: TableRecord) -> TableEvidence:
    return item.model_copy(
        update={
            "table_digest": view.digest,
            "source_file": item.source_file or view.filename,
            "source_sheet": item.source_sheet or view.sheet,
        }
    )
