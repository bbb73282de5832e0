"""`worksurface verify`: replay every proof of the benchmark and score gold as a prediction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from resources.workbench import Workbench
from schedules.exported import published_problems
from schedules.published import published_files
from worksurface_pipeline.kernel.errors import LakeError, PackageError
from worksurface_pipeline.kernel.lake import WHOLE, Manifest
from worksurface_pipeline.kernel.lake_checks import check_stored
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.readers.model import ExtractionFailure
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.gold_scores import score_gold
from worksurface_pipeline.worksurface.source.files import open_verified
from worksurface_pipeline.worksurface.source.sets import SourceTaskSet
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, STEPS, before_agents
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark
from worksurface_pipeline.worksurface.tasks.raw_files import raw_files
from worksurface_pipeline.worksurface.tasks.replay import open_replayer
from worksurface_pipeline.worksurface.tasks.verify import gold_as_prediction, proof_problems

V = TypeVar("V", bound=Stored)
_PUBLISH = "Publish it anew: `worksurface run` or `worksurface report`"
_TASK_JOBS = before_agents() - ON_DEMAND
_TASK_STEPS = tuple(name for job, names in LAYERS if job in _TASK_JOBS for name in names)


@dataclass(frozen=True, slots=True)
class Verification:
    """What was replayed, and every problem as a sentence that names task, file or table."""

    tasks: int
    proofs: int
    files: int
    problems: tuple[str, ...]

    def __str__(self) -> str:
        what = (
            f"{counted(self.tasks, 'task')}, {counted(self.proofs, 'proof')} re-executed,"
            f" {counted(self.files, 'file')} re-hashed"
        )
        if self.problems:
            return f"{what}: {counted(len(self.problems), 'problem')}"
        return f"{what}: every proof stands and gold as prediction scores 1.000"


def verify_all(bench: Workbench) -> Verification:
    """Verify what is stored and published. Raises PackageError when there is no benchmark."""
    problems = _damaged(bench)
    try:
        tasks = _load(bench, "benchmark", WHOLE, Benchmark).tasks
        problems = [*_stale(bench), *problems]
    except LakeError as error:
        return Verification(0, 0, 0, (*problems, f"Nothing was replayed: {error}"))
    return _replayed(bench, tasks, problems)


def _replayed(bench: Workbench, tasks: tuple[AtomicTask, ...], problems: list[str]) -> Verification:
    """All proofs replayed and all gold scored, beside the problems that are known already."""
    groups: dict[str, list[AtomicTask]] = defaultdict(list)
    for task in tasks:
        groups[task.source.persona].append(task)
    proofs = files = 0
    for persona, group in sorted(groups.items()):
        try:
            problems += _replay(bench, persona, group)
            proofs += sum(len(task.gold_evidence) for task in group)
            checked = list(_source_files(bench, persona))
            files += len(checked)
            problems += [sentence for sentence in checked if sentence]
        except LakeError as error:
            none = counted(len(group), "task")
            problems.append(f"{error} Of {persona} nothing was replayed ({none}).")
    problems += [
        f"{item.task_id}: {item.problem}" for item in score_gold(tasks, predict=gold_as_prediction)
    ]
    return Verification(len(tasks), proofs, files, tuple(problems))


def _stale(bench: Workbench) -> Iterator[str]:
    """What of the tasks was made from another state than the one stored now."""
    if is_imported(bench.frozen()):
        return  # it was made elsewhere: there is nothing that it could be built from
    for item in bench.plan().stale(_TASK_STEPS):
        name = f"{item.step}[{item.partition}]" if item.partition else item.step
        yield f"{name} is stale ({item.reasons[0]}): run `worksurface build` first."


def _damaged(bench: Workbench) -> list[str]:
    """What of the lake and of what is published is not as it was stored.

    The contents of tables are named where they are replayed.
    """
    published = published_problems(bench.lake, lambda: published_files(bench), _PUBLISH)
    stored = check_stored(bench.lake, STEPS, read_elsewhere={"tables"})
    return [*stored.problems, *filter(None, published)]


def _replay(bench: Workbench, persona: str, tasks: list[AtomicTask]) -> list[str]:
    """Problems of a persona's tasks; a damaged table is named and its tasks fail, others go on."""
    tables, problems = _readable_tables(bench, persona)
    surfaces = Surfaces(
        persona,
        _load(bench, "documents", persona, DocumentSet),
        tables,
        _load(bench, "graph", persona, GraphSet),
        _load(bench, "surface_bundle", persona, SurfaceBundle).passages,
    )
    with open_replayer(surfaces) as replayer:
        raw = raw_files(bench.root(), _load(bench, "source_tasks", persona, SourceTaskSet).tasks)
        problems += [said for task in tasks for said in proof_problems(task, replayer, raw)]
    return problems


def _readable_tables(bench: Workbench, persona: str) -> tuple[TableSet, list[str]]:
    read = bench.lake.reader(_manifest(bench, "tables", persona))
    records = TableSet.records_from(read)
    cells = TableSet.cells_from(read, records)
    kept, problems = [], []
    for record in records:
        try:
            cells.packed(record.id)
            kept.append(record)
        except LakeError as error:
            problems.append(f"The stored table {record.id} ({record.filename}) is damaged: {error}")
    return TableSet(tuple(kept), cells.only(record.id for record in kept)), problems


def _source_files(bench: Workbench, persona: str) -> Iterator[str]:
    """For each file that was read at the freeze, "" or what differs now."""
    tasks = _load(bench, "source_tasks", persona, SourceTaskSet).tasks
    root = bench.root()
    for file in (file for task in tasks for file in task.files):
        if file.status is FileStatus.PRESENT:
            found = open_verified(root, file)
            if isinstance(found, ExtractionFailure):
                yield f"Task {file.task_id}: {found.detail}."
            else:
                yield ""


def _load(bench: Workbench, step: str, partition: str, kind: type[V]) -> V:
    return bench.lake.load(_manifest(bench, step, partition), kind)


def _manifest(bench: Workbench, step: str, partition: str) -> Manifest:
    manifest = bench.lake.current(step, partition)
    if manifest is None:
        raise PackageError(
            f"There is no {step}{f'[{partition}]' if partition else ''} to verify",
            where=bench.lake.root,
            remedy="Run `worksurface run` or `worksurface build` first",
        )
    return manifest
