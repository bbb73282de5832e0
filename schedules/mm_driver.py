"""Runs the layers of wing two in order, in one process, over stale partitions only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import dagster as dg

from assets.mm_partitions import mm_dagster_key, sync_mm_partitions
from resources.mm_workbench import MmWorkbench, require_seeds
from schedules.layers import (
    Choice,
    Done,
    Runner,
    Watcher,
    Work,
    storage_mapped,
    with_errors,
    works_of,
)
from worksurface_pipeline.kernel.steps import Step
from worksurface_pipeline.mmenterprise.plan import Layer, MmPlan
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeeds, freeze_seeds
from worksurface_pipeline.mmenterprise.steps import LAYERS, ON_DEMAND

# A project, a retriever or a cell that fails stops no other: what is made of all goes without it.
GOES_ON = frozenset({"mm_workspace", "mm_ask", "mm_retrieve", "mm_sweep", "mm_judge"})
LAST = "mm_reporting"


@dataclass(frozen=True, slots=True)
class MmOptions:
    """`until` names the last layer to run; `force` recomputes what is fresh too.

    `projects` are the only ones to be made, all where it is empty; what all of them come together
    in is never a part. `retry_errors` counts a cell with errored answers as stale.
    """

    until: str = LAST
    force: bool = False
    projects: tuple[str, ...] = ()
    retry_errors: bool = False


@dataclass(frozen=True, slots=True)
class MmDriver:
    """The layers of one workbench on one Dagster instance."""

    bench: MmWorkbench
    definitions: Callable[[], dg.Definitions]
    instance: Callable[[], dg.DagsterInstance]
    watcher: Watcher = field(default_factory=Watcher)

    def run(self, options: MmOptions) -> tuple[Done, ...]:
        """Run what is stale, layer by layer; stops after what all projects come together in fails.

        Raises SettingsError for a project that no seed gives.
        """
        seeds = freeze_seeds(self.bench.registry)
        require_seeds(seeds.ids, (*options.projects, *self.bench.settings.source.seeds))
        runner = Runner(
            self.bench,
            self.bench.plan,
            self.definitions,
            self.instance,
            mm_dagster_key,
            GOES_ON,
            self.watcher,
        )
        return runner.run(self._layers(seeds, options), options.force or options.retry_errors)

    def _layers(
        self, seeds: FrozenSeeds, options: MmOptions
    ) -> Iterator[tuple[str, tuple[Work, ...]]]:
        for job, names in LAYERS:
            if job in ON_DEMAND and job != options.until:
                continue  # it is asked for by name
            plan = self.bench.plan(seeds.state_digest)
            yield job, tuple(works_of(plan, job, names, _choice(plan, names, options)))
            if job == LAYERS[0][0]:
                with storage_mapped(self.bench):
                    sync_mm_partitions(self.instance(), self.bench.plan(), seeds.ids)
            if job == options.until:
                return


def _choice(plan: MmPlan, names: tuple[str, ...], options: MmOptions) -> Choice:
    def is_wanted(step: Step, key: str) -> bool:
        is_project = step.layer is Layer.PROJECT
        return not (is_project and options.projects) or key in options.projects

    asked = tuple(with_errors(plan, names, "answers")) if options.retry_errors else ()
    return Choice(is_wanted, asked, options.force)
