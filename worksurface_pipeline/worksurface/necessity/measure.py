"""Necessity of one persona's tasks: every task, every set of surfaces, both interfaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.worksurface.necessity.answers import Judged, try_solver
from worksurface_pipeline.worksurface.necessity.cells import find_cells
from worksurface_pipeline.worksurface.necessity.rates import rates_of
from worksurface_pipeline.worksurface.necessity.reach import Reacher
from worksurface_pipeline.worksurface.necessity.records import (
    NecessityLabel,
    NecessityRate,
    NecessitySet,
    SubsetResult,
)
from worksurface_pipeline.worksurface.necessity.relabel import label_of, refusal, relabelled
from worksurface_pipeline.worksurface.necessity.solvers.base import MemoToolbox, Solver
from worksurface_pipeline.worksurface.necessity.solvers.ranking import RankingSolver
from worksurface_pipeline.worksurface.necessity.solvers.templates import TemplateSolver
from worksurface_pipeline.worksurface.necessity.subsets import SUBSETS, Subset, reached_by
from worksurface_pipeline.worksurface.necessity.world import World
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.profiles import find_profile
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

_SEED = 0
_TOOLS = ToolSettings()


@dataclass(frozen=True, slots=True)
class Judge:
    """A solver that takes no part in the labels; `most` bounds how many tasks it tries (0: all)."""

    solver: Solver
    most: int = 0


@dataclass(frozen=True, slots=True)
class NecessityPlan:
    """Who measures: families on which labels rest, families that judge them, and the tools.

    A model judges as `agent_solver.AgentSolver`, with a bound on its tasks.
    """

    families: tuple[Solver, ...] = (TemplateSolver(),)
    judges: tuple[Judge, ...] = (Judge(RankingSolver()),)
    tools: ToolSettings = _TOOLS
    profile: str = "paper"


@dataclass(frozen=True, slots=True)
class _Measured:
    """One interface."""

    labels: dict[str, NecessityLabel]
    results: tuple[SubsetResult, ...]
    rates: tuple[NecessityRate, ...]


def measure_necessity(
    tasks: Sequence[AtomicTask], surfaces: Surfaces, folder: Path, plan: NecessityPlan | None = None
) -> NecessitySet:
    """Reachable and solved for every task and set of surfaces, and the labels that follow.

    `folder` keeps the views' databases. `surfaces` must have its passages. Tasks that no set
    reaches, or the question alone, are quarantined.
    """
    chosen = plan or NecessityPlan()
    with closing(World(surfaces)) as world:
        measured = {
            interface: _measure(tasks, world, interface, folder, chosen) for interface in Interface
        }
    kept: list[AtomicTask] = []
    held = []
    for task in tasks:
        labels = [measured[interface].labels[task.id] for interface in Interface]
        refused = refusal(task, labels)
        if refused is not None:
            held.append(refused)
        else:
            kept.append(relabelled(task, *labels))
    return NecessitySet(
        persona=surfaces.persona,
        tasks=tuple(kept),
        labels=tuple(label for one in measured.values() for label in one.labels.values()),
        results=tuple(item for one in measured.values() for item in one.results),
        rates=tuple(rate for one in measured.values() for rate in one.rates),
        quarantined=tuple(held),
        took_part=tuple(family.name for family in chosen.families),
        judges=tuple(judge.solver.name for judge in chosen.judges),
    )


def _measure(
    tasks: Sequence[AtomicTask],
    world: World,
    interface: Interface,
    folder: Path,
    plan: NecessityPlan,
) -> _Measured:
    scope = scope_for(world.surfaces, interface=interface)
    with closing(ScopeToolbox(scope, folder, plan.tools)) as whole:
        toolbox = MemoToolbox(whole)
        cells = find_cells(tasks, world.surfaces)
        reacher = Reacher(world, interface, toolbox, cells, plan.tools)
        shown = {task.id: reacher.reached(task) for task in tasks}
        guesses = _guesses(tasks, reacher)
        rules = find_profile(plan.profile).answer
        tried = [try_solver(family, tasks, toolbox) for family in plan.families]
        tried += [
            try_solver(judge.solver, _some(tasks, judge.most), toolbox) for judge in plan.judges
        ]
    judged = [Judged(one, tasks, rules, guesses) for one in tried]
    families = judged[: len(plan.families)]
    reached = {task.id: _with_solved(task, shown[task.id], families) for task in tasks}
    labels = {task.id: label_of(task, interface, reached[task.id]) for task in tasks}
    return _Measured(
        labels=labels,
        results=tuple(_results(tasks, interface, shown, judged, guesses)),
        rates=tuple(rates_of(tasks, labels, shown, judged)),
    )


def _guesses(tasks: Sequence[AtomicTask], reacher: Reacher) -> dict[tuple[str, Subset], float]:
    return {(task.id, subset): reacher.guess(task, subset) for task in tasks for subset in SUBSETS}


def _with_solved(
    task: AtomicTask, shown: Sequence[Subset], families: Sequence[Judged]
) -> tuple[Subset, ...]:
    """The sets that reach the task: by what can be shown, or because a family solves it so."""
    return reached_by(
        lambda subset: (
            subset in shown
            or any(one.solves(task, subset) and not one.is_luck(task, subset) for one in families)
        )
    )


def _some(tasks: Sequence[AtomicTask], most: int) -> list[AtomicTask]:
    """At most `most` tasks, by hash; all of them for 0."""
    if not most:
        return list(tasks)
    chosen = set(first_by_hash(_SEED, (task.id for task in tasks), most))
    return [task for task in tasks if task.id in chosen]


def _results(
    tasks: Sequence[AtomicTask],
    interface: Interface,
    shown: Mapping[str, Sequence[Subset]],
    judged: Sequence[Judged],
    guesses: Mapping[tuple[str, Subset], float],
) -> Iterator[SubsetResult]:
    for task in tasks:
        tried = [one for one in judged if one.has_tried(task)]
        for subset in SUBSETS:
            solved = [one for one in tried if one.solves(task, subset)]
            yield SubsetResult(
                task_id=task.id,
                interface=interface.value,
                subset=subset,
                is_reachable=subset in shown[task.id],
                solved_by=tuple(one.name for one in solved),
                lucky=tuple(one.name for one in solved if one.is_luck(task, subset)),
                guess=guesses[task.id, subset],
                tried_by=tuple(one.name for one in tried),
            )
