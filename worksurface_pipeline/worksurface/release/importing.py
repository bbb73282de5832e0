"""A release as the values that a lake holds, so that its tasks can be swept like one's own.

Our own releases and those in the public format are taken; nothing is derived or judged again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.hashing import digest_json, digest_record
from worksurface_pipeline.kernel.lake import WHOLE
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.necessity.records import NecessitySet
from worksurface_pipeline.worksurface.necessity.summary import NecessitySummary
from worksurface_pipeline.worksurface.proposals.sets import PoolSet, ProcedureSet, ProposalSet
from worksurface_pipeline.worksurface.release.foreign import ForeignRelease, import_release
from worksurface_pipeline.worksurface.release.foreign_tasks import ForeignTasks
from worksurface_pipeline.worksurface.release.integrity import (
    file_problems,
    format_remarks,
    refuse_changed,
)
from worksurface_pipeline.worksurface.release.loading import load_surfaces
from worksurface_pipeline.worksurface.release.model import MANIFEST, SERVED, Manifest
from worksurface_pipeline.worksurface.release.package import profile_folder
from worksurface_pipeline.worksurface.release.read import read_gold, read_manifest
from worksurface_pipeline.worksurface.release.ties import tie_lines
from worksurface_pipeline.worksurface.release.untrusted import refuse_links
from worksurface_pipeline.worksurface.schema.source import SourceLock, SourceTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.screening.quarantine import QuarantineSet
from worksurface_pipeline.worksurface.screening.sets import ScreenedSet, ScreeningReport
from worksurface_pipeline.worksurface.source.sets import (
    FrozenSource,
    SharedContentSet,
    SourceTaskSet,
)
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.sets import (
    CoverageLedger,
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.benchmark import assemble
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboSet
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet, VerifiedSet

RELEASE_PREFIX = "release:"
"""Begins the lock's `repo` of what was imported: it has no source files to freeze."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A release's tasks, the surfaces of every persona that has some, and what was told of it."""

    name: str
    tasks: tuple[AtomicTask, ...]
    surfaces: Mapping[str, Surfaces]
    remarks: tuple[str, ...]


def read_release(root: Path) -> Imported:
    """A release folder of ours, or of the public format.

    Raises PackageError for what is no release, for one of ours that was changed, and for tasks of
    no persona; DuplicateIdError.
    """
    found = _own(root) if is_own_release(root) else _foreign(root)
    if not found.tasks:
        raise PackageError("The release holds no task", where=str(root), remedy="Name another one")
    return found


def is_own_release(root: Path) -> bool:
    """Whether a folder is a release of ours, sound or not."""
    return (root / MANIFEST).is_file() or (root / MANIFEST).is_symlink()


def open_own(root: Path) -> tuple[Manifest, ForeignRelease]:
    """A release of ours whatever became of it; what is missing or damaged is told."""
    refuse_links(root)
    manifest = read_manifest(root)
    surfaces: dict[str, Surfaces] = {}
    problems: list[str] = []
    for persona in manifest.personas:
        folder = root / SERVED / profile_folder(persona)
        surfaces[persona], missing = load_surfaces(folder, persona)
        problems += [f"{persona}: {one}" for one in missing]
    tasks = ForeignTasks(read_gold(root))
    return manifest, ForeignRelease(tasks, surfaces, tuple(problems), frozenset(surfaces))


def _own(root: Path) -> Imported:
    refuse_links(root)
    refuse_changed(root, tuple(file_problems(root, read_manifest(root))))
    manifest, found = open_own(root)
    tasks = found.tasks.tasks
    refuse_changed(root, tuple(tie_lines(root, manifest, tasks)))
    name = f"{manifest.benchmark} {manifest.version}"
    told = (*found.problems, *format_remarks(manifest))
    return Imported(name, tasks, _all(tasks, found.surfaces), told)


def _foreign(root: Path) -> Imported:
    found = import_release(root)
    told = [f"{one.task}: {one.remark}" for one in found.tasks.remarks]
    tasks = found.tasks.tasks
    nobodys = [task.id for task in tasks if not task.source.persona]
    if nobodys:
        raise PackageError(
            f"{counted(len(nobodys), 'task names', 'tasks name')} no persona",
            where=", ".join(nobodys[:3]),
            remedy="Give each record a persona: it tells whose surfaces are searched",
        )
    return Imported(root.name, tasks, _all(tasks, found.surfaces), (*found.problems, *told))


def is_imported(source: FrozenSource | None) -> bool:
    """Whether a lake's source is an imported release."""
    return source is not None and source.lock.repo.startswith(RELEASE_PREFIX)


