"""Golds that are shown in a place that the proof does not name: another line, a cell of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from worksurface_pipeline.worksurface.necessity.carrying import carries, gold_elements, is_telling
from worksurface_pipeline.worksurface.necessity.cells import CellHit
from worksurface_pipeline.worksurface.necessity.reach_contents import LEAST_SHARE
from worksurface_pipeline.worksurface.necessity.subsets import Subset
from worksurface_pipeline.worksurface.necessity.world import World
from worksurface_pipeline.worksurface.schema.surfaces import Surface

if TYPE_CHECKING:
    from worksurface_pipeline.worksurface.necessity.reach import Asked


def shown_elsewhere(
    asked: Asked,
    subset: Subset,
    world: World,
    cells: Mapping[str, list[CellHit]],
    *,
    is_narrowed: bool,
) -> bool:
    """Whether one line or row of one surface holds the gold and most of what the question says.

    All lines that hold the most must hold the gold. Golds that meet by chance do not count.
    """
    if not is_telling(asked.task) or not asked.words:
        return False
    owner = asked.task_id if is_narrowed else None
    for surface in subset:
        best = world.lines.best(asked.words, surface, owner, None, LEAST_SHARE)
        if best and all(carries(line.text, asked.task) for line in best):
            return True
    return Surface.TABLE in subset and _in_cells(asked, world, cells, owner)


def _in_cells(
    asked: Asked, world: World, cells: Mapping[str, list[CellHit]], owner: str | None
) -> bool:
    elements = gold_elements(asked.task)
    hits = cells.get(elements[0], ()) if len(elements) == 1 else ()
    return any(
        world.lines.share(asked.words, hit.text) >= LEAST_SHARE
        for hit in hits
        if owner is None or hit.task_id == owner
    )
