"""What a cell is made of and where its journal lies, whoever runs it or only looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from resources.toolboxes import SurfaceParts
from resources.workbench import Workbench
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.choices import model_settings
from worksurface_pipeline.kernel.lake_paths import encode_key
from worksurface_pipeline.worksurface.agents.condition import agent_settings
from worksurface_pipeline.worksurface.items import sweep_items
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.surfaces.bundle import scope_digest
from worksurface_pipeline.worksurface.sweep import CellWork, SweepItem, scope_task, sweep_id


def cell_items(bench: Workbench, cell: Cell, tasks: Iterable[AtomicTask]) -> tuple[SweepItem, ...]:
    """What a cell is asked; `tasks` are all of the benchmark, for some are asked once more."""
    settings = bench.settings
    again = settings.asked_again(cell.model)
    return sweep_items(tasks, settings.condition.interface, cell.setting, again)


def cell_work(
    bench: Workbench,
    cell: Cell,
    items: tuple[SweepItem, ...],
    digests: Mapping[tuple[str, str], str],
    only: frozenset[str] | None = None,
) -> CellWork:
    """Everything a cell is made of, whether it is run or only looked at; `only` as there."""
    agent = bench.settings.agent(cell.model)
    return CellWork(
        cell=cell,
        condition=bench.settings.condition,
        model=agent_settings(agent) if agent else model_settings(bench.settings.model(cell.model)),
        items=items,
        scope_digests=digests,
        only=only,
    )


def scope_digests(
    bench: Workbench, places: Iterable[tuple[str, str]], parts: SurfaceParts
) -> dict[tuple[str, str], str]:
    """The digest of the scope of each place, a persona and a source task."""
    known = set(places)
    bundles = {persona: parts.artifacts(persona) for persona in {place[0] for place in known}}
    condition = bench.settings.condition
    return {
        (persona, task): scope_digest(bundles[persona], scope_task(condition, task))
        for persona, task in known
    }


def sweeps_folder(bench: Workbench) -> Path:
    """Where all sweeps of a workspace lie."""
    return Path(bench.lake.path("sweeps"))


def cell_folder(bench: Workbench, cell: Cell) -> Path:
    """Where the journal of a cell lies, in the sweep in force."""
    sweep = sweep_id(bench.settings.condition, bench.settings.sweep.name)
    return sweeps_folder(bench) / sweep / encode_key(cell.model) / cell.setting


def earlier_journals(bench: Workbench, cell: Cell) -> Iterator[tuple[str, Journal]]:
    """Journals of the same cell in other sweeps of this workspace, by name."""
    own = cell_folder(bench, cell)
    for folder in sorted(sweeps_folder(bench).glob(f"*/{encode_key(cell.model)}/{cell.setting}")):
        if folder != own:
            yield folder.parents[1].name, Journal(folder)
