"""What the lake of wing two holds of projects, retrievers and cells that are no longer there.

Never named here are ledgers, replies and vectors that were paid for, and the human review; journals
only with a removed cell, and when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from resources.mm_spending import ANSWERING
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.lake_gc import Garbage, partition_garbage, whole
from worksurface_pipeline.kernel.lake_paths import decode_key, encode_key
from worksurface_pipeline.mmenterprise.plan import Layer
from worksurface_pipeline.mmenterprise.steps import STEPS

Place = tuple[str, str]
"""A step and a partition of it."""


@dataclass(frozen=True, slots=True)
class MmRemoved:
    """Stored partitions of what is gone, and folders of journals of cells that are gone.

    A project is there while the frozen registry names it, also where the settings leave it out for
    now; a retriever or a cell while the settings name it.
    """

    places: tuple[Place, ...]
    journals: tuple[str, ...]

    def of_model(self, model: str) -> MmRemoved:
        """What is gone of one model. Raises SettingsError naming those there are."""
        cells = tuple(place for place in self.places if _model(place) == model)
        folders = tuple(name for name in self.journals if name.startswith(f"{encode_key(model)}/"))
        if not (cells or folders):
            names = {decode_key(name.partition("/")[0]) for name in self.journals}
            raise _in_use("Model", model, names | {_model(place) for place in self.places})
        return MmRemoved(cells, folders)

    def of_project(self, project: str) -> MmRemoved:
        """What is gone of one project. Raises SettingsError naming those there are."""
        mine = tuple(place for place in self.places if _project(place) == project)
        if not mine:
            raise _in_use("Project", project, {_project(place) for place in self.places})
        return MmRemoved(mine, ())


def mm_removed(bench: MmWorkbench) -> MmRemoved:
    """All that is no longer there."""
    lake, settings = bench.lake, bench.settings
    frozen = bench.frozen()
    wanted = {
        Layer.WHOLE: {""},
        Layer.PROJECT: set(frozen.ids) if frozen else set(),
        Layer.RETRIEVER: set(settings.retrieval.retrievers),
        Layer.CELL: {cell.key for cell in settings.cells},
    }
    places = (
        (name, key)
        for name, step in STEPS.items()
        for key in lake.partitions(name)
        if key not in wanted[Layer(step.layer)]
    )
    cells = {f"{encode_key(cell.model)}/{cell.condition}" for cell in settings.cells}
    found = (path.split("/")[-2:] for path in sorted(lake.fs.glob(f"{lake.path(ANSWERING)}/*/*")))
    journals = ("/".join(parts) for parts in found)
    return MmRemoved(tuple(places), tuple(name for name in journals if name not in cells))


def mm_prunable(bench: MmWorkbench, gone: MmRemoved, with_journals: bool) -> Iterator[Garbage]:
    """The partitions of what is gone, and on request the journals of its cells."""
    for step, key in gone.places:
        yield from partition_garbage(bench.lake, step, key, f"{step}[{key}]")
    for name in gone.journals if with_journals else ():
        yield from whole(bench.lake, f"{ANSWERING}/{name}", f"journal of {name}")


def _model(place: Place) -> str:
    step, key = place
    return key.rpartition("|")[0] if STEPS[step].layer is Layer.CELL else ""


def _project(place: Place) -> str:
    step, key = place
    return key if STEPS[step].layer is Layer.PROJECT else ""


def _in_use(kind: str, asked: str, gone: set[str]) -> SettingsError:
    return SettingsError(
        f"{kind} {asked!r} is still in use, or nothing is stored of it",
        remedy=f"Removed and stored: {', '.join(sorted(filter(None, gone))) or 'none'}",
    )
