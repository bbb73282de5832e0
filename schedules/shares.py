"""What is asked for of a sweep, and of each of its cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from resources.cells import cell_items, scope_digests
from resources.standing import due, keys_of
from resources.toolboxes import SurfaceParts
from resources.workbench import Workbench
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.selection import Selection
from worksurface_pipeline.worksurface.sweep import SweepItem
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark


@dataclass(frozen=True, slots=True)
class Part:
    """What was asked for: a selection, and whether finished runs, or only errors, run again."""

    selection: Selection
    is_forced: bool = False
    only_errors: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """What is asked for of a cell: some of its tasks, and of these only some trajectories."""

    cell: Cell
    items: tuple[SweepItem, ...]
    keys: tuple[RunKey, ...]
    whole: tuple[RunKey, ...]
    only: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Tasks:
    """The tasks of the stored benchmark with the digests of their scopes: the same for all cells.

    Raises LakeError without a benchmark.
    """

    tasks: tuple[AtomicTask, ...]
    digests: Mapping[tuple[str, str], str]

    @classmethod
    def stored(cls, bench: Workbench, parts: SurfaceParts) -> Self:
        """Those in the lake."""
        manifest = bench.lake.current("benchmark")
        if manifest is None:
            raise LakeError(
                "There is no benchmark yet", where=bench.lake.root, remedy="Run `worksurface build`"
            )
        tasks = bench.lake.load(manifest, Benchmark).tasks
        public = [task.public() for task in tasks]
        places = {(task.persona, task.source_task) for task in public}
        return cls(tasks, scope_digests(bench, places, parts))


def share_of(bench: Workbench, cell: Cell, part: Part, stored: Tasks) -> Share:
    """What the part asks for of a cell."""
    every = cell_items(bench, cell, stored.tasks)
    whole = keys_of(bench, cell, every, stored.digests)
    items = part.selection.items(every)
    asked = {item.public.id for item in items}
    keys = tuple(key for key in whole if key.task_id in asked)
    if not part.only_errors:
        return Share(cell, items, keys, whole, None)
    keys = due(bench, cell, keys).errored
    asked = {key.task_id for key in keys}
    items = tuple(item for item in items if item.public.id in asked)
    return Share(cell, items, keys, whole, frozenset(key.fingerprint for key in keys))
