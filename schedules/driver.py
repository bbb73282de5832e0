"""Runs the layers of wing one in order, in one process, over stale partitions only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import dagster as dg

from assets.partitions import dagster_key, sync_partitions
from resources.imported import look_at
from resources.kept import note_kept
from resources.source import Freeze, handing
from resources.workbench import Workbench, require_personas
from schedules import layers
from schedules.layers import Choice, Done, Runner, Watcher, Work, storage_mapped, with_errors
from worksurface_pipeline.kernel.steps import Stale, Step
from worksurface_pipeline.worksurface.plan import Cell, Layer, Plan
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, STEPS, before_agents

_GOES_ON = frozenset({"sweep"})
_RUNS = "trajectories"


@dataclass(frozen=True, slots=True)
class Options:
    """`until` names the last layer to run; `force` recomputes what is fresh too.

    `retry_errors` counts a cell with errored trajectories as stale. `cells` are the only ones to be
    swept, all where it is empty; with `is_anew` they are published from their journals once more.
    """

    until: str = "reporting"
    force: bool = False
    personas: tuple[str, ...] = ()
    retry_errors: bool = False
    cells: tuple[str, ...] = ()
    is_anew: bool = False

    @property
    def is_publishing(self) -> bool:
        """Whether a step that is chosen publishes a new value, fresh or not."""
        return self.force or self.retry_errors or self.is_anew


@dataclass(frozen=True, slots=True)
class Driver:
    """The layers of one workbench on one Dagster instance."""

    bench: Workbench
    definitions: Callable[[], dg.Definitions]
    instance: Callable[[], dg.DagsterInstance]
    watcher: Watcher = field(default_factory=Watcher)

    def run(self, options: Options) -> tuple[Done, ...]:
        """Run what is stale, layer by layer; stops after a layer in which something failed.

        A failed cell of a sweep stops nothing: the other cells are scored and reported.
        """
        freeze = look_at(self.bench, options.force)
        runner = Runner(
            self.bench,
            self.bench.plan,
            self.definitions,
            self.instance,
            dagster_key,
            _GOES_ON,
            self.watcher,
        )
        with handing(freeze):
            return runner.run(self._layers(freeze, options), options.is_publishing)

    def _layers(self, freeze: Freeze, options: Options) -> Iterator[tuple[str, tuple[Work, ...]]]:
        asked = (*options.personas, *self.bench.settings.source.personas)
        require_personas(freeze.source.personas, asked)
        tree_digest = freeze.source.state_digest
        done = before_agents() if is_imported(freeze.source) else frozenset()
        if done:
            self._sync()
        for job, names in LAYERS:
            if job not in done and (job not in ON_DEMAND or job == options.until):
                plan = self.bench.plan(tree_digest)
                works = tuple(works_of(plan, job, names, options))
                if job == "sweep":
                    note_kept(self.bench, _kept(plan, works, options))
                yield job, works
            if job == "freeze" and job not in done:
                with storage_mapped(self.bench):
                    self._sync()
            if job == options.until:
                return

    def _sync(self) -> None:
        frozen = self.bench.frozen()
        plan = self.bench.plan()
        models = tuple(sorted({cell.model for cell in plan.cells}))
        personas = frozen.personas if frozen else ()
        sync_partitions(self.instance(), personas, models, plan.auditors, is_exact=False)


def works_of(plan: Plan, job: str, names: tuple[str, ...], options: Options) -> Iterator[Work]:
    """The runs that a layer needs, of what the options ask for."""

    def is_wanted(step: Step, key: str) -> bool:
        return _wanted(plan.persona_of(step, key), options) and _is_swept(job, key, options)

    asked = tuple(_asked_for(plan, names, options))
    yield from layers.works_of(plan, job, names, Choice(is_wanted, asked, options.force))


def _asked_for(plan: Plan, names: tuple[str, ...], options: Options) -> Iterator[Stale]:
    """Cells that are fresh and to be made again all the same."""
    if options.retry_errors:  # of picked cells alone, where some are
        cells = [name for name in names if STEPS[name].layer is Layer.CELL]
        yield from with_errors(plan, cells if options.cells else names, _RUNS)
    if options.is_anew:
        reason = "its journal holds newer trajectories"
        yield from (
            Stale(name, key, (reason,))
            for name in names
            if STEPS[name].layer is Layer.CELL
            for key in options.cells
        )


def _is_swept(job: str, key: str, options: Options) -> bool:
    """Cells can be picked; what is scored and reported is never a part."""
    return job != "sweep" or not options.cells or key in options.cells


def _kept(plan: Plan, works: Iterable[Work], options: Options) -> Iterator[Cell]:
    """The cells of a sweep that nothing runs: they are fresh."""
    swept = {work.partition for work in works}
    for cell in plan.cells:
        is_stored = plan.lake.current("trajectories", cell.key) is not None
        if is_stored and cell.key not in swept and _is_swept("sweep", cell.key, options):
            yield cell


def _wanted(persona: str, options: Options) -> bool:
    """Personas can be picked; what is about all of them is always wanted."""
    return not options.personas or persona in options.personas or not persona
