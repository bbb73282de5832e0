"""Scoring released runs again: the trajectories of a release against its own gold and budgets.

Both forms are read: the public one, a JSONL file a cell, and ours, where the runs are tables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.records import from_jsonl
from worksurface_pipeline.worksurface.exchange.own_runs import (
    has_own_runs,
    own_cells,
    own_profile,
    read_own_runs,
)
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns
from worksurface_pipeline.worksurface.exchange.traces import ORIGIN, read_traces
from worksurface_pipeline.worksurface.items import tasks_under
from worksurface_pipeline.worksurface.release.foreign_tasks import read_foreign_tasks
from worksurface_pipeline.worksurface.release.importing import is_own_release
from worksurface_pipeline.worksurface.release.model import GOLD
from worksurface_pipeline.worksurface.release.read import TASKS, lines_of, read_bytes, read_gold
from worksurface_pipeline.worksurface.release.untrusted import refuse_links
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey
from worksurface_pipeline.worksurface.settings import Interface

RUNS = "trajectories"
"""The folder of a release that holds its runs, `<model>/<setting>.jsonl`."""
OWN_RUNS = "runs"
"""The folder of a release of ours that holds its runs, as tables."""
_BUDGETS = f"{GOLD}/budgets.jsonl"
_PLACES = (f"data/{TASKS}", TASKS, f"gold/{TASKS}")
_BUDGET = "efficiency_budget_tokens"


@dataclass(frozen=True, slots=True)
class ReleasedRuns:
    """Tasks and budgets of a release, and what reads the runs of each cell.

    `profile` is the one that they were scored under; only of ours (`is_own`) it is known which
    tasks a setting leaves out.
    """

    tasks: Sequence[AtomicTask]
    budgets: BudgetSet
    cells: Mapping[CellKey, Callable[[], Sequence[Trajectory]]]
    profile: str = ORIGIN
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Rescored:
    """One cell with the scores of its runs; `foreign` are runs of tasks that are not there."""

    key: CellKey
    runs: CellRuns
    foreign: tuple[str, ...]


def has_runs(root: Path) -> bool:
    """Whether a release holds runs, in either form."""
    return (root / RUNS).is_dir() or has_own_runs(root / OWN_RUNS)


def open_runs(root: Path, runs: Path | None = None) -> ReleasedRuns:
    """The runs of a release, of ours or in the public form.

    `runs` is the folder that holds them where it is another. Raises PackageError without tasks or
    runs.
    """
    return _open_own(root, runs) if is_own_release(root) else _open_public(root, runs)


def rescore(
    found: ReleasedRuns, profile: str = "", interface: Interface = Interface.OPEN
) -> Iterator[Rescored]:
    """Each cell with its runs and their scores under a profile, in order of model and setting.

    Without a profile it is the one that they were released with. The model of a cell is the one
    that its runs name: a folder's name may stand for a longer one.
    """
    for key in sorted(found.cells, key=lambda one: (one.model, one.setting)):
        runs = tuple(found.cells[key]())
        models = sorted({run.model for run in runs})
        if len(models) > 1:
            raise PackageError(
                f"Runs of {models[0]} and {models[1]} stand in one file",
                where=f"{key.model}/{key.setting}",
            )
        own = CellKey(model=models[0] if models else key.model, setting=key.setting)
        scores = score_cell(
            tasks_under(found.tasks, interface, own.setting) if found.is_own else found.tasks,
            runs,
            found.budgets,
            own,
            profile=profile or found.profile,
            interface=interface,
            epochs=max((run.epoch + 1 for run in runs), default=1),
        )
        yield Rescored(own, CellRuns(runs, scores.scores), scores.foreign)


def _open_own(root: Path, runs: Path | None) -> ReleasedRuns:
    refuse_links(root)
    folder = runs or root / OWN_RUNS
    refuse_links(folder)
    if not has_own_runs(folder):
        raise PackageError(
            "There are no trajectories",
            where=str(folder),
            remedy="A release holds its runs if it was made with `worksurface release --runs`",
        )
    budgets = tuple(from_jsonl(read_bytes(root / _BUDGETS), Budget))
    cells = {key: partial(read_own_runs, folder, key) for key in own_cells(folder)}
    profile = own_profile(folder) or ORIGIN
    return ReleasedRuns(read_gold(root), BudgetSet(budgets=budgets), cells, profile, is_own=True)


def _open_public(root: Path, runs: Path | None) -> ReleasedRuns:
    place = next((root / name for name in _PLACES if (root / name).is_file()), None)
    if place is None:
        raise PackageError(
            f"There is no {TASKS}", where=str(root), remedy="Name the folder of a release"
        )
    folder = runs or root / RUNS
    refuse_links(folder)
    tasks = read_foreign_tasks(place).tasks
    by_id = {task.id: task for task in tasks}
    cells = {
        CellKey(model=path.parent.relative_to(folder).as_posix(), setting=path.stem): partial(
            _traces, path, by_id
        )
        for path in sorted(folder.rglob("*.jsonl"))
    }
    if not cells:
        raise PackageError(
            "There are no trajectories",
            where=str(folder),
            remedy=f"Runs lie in {RUNS}/<model>/<setting>.jsonl",
        )
    return ReleasedRuns(tasks, _budgets(place), cells)


def _traces(path: Path, tasks: Mapping[str, AtomicTask]) -> tuple[Trajectory, ...]:
    return tuple(read_traces(path, tasks))


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
