"""The runs of the current sweep, cell by cell, as exports take them.

Runs and scores are stored apart: a sweep under other settings replaces the runs of a cell and
leaves its scores as they were. So scores go along only where they were made from these very runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet
from worksurface_pipeline.worksurface.settings import Condition
from worksurface_pipeline.worksurface.steps import STEPS
from worksurface_pipeline.worksurface.sweep import TrajectorySet

_NAMED = 5  # cells that an error names; the rest is counted


@dataclass(frozen=True, slots=True)
class SweptCell:
    """A cell that has runs; `unscored` says why its scores are not of them, empty if they are."""

    cell: Cell
    unscored: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.cell.key} ({'; '.join(self.unscored)})"


def swept_cells(bench: Workbench) -> tuple[SweptCell, ...]:
    """The cells with runs, by model and setting. Raises PackageError without any."""
    have = set(bench.lake.partitions("trajectories"))
    plan = bench.plan()
    cells = tuple(sorted(cell for cell in plan.cells if cell.key in have))
    if not cells:
        raise PackageError(
            "No cell of the sweep was run", remedy="Run `worksurface run` first, or `sweep`"
        )
    return tuple(SweptCell(cell, plan.reasons(STEPS["scores"], cell.key)) for cell in cells)


def require_scored(cells: Iterable[SweptCell], otherwise: str = "") -> None:
    """Raises PackageError naming the cells whose scores are not of their runs, and what to do."""
    bare = [one for one in cells if one.unscored]
    if not bare:
        return
    named = ", ".join(map(str, bare[:_NAMED]))
    more = f", and {counted(len(bare) - _NAMED, 'other cell')}" if len(bare) > _NAMED else ""
    raise PackageError(
        f"{counted(len(bare), 'cell')} of the sweep have no scores of the runs that are stored:"
        f" {named}{more}",
        remedy="Run `worksurface score` with the settings of that sweep" + otherwise,
    )


def cell_runs(bench: Workbench, swept: SweptCell) -> CellRuns:
    """The runs of one cell, with their scores where these are of them."""
    key = swept.cell.key
    runs = bench.lake.all_of("trajectories", [key], TrajectorySet).get(key)
    if swept.unscored:
        return CellRuns(runs.trajectories, ())
    scores = bench.lake.all_of("scores", [key], ScoreSet).get(key)
    return CellRuns(runs.trajectories, scores.scores)


def cell_condition(bench: Workbench, cell: Cell) -> Condition:
    """What the stored runs of a cell were made under, whatever the settings say now."""
    manifest = bench.lake.current("trajectories", cell.key)
    noted = dict(manifest.basis.parameters).get("condition") if manifest else None
    return Condition.model_validate_json(noted) if noted else bench.settings.condition


def sweep_runs(bench: Workbench, *, is_scored: bool = True) -> Iterator[CellRuns]:
    """The runs of all cells, one cell at a time.

    Raises PackageError, before the first, where scores are not of their runs; without `is_scored`
    such a cell comes without scores.
    """
    cells = swept_cells(bench)
    if is_scored:
        require_scored(cells)
    for swept in cells:
        yield cell_runs(bench, swept)
