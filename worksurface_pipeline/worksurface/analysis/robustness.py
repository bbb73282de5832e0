"""The aggregate under other weights: whether a ranking hangs on the paper's choice of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.stats import Mean, mean
from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.frames import cells
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import (
    BOTH_MEANS,
    USAGE_NOTE,
    grouped,
    known_cell,
)
from worksurface_pipeline.worksurface.scoring.profiles import ROBUSTNESS_WEIGHTS, Weights


class WeightedCell(Frozen):
    """Mean aggregates of one cell, one for each set of weights in ROBUSTNESS_WEIGHTS."""

    model: str
    setting: str
    means: tuple[Mean, ...]


def weighted_cells(frame: pl.DataFrame) -> tuple[WeightedCell, ...]:
    """Every cell of a score frame under every set of weights, the self-test last."""
    found = [
        WeightedCell(model=model, setting=setting, means=tuple(_means(part)))
        for model, setting, part in cells(frame)
    ]
    return tuple(sorted(found, key=lambda row: (is_self_test(row.model), row.model, row.setting)))


def weights_table(rows: Sequence[WeightedCell]) -> Table:
    """Aggregates in per cent."""
    columns = (Column("Setting"), *(Column(_title(name), True) for name in ROBUSTNESS_WEIGHTS))
    body = (
        (
            row.model,
            Row((Cell(setting_label(row.setting)), *(known_cell(item) for item in row.means))),
        )
        for row in rows
    )
    has_gaps = any(not item.n_scored for row in rows for item in row.means)
    notes = (BOTH_MEANS, USAGE_NOTE) if has_gaps else (BOTH_MEANS,)
    return Table("weights", "Aggregate under other weights (%)", columns, grouped(body), notes)


def weights_csv(rows: Iterable[WeightedCell]) -> str:
    """One line per cell and set of weights."""
    head = ("model", "setting", "weights", "aggregate", "aggregate_over_all", "n_scored", "n_total")
    lines = (
        (row.model, row.setting, name, item.value, item.over_all, item.n_scored, item.n_total)
        for row in rows
        for name, item in zip(ROBUSTNESS_WEIGHTS, row.means, strict=True)
    )
    return to_csv(head, lines)


def _means(part: pl.DataFrame) -> list[Mean]:
    statuses, units = part["status"].to_list(), part["task_id"].to_list()
    return [
        mean(part.select(_aggregate(weights)).to_series().to_list(), statuses, units)
        for weights in ROBUSTNESS_WEIGHTS.values()
    ]


def _aggregate(weights: Weights) -> pl.Expr:
    """The aggregate of each row that has one: a setting without tools has Route 0 in it."""
    total = (
        pl.col("answer") * weights.answer
        + pl.col("evidence") * weights.evidence
        + pl.col("route_f1").fill_null(0.0) * weights.route
        + pl.col("efficiency") * weights.efficiency
    )
    return pl.when(pl.col("aggregate").is_not_null()).then(total).alias("aggregate")


def _title(name: str) -> str:
    weights = ROBUSTNESS_WEIGHTS[name]
    parts = (weights.answer, weights.evidence, weights.route, weights.efficiency)
    return f"{name} " + "/".join(f"{part:.2f}".lstrip("0") for part in parts)
