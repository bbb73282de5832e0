"""A part of a sweep: some cells, some tasks, or all of them anew.

What is run is kept in the journals, where the whole sweep finds it. The asset of a cell is written
only once its journal holds every trajectory of it: a part is never published, and so never scored
as if it were the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from resources.run_lock import sole_run
from resources.standing import errored_tasks, note_part, standing
from resources.sweeping import pending_of, sweep_cell
from resources.toolboxes import SurfaceParts, stored_parts
from resources.workbench import Workbench, require_key
from worksurface_pipeline.kernel.errors import LakeError, SettingsError, WorksurfaceError
from worksurface_pipeline.worksurface.items import sweep_items
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.selection import Selection
from worksurface_pipeline.worksurface.sweep import SweepItem, TrajectorySet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Part:
    """What was asked for: a selection, and whether finished runs, or only errors, run again."""

    selection: Selection
    is_forced: bool = False
    only_errors: bool = False


@dataclass(frozen=True, slots=True)
class PartDone:
    """Cells whose journals are now complete and newer than what is published, and failures."""

    complete: tuple[str, ...]
    failures: tuple[str, ...]


def run_part(bench: Workbench, part: Part, say: Say) -> PartDone:
    """Run the part of every cell asked for on the stored benchmark; a failed cell stops no other.

    Raises SettingsError where nothing matches, LakeError without a benchmark or while another run
    is at work.
    """
    plan = bench.plan()
    cells = part.selection.cells(plan.cells)
    for model in dict.fromkeys(cell.model for cell in cells):
        require_key(bench, model)
    todo = {cell: _items(bench, cell) for cell in cells}
    chosen = {cell: _chosen(bench, cell, todo[cell], part) for cell in cells}
    if not any(chosen.values()):
        raise SettingsError(
            "No trajectory of that part ended in an error", remedy="Nothing was run"
        )
    stale = frozenset(item.partition for item in plan.stale(("trajectories",)))
    work = _Work(bench, stored_parts(bench.lake, plan.personas), stale, part.is_forced, say)
    with sole_run(bench):
        for cell in cells:
            if chosen[cell]:
                work.attempt(cell, chosen[cell], todo[cell])
    return PartDone(tuple(work.complete), tuple(work.failures))


@dataclass(frozen=True, slots=True)
class _Work:
    """The cells of a part, one after the other, and what came of them."""

    bench: Workbench
    parts: SurfaceParts
    stale: frozenset[str]
    is_forced: bool
    say: Say
    complete: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def attempt(
        self, cell: Cell, chosen: tuple[SweepItem, ...], whole: tuple[SweepItem, ...]
    ) -> None:
        """Run what was chosen of a cell; a failure is said and counted, and stops no other cell."""
        try:
            has_run = self._run(cell, chosen)
        except WorksurfaceError as error:
            self.failures.append(str(error))
            self.say(f"{cell.key}: FAILED {error}")
            return
        left = len(pending_of(self.bench, cell, whole, self.parts))
        if left:
            self.say(
                f"    kept in the journal and not published: {left} trajectories of the cell are"
                " not there yet; `worksurface sweep` runs them"
            )
        elif has_run or cell.key in self.stale:
            self.complete.append(cell.key)

    def _run(self, cell: Cell, items: tuple[SweepItem, ...]) -> bool:
        """Run the items of one cell; whether anything had to run."""
        for line in standing(self.bench, cell, items, self.parts, is_forced=self.is_forced):
            self.say(line)
        note_part(self.bench, cell)
        value, kept = sweep_cell(self.bench, cell, items, self.parts, is_forced=self.is_forced)
        self.say(f"{cell.key}: {len(items)} tasks, {kept}; {_outcomes(value)}")
        return kept.ran + kept.taken_over > 0


def _items(bench: Workbench, cell: Cell) -> tuple[SweepItem, ...]:
    """All tasks of a cell. Raises LakeError without a benchmark."""
    manifest = bench.lake.current("benchmark")
    if manifest is None:
        raise LakeError(
            "There is no benchmark yet", where=bench.lake.root, remedy="Run `worksurface build`"
        )
    tasks = bench.lake.load(manifest, Benchmark).tasks
    return sweep_items(tasks, bench.settings.condition.interface, cell.setting)


def _chosen(
    bench: Workbench, cell: Cell, items: tuple[SweepItem, ...], part: Part
) -> tuple[SweepItem, ...]:
    """What the part asks for of a cell's tasks."""
    found = part.selection.items(items)
    if not part.only_errors:
        return found
    errored = errored_tasks(bench, cell)
    return tuple(item for item in found if item.public.id in errored)


def _outcomes(value: TrajectorySet) -> str:
    counts = Counter(run.outcome.value for run in value.trajectories)
    return ", ".join(f"{counts[name]} {name}" for name in sorted(counts))
