"""Cells that a sweep keeps as they are: what it was asked of them is noted all the same.

A cell that a condition cannot change is fresh, so that nothing of it runs and its journal lies in
an earlier sweep. By the note a comparison knows that this sweep has the cell too.
"""

from __future__ import annotations

from collections.abc import Iterable

from resources.asked import note_asked
from resources.cells import cell_folder, cell_items, cell_work, scope_digests
from resources.toolboxes import stored_parts
from resources.workbench import Workbench
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark


def note_kept(bench: Workbench, cells: Iterable[Cell]) -> None:
    """Note what of the sweep in force is asked of fresh cells; once noted it costs nothing more."""
    new = [cell for cell in cells if not cell_folder(bench, cell).is_dir()]
    manifest = bench.lake.current("benchmark") if new else None
    if manifest is None:
        return
    tasks = bench.lake.load(manifest, Benchmark).tasks
    parts = stored_parts(bench.lake, bench.plan().personas)
    for cell in new:
        items = cell_items(bench, cell, tasks)
        places = {(item.public.persona, item.public.source_task) for item in items}
        digests = scope_digests(bench, places, parts)
        note_asked(bench, cell, cell_work(bench, cell, items, digests))
