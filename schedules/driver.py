"""Runs the layers in order, in one process, over stale partitions only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import dagster as dg
from sqlalchemy.exc import SQLAlchemyError

from assets.partitions import dagster_key, sync_partitions
from assets.step import FORCE_TAG
from resources.imported import look_at
from resources.kept import note_kept
from resources.run_lock import sole_run
from resources.source import Freeze, handing
from resources.workbench import Workbench, require_personas
from schedules.results import failures, is_interrupted, notes, split
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake_paths import lake_error
from worksurface_pipeline.worksurface.plan import EXTERNAL, Cell, How, Layer, Plan, Stale
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, STEPS, before_agents

# Inputs without which a partition has nothing to work on.
_OWN = frozenset({How.SAME, How.REFERENCE, How.PERSONA, How.SEATS})
_GOES_ON = frozenset({"sweep"})
_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


@dataclass(frozen=True, slots=True)
class Work:
    """One Dagster run to come: a job, a partition, the steps in it, and why each is stale."""

    job: str
    partition: str
    steps: tuple[str, ...]
    stale: tuple[Stale, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """One finished run: `computed` and `reused` steps, failures as sentences."""

    work: Work
    computed: tuple[str, ...]
    reused: tuple[str, ...]
    failures: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)


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


class Watcher:
    """Told what happens; a front end overrides what it shows."""

    def planned(self, job: str, works: tuple[Work, ...]) -> None:
        """A layer is about to run these."""

    def finished(self, done: Done) -> None:
        """One run of the layer ended."""

    def interrupted(self) -> None:
        """The run is about to end because somebody asked for it."""


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
        done: list[Done] = []
        freeze = look_at(self.bench, options.force)
        try:
            with handing(freeze), ExitStack() as stack:
                for job, works in self._layers(freeze, options):
                    if works and not done:  # from here to the end nobody else is to write
                        stack.enter_context(sole_run(self.bench))
                    done += self._run_layer(job, works, options)
                    if any(item.failures for item in done if item.work.job not in _GOES_ON):
                        break
        except KeyboardInterrupt:
            self.watcher.interrupted()
            raise
        return tuple(done)

    def _run_layer(self, job: str, works: tuple[Work, ...], options: Options) -> list[Done]:
        self.watcher.planned(job, works)
        done = []
        for work in works:
            done.append(self._run(work, options))
            self.watcher.finished(done[-1])
        return done

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
                with _mapped(self.bench):
                    self._sync()
            if job == options.until:
                return

    def _sync(self) -> None:
        frozen = self.bench.frozen()
        plan = self.bench.plan()
        models = tuple(sorted({cell.model for cell in plan.cells}))
        personas = frozen.personas if frozen else ()
        sync_partitions(self.instance(), personas, models, plan.auditors, is_exact=False)

    def _run(self, work: Work, options: Options) -> Done:
        with _mapped(self.bench):
            return self._execute(work, options)

    def _execute(self, work: Work, options: Options) -> Done:
        job = self.definitions().resolve_job_def(work.job)
        layer = STEPS[work.steps[0]].layer
        result = job.execute_in_process(
            instance=self.instance(),
            partition_key=dagster_key(self.bench.plan(), layer, work.partition),
            asset_selection=[dg.AssetKey(name) for name in work.steps],
            run_config=_QUIET,
            tags={FORCE_TAG: "true"} if options.is_publishing else None,
            raise_on_error=False,
        )
        if is_interrupted(result):
            raise KeyboardInterrupt
        return Done(work, *split(result), tuple(failures(result)), notes(result))


@contextmanager
def _mapped(bench: Workbench) -> Iterator[None]:
    """Map what Dagster's own storage raises; assets raise errors of ours."""
    try:
        yield
    except OSError as error:
        raise lake_error(error, str(bench.home), "write") from error
    except SQLAlchemyError as error:
        cause = str(error.__cause__ or error).partition("\n")[0]
        raise LakeError(
            f"Dagster's history cannot be written: {cause}",
            where=str(bench.home),
            remedy="Free some space, or end the process that holds it, and run again",
        ) from error


def works_of(plan: Plan, job: str, names: tuple[str, ...], options: Options) -> Iterator[Work]:
    """The runs that a layer needs: per partition, the stale steps and all that follow them."""
    stale = [*plan.stale(names), *_asked_for(plan, names, options)]
    keys = dict.fromkeys(
        key
        for name in names
        for key in plan.partitions(STEPS[name])
        if _wanted(plan.persona_of(STEPS[name], key), options) and _is_swept(job, key, options)
    )
    for key in keys:
        mine = tuple(item for item in stale if item.partition == key)
        steps = names if options.force else _with_followers(names, {item.step for item in mine})
        if steps and not _lacks_input(plan, names, key):
            yield Work(job, key, steps, mine)


def _lacks_input(plan: Plan, names: tuple[str, ...], key: str) -> bool:
    """Whether a partition's own input was never made, as the trajectories of a failed cell."""
    wanted = [item for name in names for item in STEPS[name].inputs if item.step not in names]
    return any(
        plan.lake.current(item.step, part) is None
        for item in wanted
        if item.step not in EXTERNAL and item.how in _OWN
        for part in plan.keys_of(item, key)
    )


def _asked_for(plan: Plan, names: tuple[str, ...], options: Options) -> Iterator[Stale]:
    """Cells that are fresh and to be made again all the same."""
    if options.retry_errors:  # of picked cells alone, where some are
        cells = [name for name in names if STEPS[name].layer is Layer.CELL]
        yield from _with_errors(plan, cells if options.cells else names)
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


def _with_errors(plan: Plan, names: Iterable[str]) -> Iterator[Stale]:
    """Cells that hold trajectories that ended in a machine fault."""
    for name in names:
        for key in plan.partitions(STEPS[name]):
            manifest = plan.lake.current(name, key)
            errors = dict(manifest.slices).get("errors", "0") if manifest else "0"
            if errors != "0":
                yield Stale(name, key, (f"{errors} trajectories errored",))


def _wanted(persona: str, options: Options) -> bool:
    """Personas can be picked; what is about all of them is always wanted."""
    return not options.personas or persona in options.personas or not persona


def _with_followers(names: tuple[str, ...], stale: set[str]) -> tuple[str, ...]:
    chosen: set[str] = set()
    for name in names:  # in an order in which every step follows its inputs
        reads = {item.step for item in STEPS[name].inputs}
        if name in stale or reads & chosen:
            chosen.add(name)
    return tuple(name for name in names if name in chosen)
