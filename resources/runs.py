"""The runs of the current sweep, cell by cell, as exports take them."""

from __future__ import annotations

from collections.abc import Iterator

from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet
from worksurface_pipeline.worksurface.sweep import TrajectorySet


def scored_cells(bench: Workbench) -> tuple[Cell, ...]:
    """The cells with runs and scores, by model and setting. Raises PackageError without any."""
    have = set(bench.lake.partitions("scores")) & set(bench.lake.partitions("trajectories"))
    cells = tuple(sorted(cell for cell in bench.plan().cells if cell.key in have))
    if not cells:
        raise PackageError("No cell of the sweep is scored", remedy="Run `worksurface run` first")
    return cells


def cell_runs(bench: Workbench, cell: Cell) -> CellRuns:
    """The runs of one cell with their scores."""
    runs = bench.lake.all_of("trajectories", [cell.key], TrajectorySet).get(cell.key)
    scores = bench.lake.all_of("scores", [cell.key], ScoreSet).get(cell.key)
    return CellRuns(runs.trajectories, scores.scores)


def sweep_runs(bench: Workbench) -> Iterator[CellRuns]:
    """The runs of all scored cells, one cell at a time."""
    for cell in scored_cells(bench):
        yield cell_runs(bench, cell)
