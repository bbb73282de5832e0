"""Scoring released runs again: the trajectories of a release against its own gold and budgets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns
from worksurface_pipeline.worksurface.exchange.traces import ORIGIN, read_traces
from worksurface_pipeline.worksurface.release.foreign_tasks import read_foreign_tasks
from worksurface_pipeline.worksurface.release.read import TASKS, lines_of, read_bytes
from worksurface_pipeline.worksurface.release.untrusted import refuse_links
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey

RUNS = "trajectories"
"""The folder of a release that holds its runs, `<model>/<setting>.jsonl`."""
_PLACES = (f"data/{TASKS}", TASKS, f"gold/{TASKS}")
_BUDGET = "efficiency_budget_tokens"


@dataclass(frozen=True, slots=True)
class ReleasedRuns:
    """Tasks and budgets of a release, and the files of its runs by cell."""

    tasks: Sequence[AtomicTask]
    budgets: BudgetSet
    files: Mapping[CellKey, Path]


@dataclass(frozen=True, slots=True)
class Rescored:
    """One cell with the scores of its runs; `foreign` are runs of tasks that are not there."""

    key: CellKey
    runs: CellRuns
    foreign: tuple[str, ...]


def open_runs(root: Path, runs: Path | None = None) -> ReleasedRuns:
    """The runs of a release in the public form. Raises PackageError without tasks or runs."""
    place = next((root / name for name in _PLACES if (root / name).is_file()), None)
    if place is None:
        raise PackageError(
            f"There is no {TASKS}", where=str(root), remedy="Name the folder of a release"
        )
    folder = runs or root / RUNS
    refuse_links(folder)
    files = {
        CellKey(model=path.parent.relative_to(folder).as_posix(), setting=path.stem): path
        for path in sorted(folder.rglob("*.jsonl"))
    }
    if not files:
        raise PackageError(
            "There are no trajectories",
            where=str(folder),
            remedy=f"Runs lie in {RUNS}/<model>/<setting>.jsonl",
        )
    return ReleasedRuns(read_foreign_tasks(place).tasks, _budgets(place), files)


def rescore(found: ReleasedRuns, profile: str) -> Iterator[Rescored]:
    """Each cell with its runs and their scores under a profile, in order of model and setting.

    The model of a cell is the one that its runs name: a folder's name may stand for a longer one.
    """
    by_id = {task.id: task for task in found.tasks}
    for key in sorted(found.files, key=lambda one: (one.model, one.setting)):
        runs = tuple(read_traces(found.files[key], by_id))
        models = sorted({run.model for run in runs})
        if len(models) > 1:
            raise PackageError(
                f"Runs of {models[0]} and {models[1]} stand in one file",
                where=str(found.files[key]),
            )
        own = CellKey(model=models[0] if models else key.model, setting=key.setting)
        scores = score_cell(found.tasks, runs, found.budgets, own, profile=profile)
        yield Rescored(own, CellRuns(runs, scores.scores), scores.foreign)


def _budgets(path: Path) -> BudgetSet:
    """The budgets that the tasks' own lines state, as the public release writes them."""
    found = []
    for _, line in lines_of(read_bytes(path)):
        record = json.loads(line)
        tokens = record.get(_BUDGET) if isinstance(record, dict) else None
        if isinstance(tokens, int) and tokens > 0:
            found.append(
                Budget(
                    task_id=str(record["id"]),
                    budget_tokens=tokens,
                    reference=ORIGIN,
                    is_comparable=True,
                )
            )
    return BudgetSet(budgets=tuple(found))
