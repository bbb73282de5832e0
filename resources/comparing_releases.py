"""A release as a side of a comparison: its tasks, and the runs it holds, scored by its own gold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.analysis.compare_model import Side, SideRun
from worksurface_pipeline.worksurface.asked import gold_digest
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns
from worksurface_pipeline.worksurface.exchange.rescoring import has_runs, open_runs, rescore
from worksurface_pipeline.worksurface.release.foreign_tasks import read_foreign_tasks
from worksurface_pipeline.worksurface.release.importing import is_own_release
from worksurface_pipeline.worksurface.release.read import TASKS, read_gold
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_PLACES = (f"data/{TASKS}", TASKS)


def is_release(folder: Path) -> bool:
    """Whether a folder is a release, of ours or in the public form."""
    return is_own_release(folder) or _tasks_file(folder) is not None


def release_side(folder: Path, name: str, profile: str) -> Side:
    """The tasks and runs of a release. Raises PackageError for what cannot be read."""
    tasks = _tasks(folder)
    golds = {task.id: gold_digest(task) for task in tasks}
    return Side(name=name, runs=_runs(folder, profile, golds), tasks=tasks)


def _runs(folder: Path, profile: str, golds: dict[str, str]) -> tuple[SideRun, ...]:
    if not has_runs(folder):
        return ()
    return tuple(
        run for cell in rescore(open_runs(folder), profile) for run in _of_cell(cell.runs, golds)
    )


def _of_cell(cell: CellRuns, golds: dict[str, str]) -> Iterator[SideRun]:
    by_run = {(run.task_id, run.epoch): run.returned for run in cell.trajectories}
    for score in cell.scores:
        returned = by_run.get((score.task_id, score.epoch), ())
        yield SideRun(score=score, gold=golds.get(score.task_id, ""), returned=returned)


def _tasks(folder: Path) -> tuple[AtomicTask, ...]:
    if is_own_release(folder):
        return read_gold(folder)
    path = _tasks_file(folder)
    if path is None:
        raise PackageError(
            f"There is no {TASKS}", where=str(folder), remedy="Name the folder of a release"
        )
    return read_foreign_tasks(path).tasks


def _tasks_file(folder: Path) -> Path | None:
    """The tasks of a release in the public form."""
    return next((folder / name for name in _PLACES if (folder / name).is_file()), None)
