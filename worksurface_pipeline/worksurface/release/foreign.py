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
from worksurface_pipeline.worksurface.release.model import MANIFEST
from worksurface_pipeline.worksurface.release.read import TASKS
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Evidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces


@dataclass(frozen=True, slots=True)
class ForeignRelease:
    """Tasks, surfaces by persona, and a sentence for all that could not be taken over.

    `own` are the personas whose surfaces have the form of our releases.
    """

    tasks: ForeignTasks
    surfaces: Mapping[str, Surfaces]
    problems: tuple[str, ...]
    own: frozenset[str] = frozenset()


def import_release(root: Path, tasks: Path | None = None) -> ForeignRelease:
    """A release folder. Raises PackageError without tasks, DuplicateIdError for double ids."""
    path = tasks or root / TASKS
    if not path.is_file():
        raise PackageError(
            f"There is no {TASKS}",
            where=str(root),
            remedy=f"Name the folder of a release: it holds {MANIFEST}, or {TASKS} and resources",
        )
    found = load_foreign_surfaces(root)
    surfaces = found.by_persona
    placed_tasks = placed(read_foreign_tasks(path), surfaces, found.own)
    return ForeignRelease(placed_tasks, surfaces, found.problems, found.own)


def placed(
    found: ForeignTasks, surfaces: Mapping[str, Surfaces], own: frozenset[str] = frozenset()
) -> ForeignTasks:
    """The tasks with offsets and digests of what their proofs name, where that is at hand.

    Where a record pins nothing, the digests are those of today, so that a later change shows; so
    are those of tables without their cells. What it pins of the surfaces of `own` personas stays.
    """
    documents = {
        (persona, one.id): one
        for persona, each in surfaces.items()
        for one in each.documents.documents
    }
    views = {
        (persona, one.id): one for persona, each in surfaces.items() for one in each.tables.views
    }
    tasks = (
        _placed(task, documents, views, is_own=task.source.persona in own) for task in found.tasks
    )
    return replace(found, tasks=tuple(tasks))


def _placed(
    task: AtomicTask,
    documents: Mapping[tuple[str, str], Document],
    views: Mapping[tuple[str, str], TableRecord],
    *,
    is_own: bool,
) -> AtomicTask:
    evidence: list[Evidence] = []
    for item in task.gold_evidence:
        if isinstance(item, RagEvidence):
            document = documents.get((task.source.persona, item.file))
            item = item if document is None else _span(item, document)
        elif isinstance(item, TableEvidence):
            view = views.get((task.source.persona, item.table))
            item = item if view is None or (is_own and item.table_digest) else _table(item, view)
        evidence.append(item)
    return task.model_copy(update={"gold_evidence": tuple(evidence)})


def _span(item: RagEvidence, document: Document) -> RagEvidence:
    """The place that the record states, else the first one as a token, else the first at all."""
    digest = item.text_digest or document.digest
    if item.start >= 0:
        return item.model_copy(update={"text_digest": digest})
    start = next(find_token(document.text, item.span), document.text.find(item.span))
    end = start + len(item.span) if start >= 0 else start
    return item.model_copy(update={"start": start, "end": end, "text_digest": digest})


def _table(item: TableEvidence, view: TableRecord) -> TableEvidence:
    return item.model_copy(
        update={
            "table_digest": view.digest,
            "source_file": item.source_file or view.filename,
            "source_sheet": item.source_sheet or view.sheet,
        }
    )
