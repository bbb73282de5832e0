"""What a sweep needs from outside the library: gateway, keys, clock, journals, toolboxes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from pydantic import SecretStr

from resources.progress import report_progress
from resources.toolboxes import TOOLBOXES, SurfaceParts
from resources.workbench import Workbench, require_key
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.ledger import JsonlLedger
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.lake_paths import encode_key
from worksurface_pipeline.retrieval.word_vectors import load_vectors
from worksurface_pipeline.worksurface.agents.condition import agent_condition, model_settings
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting as setting_named
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.surfaces.bundle import scope_digest
from worksurface_pipeline.worksurface.sweep import (
    CellWork,
    Kept,
    SweepItem,
    TrajectorySet,
    run_cell,
    scope_task,
    sweep_id,
)


def sweep_cell(
    bench: Workbench, cell: Cell, items: tuple[SweepItem, ...], parts: SurfaceParts
) -> tuple[TrajectorySet, Kept]:
    """Run one cell over the stored surfaces; what is finished already is kept."""
    model = chosen_model(bench, cell.model)
    if bench.settings.condition.embedding:
        load_vectors()  # absent ones must stop the cell, not end each of its trajectories
    work = CellWork(
        cell=cell,
        condition=bench.settings.condition,
        model=model,
        items=items,
        scope_digests=_scope_digests(bench, items, parts),
    )
    folder = _cell_folder(bench, cell)
    side = Path(bench.lake.path(f"side/calls/{folder.relative_to(_sweeps(bench))}/calls.jsonl"))
    with Journal(folder) as journal, JsonlLedger(side) as ledger:
        gateway = Gateway(
            [model],
            transport=LitellmTransport(),
            clock=time.monotonic,
            sleep=time.sleep,
            ledger=ledger,
        )
        run_one = _RunOne(bench, model, parts, gateway)
        return run_cell(
            work,
            journal,
            _earlier(bench, cell),
            run_one,
            lambda done, total: report_progress(cell.key, done, total),
        )


def chosen_model(bench: Workbench, model_id: str) -> ModelSettings:
    """The settings of a model with its key's value. Raises SettingsError without the key."""
    key = require_key(bench, model_id)
    return model_settings(bench.settings.model(model_id), SecretStr(key) if key else None)


class _RunOne:
    """Runs one trajectory with the toolbox of its scope."""

    def __init__(
        self, bench: Workbench, model: ModelSettings, parts: SurfaceParts, gateway: Gateway
    ) -> None:
        self._condition = bench.settings.condition
        self._agent = agent_condition(self._condition)
        self._folder = Path(bench.lake.path("cache/scopes"))
        self._model = model
        self._parts = parts
        self._gateway = gateway

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
            self._gateway,
            self._model,
            self._agent,
            key.fingerprint,
            key.epoch,
            clock=time.monotonic,
        )


def _scope_digests(
    bench: Workbench, items: tuple[SweepItem, ...], parts: SurfaceParts
) -> dict[tuple[str, str], str]:
    condition = bench.settings.condition
    bundles = {key: parts.bundles.get(key) for key in {item.public.persona for item in items}}
    places = {(item.public.persona, item.public.source_task) for item in items}
    return {
        (persona, task): scope_digest(bundles[persona], scope_task(condition, task))
        for persona, task in places
    }


def _sweeps(bench: Workbench) -> Path:
    return Path(bench.lake.path("sweeps"))


def _cell_folder(bench: Workbench, cell: Cell) -> Path:
    sweep = sweep_id(bench.settings.condition, bench.settings.sweep.name)
    return _sweeps(bench) / sweep / encode_key(cell.model) / cell.setting


def _earlier(bench: Workbench, cell: Cell) -> Iterator[tuple[str, Journal]]:
    """Journals of the same cell in other sweeps of this workspace, by name."""
    own = _cell_folder(bench, cell)
    for folder in sorted(_sweeps(bench).glob(f"*/{encode_key(cell.model)}/{cell.setting}")):
        if folder != own:
            yield folder.parents[1].name, Journal(folder)
