"""Cells of agents of one's own: a callable that is loaded here, or a desk that is served."""

from __future__ import annotations

import importlib
import secrets
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from resources.asked import note_asked
from resources.cells import cell_folder, cell_items, cell_work, earlier_journals, scope_digests
from resources.progress import report_progress
from resources.toolboxes import SCOPES, TOOLBOXES, SurfaceParts, stored_parts
from resources.workbench import Workbench
from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.errors import LakeError, SettingsError
from worksurface_pipeline.retrieval.word_vectors import load_vectors
from worksurface_pipeline.worksurface.agents.condition import agent_condition
from worksurface_pipeline.worksurface.agents.own.claims import Claims
from worksurface_pipeline.worksurface.agents.own.desk import Desk
from worksurface_pipeline.worksurface.agents.own.entry import (
    Agent,
    Raised,
    caught,
    run_own_agent,
)
from worksurface_pipeline.worksurface.collected import collect_cell
from worksurface_pipeline.worksurface.plan import OWN_SETTING, Cell
from worksurface_pipeline.worksurface.schema.public import PublicTask
from worksurface_pipeline.worksurface.settings import AgentChoice
from worksurface_pipeline.worksurface.sweep import (
    CellWork,
    Kept,
    SweepItem,
    TrajectorySet,
    run_cell,
)
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

_TICKET_BYTES = 9  # 12 characters: nobody guesses another client's


def own_cell(
    bench: Workbench,
    cell: Cell,
    agent: AgentChoice,
    items: tuple[SweepItem, ...],
    parts: SurfaceParts,
    *,
    is_forced: bool = False,
    only: frozenset[str] | None = None,
) -> tuple[TrajectorySet, Kept]:
    """Run the callable over what is pending, or collect what was answered over MCP.

    `is_forced` runs the callable over all of it; what was answered over MCP stays. `only` are the
    fingerprints of the trajectories that are wanted, None for all.
    """
    work = _work(bench, cell, items, parts, only)
    note_asked(bench, cell, work)
    with Journal(cell_folder(bench, cell)) as journal:
        if not agent.entry:
            server = f"worksurface serve {agent.id}"
            return collect_cell(work, journal, earlier_journals(bench, cell), server)
        _prepare(bench)
        return run_cell(
            work,
            journal,
            earlier_journals(bench, cell),
            _RunOne(bench, load_agent(agent.entry, bench.settings_file.parent), parts),
            lambda done, total: report_progress(cell.key, done, total),
            is_forced=is_forced,
        )


def load_agent(entry: str, folder: Path) -> Agent:
    """The callable "package.module:function"; `folder` is searched after what is installed.

    Raises SettingsError when it cannot be imported or is no callable.
    """
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # at the end, so that it shadows no package
    module, _, name = entry.partition(":")
    ended = caught(lambda: getattr(importlib.import_module(module), name))
    if isinstance(ended, Raised):
        if not isinstance(ended.error, (Exception, SystemExit, GeneratorExit)):
            raise ended.error  # an interrupt is no fault of the module
        raise _unusable(entry, f"cannot be imported: {ended}")
    if not callable(ended.value):
        raise _unusable(entry, "is no callable")
    function: Agent = ended.value
    return function


@contextmanager
def open_desk(bench: Workbench, agent_id: str) -> Iterator[Desk]:
    """The desk of an agent over the stored benchmark, for as long as the block runs.

    Raises SettingsError for an agent that is not in the settings or runs as a callable, LakeError
    where there is no benchmark that is up to date.
    """
    agent = _served(bench, agent_id)
    cell = Cell(agent.model_id, OWN_SETTING)
    parts = stored_parts(bench.lake, bench.plan().personas)
    items = cell_items(bench, cell, _tasks(bench).tasks)
    work = _work(bench, cell, items, parts)
    folder = cell_folder(bench, cell)
    _prepare(bench)
    with Journal(folder) as journal, Claims(folder / "claims.lock") as claims:
        yield Desk(
            _publics(work.keys()),
            journal,
            claims,
            _Toolboxes(bench, parts),
            agent_condition(bench.settings.condition).limits,
            clock=time.monotonic,
            new_ticket=lambda: secrets.token_urlsafe(_TICKET_BYTES),
        )


class _Toolboxes:
    """Opens the tools of a task's scope."""

    def __init__(self, bench: Workbench, parts: SurfaceParts) -> None:
        self._condition = bench.settings.condition
        self._folder = Path(bench.lake.path(SCOPES))
        self._parts = parts

    def __call__(self, public: PublicTask) -> Toolbox:
        """The toolbox, shared by all tasks of the scope."""
        return TOOLBOXES.get(
            self._parts, public.persona, public.source_task, self._condition, self._folder
        )


class _RunOne:
    """Runs one trajectory of a callable; of the item it hands on the public task alone."""

    def __init__(self, bench: Workbench, agent: Agent, parts: SurfaceParts) -> None:
        self._agent = agent
        self._toolbox_of = _Toolboxes(bench, parts)
        self._limits = agent_condition(bench.settings.condition).limits

    def __call__(self, key: RunKey, item: SweepItem) -> Trajectory:
        """The finished trajectory of one key."""
        toolbox = self._toolbox_of(item.public)
        return run_own_agent(
            self._agent, key, item.public, toolbox, self._limits, clock=time.monotonic
        )


def _work(
    bench: Workbench,
    cell: Cell,
    items: tuple[SweepItem, ...],
    parts: SurfaceParts,
    only: frozenset[str] | None = None,
) -> CellWork:
    places = {(item.public.persona, item.public.source_task) for item in items}
    return cell_work(bench, cell, items, scope_digests(bench, places, parts), only)


def _publics(pairs: Iterable[tuple[RunKey, SweepItem]]) -> dict[RunKey, PublicTask]:
    """What a desk may know of the tasks: the public records alone."""
    return {key: item.public for key, item in pairs}


def _prepare(bench: Workbench) -> None:
    if bench.settings.condition.embedding:
        load_vectors()  # absent ones must stop the cell, not end each of its trajectories


def _served(bench: Workbench, agent_id: str) -> AgentChoice:
    known = {agent.id: agent for agent in bench.settings.agents if not agent.entry}
    if agent_id not in known:
        listed = ", ".join(known) or "none"
        raise SettingsError(
            f"There is no agent {agent_id!r} to serve",
            where=bench.settings_file.name,
            remedy=f"Add [[agents]] with this id and without entry; there are: {listed}",
        )
    return known[agent_id]


def _tasks(bench: Workbench) -> Benchmark:
    plan = bench.plan()
    manifest = bench.lake.current("benchmark")
    if manifest is None or plan.reasons(plan.steps["benchmark"], ""):
        raise LakeError(
            "The benchmark is not up to date",
            where=bench.lake.root,
            remedy="Run `worksurface build` first",
        )
    return bench.lake.load(manifest, Benchmark)


def _unusable(entry: str, why: str) -> SettingsError:
    return SettingsError(
        f"The agent {entry} {why}",
        where="agents",
        remedy="Name it as package.module:function; a module may lie beside the settings file",
    )
