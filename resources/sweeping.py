"""What a sweep needs from outside the library: gateway, keys, clock, journals, toolboxes."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from pydantic import SecretStr

from resources.asked import note_asked
from resources.calling import gateway, keeping
from resources.cells import (
    cell_folder,
    cell_work,
    earlier_journals,
    scope_digests,
    sweeps_folder,
)
from resources.own_agents import own_cell
from resources.progress import report_progress
from resources.purses import NO_BUDGET, Budget
from resources.spending import ledger_of, purse_of
from resources.toolboxes import SCOPES, TOOLBOXES, SurfaceParts
from resources.workbench import Workbench, require_key
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.choices import model_settings
from worksurface_pipeline.harness.llm.ledger import JsonlLedger, Ledger
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.spending import CappedClient, Purse
from worksurface_pipeline.harness.llm.types import ModelClient
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.retrieval.word_vectors import load_vectors
from worksurface_pipeline.worksurface.agents.condition import (
    agent_condition,
)
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting as setting_named
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.sweep import (
    Kept,
    SweepItem,
    TrajectorySet,
    run_cell,
)


def sweep_cell(
    bench: Workbench,
    cell: Cell,
    items: tuple[SweepItem, ...],
    parts: SurfaceParts,
    budget: Budget = NO_BUDGET,
    *,
    is_forced: bool = False,
    only: frozenset[str] | None = None,
) -> tuple[TrajectorySet, Kept]:
    """Run one cell, or the part of it that `items` are, over the stored surfaces.

    `only` are the fingerprints of the trajectories to run of these, None for all.

    What is finished already is kept, unless `is_forced`: then all of it runs anew, no kept reply is
    read, and the new records count.

    Calls are booked under the budget's run. At a ceiling the cell stops with a WorksurfaceError;
    SettingsError where one is set that cannot be kept.
    """
    agent = bench.settings.agent(cell.model)
    if agent is not None:
        return own_cell(bench, cell, agent, items, parts, is_forced=is_forced, only=only)
    model = chosen_model(bench, cell.model)
    purse = None if model.is_offline else purse_of(bench, budget)
    if bench.settings.condition.embedding:
        load_vectors()  # absent ones must stop the cell, not end each of its trajectories
    places = {(item.public.persona, item.public.source_task) for item in items}
    work = cell_work(bench, cell, items, scope_digests(bench, places, parts), only)
    note_asked(bench, cell, work)
    folder = cell_folder(bench, cell)
    side = ledger_of(bench, *folder.relative_to(sweeps_folder(bench)).parts)
    with Journal(folder) as journal, JsonlLedger(side, budget.run) as ledger:
        client = _client(bench, model, ledger, purse, not is_forced)
        run_one = _RunOne(bench, model, parts, client)
        value, kept = run_cell(
            work,
            journal,
            earlier_journals(bench, cell),
            run_one,
            lambda done, total: report_progress(cell.key, done, total),
            is_forced=is_forced,
        )
        return value, replace(kept, damaged_replies=getattr(client, "damaged", 0))


def _client(
    bench: Workbench, model: ModelSettings, ledger: Ledger, purse: Purse | None, is_read: bool
) -> ModelClient:
    """The gateway under its ceilings and behind the cache: what is kept is paid for once."""
    client: ModelClient = gateway(model, ledger)
    if model.is_offline:
        return client
    if purse is not None:
        client = CappedClient(client, purse)
    if not bench.settings.sweep.cache:
        return client
    return keeping(bench, client, model, ledger, is_read=is_read)


def chosen_model(bench: Workbench, model_id: str) -> ModelSettings:
    """The settings of a model with its key's value. Raises SettingsError without the key."""
    key = require_key(bench, model_id)
    return model_settings(bench.settings.model(model_id), SecretStr(key) if key else None)


class _RunOne:
    """Runs one trajectory with the toolbox of its scope."""

    def __init__(
        self, bench: Workbench, model: ModelSettings, parts: SurfaceParts, client: ModelClient
    ) -> None:
        self._condition = bench.settings.condition
        self._agent = agent_condition(self._condition)
        self._folder = Path(bench.lake.path(SCOPES))
        self._model = model
        self._parts = parts
        self._client = client

    def __call__(self, key: RunKey, item: SweepItem) -> Trajectory:
        """The finished trajectory of one key."""
        public = item.public
        toolbox = TOOLBOXES.get(
            self._parts, public.persona, public.source_task, self._condition, self._folder
        )
        return run_trajectory(
            public,
            setting_named(key.setting),
            item.required,
            toolbox,
            self._client,
            self._model,
            self._agent,
            key.fingerprint,
            key.epoch,
            clock=time.monotonic,
            evidence=item.evidence,
        )
