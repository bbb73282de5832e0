"""Runs layers of partitions in order, in one process, over what is stale only; for any wing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

import dagster as dg
from sqlalchemy.exc import SQLAlchemyError

from assets.publishing import FORCE_TAG
from resources.bench import Bench
from resources.run_lock import sole_run
from schedules.results import failures, is_interrupted, notes, split
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake_paths import lake_error
from worksurface_pipeline.kernel.steps import Stale, Step, StepPlan

_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}

P = TypeVar("P", bound=StepPlan)


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


class Watcher:
    """Told what happens; a front end overrides what it shows."""

    def planned(self, job: str, works: tuple[Work, ...]) -> None:
        """A layer is about to run these."""

    def finished(self, done: Done) -> None:
        """One run of the layer ended."""

    def interrupted(self) -> None:
        """The run is about to end because somebody asked for it."""


@dataclass(frozen=True, slots=True)
class Runner(Generic[P]):
    """Runs the layers of one bench on one Dagster instance.

    `plan` gives the plan as things are now, `key_of` Dagster's key of a partition of a layer. A
    failure in a job of `goes_on` stops nothing: what needs the failed partition is left out.
    """

    bench: Bench
    plan: Callable[[], P]
    definitions: Callable[[], dg.Definitions]
    instance: Callable[[], dg.DagsterInstance]
    key_of: Callable[[P, StrEnum, str], str | None]
    goes_on: frozenset[str]
    watcher: Watcher

    def run(
        self, layers: Iterable[tuple[str, tuple[Work, ...]]], is_publishing: bool
    ) -> tuple[Done, ...]:
        """Run the works of each layer when its turn comes; stops after one that failed.

        `is_publishing`: a step that is chosen publishes a new value, fresh or not.
        """
        done: list[Done] = []
        try:
            with ExitStack() as stack:
                for job, works in layers:
                    if works and not done:  # from here to the end nobody else is to write
                        stack.enter_context(sole_run(self.bench))
                    done += self._run_layer(job, works, is_publishing)
                    if any(item.failures for item in done if item.work.job not in self.goes_on):
                        break
        except KeyboardInterrupt:
            self.watcher.interrupted()
            raise
        return tuple(done)

    def _run_layer(self, job: str, works: tuple[Work, ...], is_publishing: bool) -> list[Done]:
        self.watcher.planned(job, works)
        done = []
        for work in works:
            with storage_mapped(self.bench):
                done.append(self._execute(work, is_publishing))
            self.watcher.finished(done[-1])
        return done

    def _execute(self, work: Work, is_publishing: bool) -> Done:
        job = self.definitions().resolve_job_def(work.job)
        plan = self.plan()
        result = job.execute_in_process(
            instance=self.instance(),
            partition_key=self.key_of(plan, plan.steps[work.steps[0]].layer, work.partition),
            asset_selection=[dg.AssetKey(name) for name in work.steps],
            run_config=_QUIET,
            tags={FORCE_TAG: "true"} if is_publishing else None,
            raise_on_error=False,
        )
        if is_interrupted(result):
            raise KeyboardInterrupt
        return Done(work, *split(result), tuple(failures(result)), notes(result))


@contextmanager
def storage_mapped(bench: Bench) -> Iterator[None]:
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


def _every_one(_step: Step, _partition: str) -> bool:
    """All partitions are wanted."""
    return True


@dataclass(frozen=True, slots=True)
class Choice:
    """Which partitions are wanted, which fresh ones are asked for all the same, or `is_forced`."""

    is_wanted: Callable[[Step, str], bool] = _every_one
    asked: tuple[Stale, ...] = ()
    is_forced: bool = False


def works_of(
    plan: StepPlan, job: str, names: tuple[str, ...], choice: Choice | None = None
) -> Iterator[Work]:
    """The runs that a layer needs: per partition, the stale steps and all that follow them."""
    choice = choice or Choice()
    stale = [*plan.stale(names), *choice.asked]
    keys = dict.fromkeys(
        key
        for name in names
        for key in plan.partitions(plan.steps[name])
        if choice.is_wanted(plan.steps[name], key)
    )
    for key in keys:
        mine = tuple(item for item in stale if item.partition == key)
        found = {item.step for item in mine}
        steps = names if choice.is_forced else _with_followers(plan, names, found)
        if steps and not any(plan.lacks_input(plan.steps[name], key, names) for name in names):
            yield Work(job, key, steps, mine)


def with_errors(plan: StepPlan, names: Iterable[str], what: str) -> Iterator[Stale]:
    """Partitions that hold runs, called `what`, that ended in a machine fault."""
    for name in names:
        for key in plan.partitions(plan.steps[name]):
            manifest = plan.lake.current(name, key)
            errors = dict(manifest.slices).get("errors", "0") if manifest else "0"
            if errors != "0":
                yield Stale(name, key, (f"{errors} {what} errored",))


def _with_followers(plan: StepPlan, names: tuple[str, ...], stale: set[str]) -> tuple[str, ...]:
    chosen: set[str] = set()
    for name in names:  # in an order in which every step follows its inputs
        reads = {item.step for item in plan.steps[name].inputs}
        if name in stale or reads & chosen:
            chosen.add(name)
    return tuple(name for name in names if name in chosen)
