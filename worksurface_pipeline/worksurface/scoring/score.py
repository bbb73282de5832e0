"""One score per trajectory, and all scores of a cell.

What a model does wrong is scored: it has Answer 0 and its other metrics come from the trace. An
error has no score, and a task without a trajectory is missing: both are rows, so that no mean
loses them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.kernel.records import uncollected
from worksurface_pipeline.worksurface.schema.scores import Budget, Repeat, Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.diagnosis import diagnosed
from worksurface_pipeline.worksurface.scoring.measured import finished, measures, side_by_side
from worksurface_pipeline.worksurface.scoring.profiles import Weights
from worksurface_pipeline.worksurface.scoring.reasons import GIVEN_EVIDENCE_SETTING, NO_TOOL_SETTING
from worksurface_pipeline.worksurface.scoring.record import errored, missing, scored
from worksurface_pipeline.worksurface.scoring.route import required_surfaces
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey, ScoreSet

__all__ = ["GIVEN_EVIDENCE_SETTING", "NO_TOOL_SETTING", "score_cell", "score_trajectory"]

_NO_CELL = CellKey(model="", setting="")


def score_trajectory(
    task: AtomicTask,
    trajectory: Trajectory | None,
    budget: Budget | None,
    profile: str,
    interface: str,
    *,
    weights: Weights | None = None,
    cell: CellKey = _NO_CELL,
    epoch: int = 0,
) -> Score:
    """Score one trajectory; None is a missing one, which `cell` and `epoch` then name.

    `profile` is the primary one, the others stand beside it; `weights` replace those of all.
    Raises SettingsError for an unknown profile or interface and PackageError for a task whose
    gold does not fit its type.
    """
    profiles = side_by_side(profile)
    required = required_surfaces(task, interface)
    if trajectory is None:
        return diagnosed(missing(task, profile, cell, epoch), task, None, interface)
    if trajectory.outcome is Outcome.ERRORED:
        return diagnosed(errored(task, profile, trajectory), task, trajectory, interface)
    has_route = interface not in task.not_for_route
    run = finished(task, trajectory, budget, required, profiles, has_route=has_route)
    own, *others = measures(run, profiles, weights)
    score = scored(task, run, own, tuple(others))
    return diagnosed(score, task, trajectory, interface, run.trace)


def score_cell(
    tasks: Sequence[AtomicTask],
    trajectories: Iterable[Trajectory],
    budgets: BudgetSet,
    cell: CellKey,
    *,
    profile: str = "paper",
    interface: str = "open",
    epochs: int = 1,
    weights: Weights | None = None,
    again: Iterable[Trajectory] = (),
) -> ScoreSet:
    """A score for every task and epoch of a cell, also where no trajectory is.

    `again` are its repeats for the noise floor; each is scored beside the first epoch's run.
    Raises DuplicateIdError for two trajectories of one task and epoch, and PackageError for one of
    another cell. Trajectories that are asked for by no task and epoch are named, not scored.
    """
    by_run = _by_run(trajectories, cell)
    repeats = {task: run for (task, _), run in _by_run(again, cell).items()}
    by_task = budgets.by_task
    of_run = partial(
        score_trajectory, profile=profile, interface=interface, weights=weights, cell=cell
    )
    with uncollected():
        scores = tuple(
            of_run(task, by_run.get((task.id, epoch)), by_task.get(task.id), epoch=epoch)
            for task in tasks
            for epoch in range(epochs)
        )
        beside = tuple(
            _repeat(of_run(task, run, by_task.get(task.id)), by_run.get((task.id, 0)), run)
            for task in tasks
            for run in (repeats.get(task.id),)
            if run is not None
        )
    known = {(score.task_id, score.epoch) for score in scores}
    foreign = tuple(f"{task}, epoch {n}" for task, n in sorted(by_run.keys() - known))
    return ScoreSet(scores=scores, foreign=foreign, again=beside)


def _repeat(score: Score, first: Trajectory | None, run: Trajectory) -> Repeat:
    return Repeat(score=score, before=first.returned if first else (), after=run.returned)


def _by_run(
    trajectories: Iterable[Trajectory], cell: CellKey
) -> Mapping[tuple[str, int], Trajectory]:
    by_run: dict[tuple[str, int], Trajectory] = {}
    for item in trajectories:
        key = (item.task_id, item.epoch)
        if (item.model, item.setting) != (cell.model, cell.setting):
            raise PackageError(
                f"A trajectory of {item.model} {item.setting} stands in another cell",
                where=f"{cell.model} {cell.setting}, task {item.task_id}",
                remedy="Run the sweep again; its journal mixes cells",
            )
        if key in by_run:
            raise DuplicateIdError(
                f"Two trajectories of task {item.task_id}, epoch {item.epoch}",
                where=f"{cell.model} {cell.setting}",
                remedy="Keep the one that the journal names last",
            )
        by_run[key] = item
    return by_run
