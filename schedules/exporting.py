"""`worksurface export` and `rescore` as people see them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import polars as pl

from resources.runs import (
    SweptCell,
    cell_condition,
    cell_runs,
    require_scored,
    swept_cells,
)
from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import PackageError, SettingsError
from worksurface_pipeline.kernel.lake import WHOLE
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.analysis.frames import mean_of, score_frame
from worksurface_pipeline.worksurface.exchange.inspect_log import (
    UNDATED,
    CellLog,
    write_inspect_log,
)
from worksurface_pipeline.worksurface.exchange.inspect_scores import METRICS
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns, write_tables
from worksurface_pipeline.worksurface.exchange.rescoring import open_runs, rescore
from worksurface_pipeline.worksurface.scoring.sets import CellKey
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

_OTHERWISE = ", or let these cells leave without scores: --without-scores"


def export_parquet(
    bench: Workbench, folder: Path, *, is_unscored_allowed: bool = False
) -> Iterator[str]:
    """Write the current sweep as Parquet tables; a line for each.

    Raises PackageError where a cell has no scores of its runs, unless that is allowed.
    """
    cells = swept_cells(bench)
    if not is_unscored_allowed:
        require_scored(cells, _OTHERWISE)
    yield from _unscored(cells)
    counts = write_tables(folder, (cell_runs(bench, swept) for swept in cells))
    for name, rows in counts.items():
        yield f"{folder / name}.parquet: {counted(rows, 'row')}"


def export_inspect(
    bench: Workbench,
    folder: Path,
    models: tuple[str, ...] = (),
    settings: tuple[str, ...] = (),
    form: str = "eval",
    created: str = "",
    *,
    is_unscored_allowed: bool = False,
) -> Iterator[str]:
    """Write a log of Inspect for every cell that was asked for; a line for each.

    Raises PackageError where one has no scores of its runs, unless that is allowed.
    """
    manifest = bench.lake.current("benchmark", WHOLE)
    tasks = bench.lake.load(manifest, Benchmark).tasks if manifest else ()
    cells = _chosen(swept_cells(bench), models, settings)
    if not is_unscored_allowed:
        require_scored(cells, _OTHERWISE)
    yield from _unscored(cells)
    for swept in cells:
        cell, runs = swept.cell, cell_runs(bench, swept)
        log = CellLog(
            benchmark=bench.settings.release.benchmark,
            cell=CellKey(model=cell.model, setting=cell.setting),
            tasks=tasks,
            runs=runs.trajectories,
            scores=runs.scores,
            condition=cell_condition(bench, cell),
            created=_dated(created),
        )
        yield f"{cell.model} {cell.setting}: {write_inspect_log(folder, log, form)}"
    yield f'Next: inspect view --log-dir "{folder}"'


def rescore_release(
    root: Path,
    runs: Path | None,
    profile: str,
    out: Path | None,
    interface: Interface = Interface.OPEN,
) -> Iterator[str]:
    """Score released runs again; the means of each cell, and the tables if `out` is named."""
    found = open_runs(root, runs)
    cells: list[CellRuns] = []
    for one in rescore(found, profile, interface):
        cells.append(one.runs)
        yield f"{one.key.model} {one.key.setting}: {_means(one.runs)}"
        if one.foreign:
            count = counted(len(one.foreign), "run is", "runs are")
            yield f"  {count} of no task of this release, such as {one.foreign[0]}: left out"
    if out is not None:
        counts = write_tables(out, cells)
        yield f"{out}: {counted(counts['scores'], 'score')} under {profile or found.profile}"


def _dated(created: str) -> str:
    """A date as Inspect wants it, with its zone. Raises SettingsError for what is none."""
    try:
        when = datetime.fromisoformat(created or UNDATED)
    except ValueError as error:
        raise SettingsError(
            f"{created!r} is no date", where="--created", remedy=f"Write it like {UNDATED}"
        ) from error
    zoned = when if when.tzinfo else when.replace(tzinfo=UTC)
    return zoned.isoformat()


def _means(runs: CellRuns) -> str:
    frame: pl.DataFrame = score_frame(runs.scores)
    means = {name: mean_of(frame, field).value for name, field in METRICS.items()}
    return ", ".join(f"{name} {_percent(value)}" for name, value in means.items())


def _percent(value: float | None) -> str:
    return "\u2013" if value is None else f"{100 * value:.1f}"


def _unscored(cells: tuple[SweptCell, ...]) -> Iterator[str]:
    """The cells that leave without scores, and why."""
    yield from (f"{swept}: without scores" for swept in cells if swept.unscored)


def _chosen(
    cells: tuple[SweptCell, ...], models: tuple[str, ...], settings: tuple[str, ...]
) -> tuple[SweptCell, ...]:
    chosen = tuple(
        one
        for one in cells
        if (not models or one.cell.model in models)
        and (not settings or one.cell.setting in settings)
    )
    if not chosen:
        raise PackageError(
            "No cell that was run is of these models and settings",
            where=", ".join((*models, *settings)),
            remedy=f"There are: {', '.join(one.cell.key for one in cells)}",
        )
    return chosen
