"""Answer by source task: what is shown beside intervals where there are few source tasks."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from worksurface_pipeline.site.labels import NO_ROUTE, is_self_test, percent, plain_label
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.labels import GOLD_SURFACE_SETTINGS, setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped

_KEYS = ("model", "setting", "persona", "source_task")


def source_task_means(values: pl.DataFrame) -> pl.DataFrame:
    """Mean Answer of every cell and source task with the number of tasks, sorted."""
    return (
        values.group_by(*_KEYS)
        .agg(
            pl.col("answer").count().alias("tasks"),
            pl.col("answer").mean(),
            pl.col("answer_over_all").mean(),
        )
        .sort(*_KEYS)
    )


def source_task_table(means: pl.DataFrame) -> Table:
    """Cells down, source tasks across, with the number of tasks of each."""
    sources = means.select("persona", "source_task").unique().sort("persona", "source_task").rows()
    found = {row[:4]: row[5] for row in means.iter_rows()}
    most = means.group_by("persona", "source_task").agg(pl.col("tasks").max())
    sizes = {row[:2]: row[2] for row in most.iter_rows()}
    cells = sorted({key[:2] for key in found}, key=lambda key: (is_self_test(key[0]), key))
    return Table(
        name="source_tasks",
        title="Answer by source task (%)",
        columns=(Column("Setting"), *(_column(source, sizes) for source in sources)),
        groups=grouped((cell[0], _row(cell, sources, found)) for cell in cells),
        notes=(
            "Fewer than 20 source tasks: an interval says less than these figures. In brackets the "
            "number of tasks.",
        ),
    )


def source_task_csv(means: pl.DataFrame) -> str:
    """One line per cell and source task, with both means."""
    return to_csv(means.columns, means.iter_rows())


def _column(source: tuple[str, str], sizes: Mapping[tuple[str, str], int]) -> Column:
    persona, task = source
    return Column(f"{task} ({sizes[source]})", is_number=True, group=plain_label(persona))


def _row(
    cell: tuple[str, str],
    sources: list[tuple[str, str]],
    found: Mapping[tuple[str, ...], float | None],
) -> Row:
    values = (found.get((*cell, *source)) for source in sources)
    texts = (NO_ROUTE if value is None else percent(value) for value in values)
    cells = (Cell(setting_label(cell[1])), *(Cell(text) for text in texts))
    return Row(cells, cell[1] in GOLD_SURFACE_SETTINGS)