def artifacts(release: Imported) -> Iterator[tuple[str, str, Stored]]:
    """Step, partition and value of all that stands before a sweep; nobody's ballots are known."""
    bundles = {
        name: build_bundle(name, one.documents, one.tables, one.graph)
        for name, one in sorted(release.surfaces.items())
    }
    yield "source_lock", WHOLE, _frozen(release, bundles)
    yield "shared_contents", WHOLE, SharedContentSet()
    for persona, bundle in bundles.items():
        own = [task for task in release.tasks if task.source.persona == persona]
        for step, value in _of_persona(release.surfaces[persona], bundle, tuple(own)):
            yield step, persona, value
    yield "procedures", WHOLE, ProcedureSet()
    yield "pool", WHOLE, PoolSet(tasks=release.tasks)
    yield "necessity_rates", WHOLE, NecessitySummary()
    yield "agreement", WHOLE, ScreeningReport(candidates=len(release.tasks))
    yield "benchmark", WHOLE, assemble([release.tasks])


def _of_persona(
    surfaces: Surfaces, bundle: SurfaceBundle, tasks: tuple[AtomicTask, ...]
) -> Iterator[tuple[str, Stored]]:
    persona = surfaces.persona
    yield "source_tasks", SourceTaskSet(persona=persona, tasks=_source_tasks(tasks))
    yield "tables", surfaces.tables
    yield "documents", surfaces.documents
    yield "graph", surfaces.graph
    yield "surface_bundle", bundle
    yield "coverage_ledger", CoverageLedger()
    yield "candidates", CandidateSet(candidates=tasks)
    yield "own_questions", CandidateSet()
    yield "proposals", ProposalSet()
    yield "verified_tasks", VerifiedSet(tasks=tasks)
    yield "placebo", PlaceboSet()
    yield "necessity", NecessitySet(persona=persona, tasks=tasks)
    yield "quarantine", QuarantineSet()
    card = "imported: screened, if at all, by whoever released it"
    yield "screened_tasks", ScreenedSet(passed=tasks, card=card)


def _all(tasks: Sequence[AtomicTask], surfaces: Mapping[str, Surfaces]) -> Mapping[str, Surfaces]:
    """Surfaces of every persona with tasks; empty ones where the release has none."""
    personas = sorted({task.source.persona for task in tasks})
    nothing = (DocumentSet(), TableSet(), GraphSet())
    return {name: surfaces.get(name) or Surfaces(name, *nothing) for name in personas}


def _frozen(release: Imported, bundles: Mapping[str, SurfaceBundle]) -> FrozenSource:
    """A source without files, under a digest of all that was taken over."""
    parts = [digest_record(task) for task in release.tasks]
    digest = digest_json([*parts, *(digest_record(one) for one in bundles.values())])
    lock = SourceLock(
        repo=f"{RELEASE_PREFIX}{release.name}",
        commit=digest,
        downloaded_at=None,
        split="",
        files=(),
        tree_digest=digest,
    )
    return FrozenSource(lock=lock, tasks=_source_tasks(release.tasks))


def _source_tasks(tasks: Sequence[AtomicTask]) -> tuple[SourceTask, ...]:
    """The source tasks that are named; their instructions and files are not in a release."""
    named = sorted({(task.source.task_id, task.source.persona) for task in tasks})
    return tuple(
        SourceTask(task_id=task_id, persona=persona, persona_label=persona, instruction="")
        for task_id, persona in named
    )
