"""What a sweep is going to take and what would leave for which endpoint: reads, never writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from resources.cells import cell_folder, cell_items, cell_work, earlier_journals, scope_digests
from resources.spending import prices_of
from resources.standing import due
from resources.toolboxes import SurfaceParts, stored_parts
from resources.workbench import Workbench
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.pending import RunKey, still_pending
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.worksurface.agents.settings import setting as setting_named
from worksurface_pipeline.worksurface.estimate import Estimate, Runs, estimate, per_run
from worksurface_pipeline.worksurface.leaving import (
    FileInReach,
    Leaving,
    add_leaving,
    endpoint_of,
)
from worksurface_pipeline.worksurface.plan import Cell, Plan
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.selection import Selection
from worksurface_pipeline.worksurface.steps import STEPS
from worksurface_pipeline.worksurface.sweep import CellWork, SweepItem
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

_READ_RUNS = 200  # of a cell, enough for a mean
_INPUT = "input"  # the kind of graph node that is a file of the workspace
_EMBEDDED = "offline/"
_ALL = Selection()


@dataclass(frozen=True, slots=True)
class Forecast:
    """Estimates by cell, what may leave by endpoint, and remarks on both."""

    estimates: tuple[Estimate, ...]
    leaving: tuple[Leaving, ...]
    remarks: tuple[str, ...]


def forecast(
    bench: Workbench,
    selection: Selection = _ALL,
    *,
    is_forced: bool = False,
    retry_errors: bool = False,
) -> Forecast:
    """Look at the cells that were asked for, on the stored benchmark. Raises LakeError without one.

    What `is_forced` runs finished trajectories too, `retry_errors` only those in error.
    """
    manifest = bench.lake.current("benchmark")
    if manifest is None:
        raise LakeError(
            "There is no benchmark yet", where=bench.lake.root, remedy="Run `worksurface build`"
        )
    benchmark = bench.lake.load(manifest, Benchmark)
    plan = bench.plan()
    parts = stored_parts(bench.lake, plan.personas)
    look = _Look(bench, plan, benchmark, parts, _Wish(selection, is_forced, retry_errors))
    return Forecast(
        estimates=tuple(look.estimate(cell) for cell in selection.cells(plan.cells)),
        leaving=tuple(look.leaving()),
        remarks=tuple(_remarks(plan)),
    )


def _remarks(plan: Plan) -> Iterator[str]:
    names = tuple(STEPS)[: tuple(STEPS).index("trajectories")]
    stale = sorted({item.step for item in plan.stale(names)} - {"human_audit"})
    if stale:
        yield (
            f"Stale before the sweep: {', '.join(stale)}. What a build changes is not in this"
            " forecast; `worksurface build` first makes it exact."
        )


@dataclass(frozen=True, slots=True)
class _Wish:
    """What of the sweep was asked for."""

    selection: Selection
    is_forced: bool
    retry_errors: bool


class _Look:
    """One look at all cells; what they share is read once."""

    def __init__(
        self,
        bench: Workbench,
        plan: Plan,
        benchmark: Benchmark,
        parts: SurfaceParts,
        wish: _Wish,
    ) -> None:
        self._bench = bench
        self._plan = plan
        self._benchmark = benchmark
        self._parts = parts
        self._wish = wish
        self._prices = prices_of(bench)
        public = [task.public() for task in benchmark.tasks]
        places = {(task.persona, task.source_task) for task in public}
        self._digests = scope_digests(bench, places, parts)
        self._stale = {item.partition for item in plan.stale(("trajectories",))}
        self._pending: dict[Cell, tuple[SweepItem, ...]] = {}
        self._files = cache(self._files_of)

    def estimate(self, cell: Cell) -> Estimate:
        """What one cell is going to take."""
        pending, total = self._to_run(cell)
        work = self._work(cell, ())
        setting = setting_named(cell.setting)
        each = per_run(self._known(cell), setting, self._bench.settings.condition, work.model)
        price = self._prices.get(cell.model)
        return estimate(cell.model, cell.setting, pending, total - pending, each, price)

    def leaving(self) -> Iterator[Leaving]:
        """What the pending runs of all cells may send, by endpoint; embedded models send nothing.

        To be asked after every cell was estimated.
        """
        found: dict[str, Leaving] = {}
        for cell, items in self._pending.items():
            model = self._work(cell, ()).model
            if items and not model.is_offline:
                name = endpoint_of(model)
                place = found.setdefault(name, Leaving(name))
                setting = setting_named(cell.setting)
                add_leaving(place, setting, self._bench.settings.condition, items, self._files)
        yield from (found[name] for name in sorted(found))

    def _to_run(self, cell: Cell) -> tuple[int, int]:
        """How many runs of a cell are pending, and how many it has."""
        items = cell_items(self._bench, cell, self._benchmark.tasks)
        chosen = self._wish.selection.items(items)
        pairs = dict(self._work(cell, chosen).keys())
        pending = self._due(cell, tuple(pairs))
        self._pending[cell] = tuple({pairs[key].public.id: pairs[key] for key in pending}.values())
        return len(pending), len(pairs)

    def _due(self, cell: Cell, keys: tuple[RunKey, ...]) -> tuple[RunKey, ...]:
        """What would run: all of it by force, nothing of a fresh cell, else what is not done."""
        if self._wish.retry_errors:
            keys = due(self._bench, cell, keys).errored
        if self._wish.is_forced:
            return keys
        if cell.key not in self._stale and not self._wish.retry_errors:
            return ()
        return self._not_taken_over(cell, self._unfinished(cell, keys))

    def _unfinished(self, cell: Cell, keys: Sequence[RunKey]) -> tuple[RunKey, ...]:
        return still_pending(keys, Journal(cell_folder(self._bench, cell)).state())

    def _not_taken_over(self, cell: Cell, keys: Sequence[RunKey]) -> tuple[RunKey, ...]:
        journals = earlier_journals(self._bench, cell) if keys else ()
        done = {key.fingerprint for _, journal in journals for key in journal.state().done}
        return tuple(key for key in keys if key.fingerprint not in done)

    def _work(self, cell: Cell, items: tuple[SweepItem, ...]) -> CellWork:
        return cell_work(self._bench, cell, items, self._digests)

    def _known(self, cell: Cell) -> Iterator[Runs]:
        """Measured runs of the same setting: the model's own, those of others, the embedded's."""
        runs = [run for path in self._journals(cell.setting) for run in _first_runs(path)]
        own = [run for run in runs if run.model == cell.model]
        yield Runs(f"{cell.model} under {cell.setting}", own)
        real = [run for run in runs if not run.model.startswith(_EMBEDDED)]
        yield Runs(f"other models under {cell.setting}", real)
        embedded = [run for run in runs if run.model.startswith(_EMBEDDED)]
        yield Runs(f"the embedded model under {cell.setting}: another model differs", embedded)

    def _journals(self, setting: str) -> list[Path]:
        return sorted(Path(self._bench.lake.path("sweeps")).glob(f"*/*/{setting}"))

    def _files_of(self, persona: str) -> tuple[FileInReach, ...]:
        """The source files of a persona, each with the surfaces that show something of it."""
        rag, table, graph = (surface.value for surface in Surface)
        found: dict[tuple[str, str], set[str]] = {}
        for document in self._parts.documents.get(persona).documents:
            found.setdefault((document.task_id, document.filename), set()).add(rag)
        for view in self._parts.tables.get(persona).views:
            found.setdefault((view.task_id, view.filename), set()).add(table)
        for node in self._parts.graph.get(persona).nodes:
            if node.kind == _INPUT:
                found.setdefault((node.task_id, node.label), set()).add(graph)
        return tuple(
            FileInReach(task_id=task, filename=name, surfaces=tuple(sorted(surfaces)))
            for (task, name), surfaces in sorted(found.items())
        )


@cache
def _first_runs(folder: Path) -> tuple[Trajectory, ...]:
    return tuple(islice(Journal(folder).read(), _READ_RUNS))
