"""How alike the epochs of a task end: pass^k, and the share of pairs of epochs that disagree.

A run passes with Answer 1. pass^k is the chance that k epochs drawn of the n of a task all pass,
C(c, k) / C(n, k) for c that do, averaged over the tasks with n >= k. At temperature 0 this is
repeatability: what differs is the endpoint's doing.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

import polars as pl

from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.site.interval_cells import (
    METHOD_HEAD,
    estimate_cell,
    heading,
    is_indicative,
    method_values,
)
from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.interval_notes import notes_of
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.study import OVER_ALL, Study, both, columns_of

_SHOWN_K = (1, 2, 3, 4, 5, 8, 16, 32, 64)  # beside the number of epochs itself
_PASSED = 1.0
FLIP = "flip_rate"

Repeats = dict[tuple[tuple[str, ...], str], Estimate]


def pass_all(passed: int, epochs: int, k: int) -> float | None:
    """pass^k of one task: C(c, k) / C(n, k); None when it has fewer than k epochs."""
    return comb(passed, k) / comb(epochs, k) if epochs >= k else None


def flip_rate(passed: int, epochs: int) -> float | None:
    """The share of pairs of epochs of one task that disagree; None for a single epoch."""
    return passed * (epochs - passed) / comb(epochs, 2) if epochs > 1 else None


def repeats(made: Study, frame: pl.DataFrame) -> tuple[tuple[str, ...], Repeats]:
    """Figures in order, and the estimate of each in every cell; none of a sweep of one epoch.

    Over what was scored, and over all tasks with an errored or missing epoch as a failed one.
    """
    is_scored = (pl.col("status") == SCORED) & pl.col("answer").is_not_null()
    counts = frame.group_by("model", "setting", "task_id", "source_task").agg(
        is_scored.sum().alias("n"),
        (is_scored | (pl.col("status") != SCORED)).sum().alias("n_all"),
        (is_scored & (pl.col("answer") >= _PASSED)).sum().alias("c"),
    )
    most = counts["n_all"].max()
    if not isinstance(most, int) or most < 2:
        return (), {}
    shown = sorted({k for k in (*_SHOWN_K, most) if k <= most})
    figures = (*(f"pass^{k}" for k in shown), FLIP)
    values = counts.with_columns(_column(counts, name) for name in both(figures))
    values = values.sort("model", "setting", "task_id")
    return figures, made.estimates(columns_of(made, values, ("model", "setting"), both(figures)))


def _column(counts: pl.DataFrame, name: str) -> pl.Series:
    """A figure of every task: each pair of counts is reckoned once."""
    total = "n_all" if name.endswith(OVER_ALL) else "n"
    figure = name.removesuffix(OVER_ALL)
    known: dict[tuple[int, int], float | None] = {}
    pairs = list(zip(counts["c"].to_list(), counts[total].to_list(), strict=True))
    for passed, epochs in set(pairs):
        k = 0 if figure == FLIP else int(figure.removeprefix("pass^"))
        known[passed, epochs] = pass_all(passed, epochs, k) if k else flip_rate(passed, epochs)
    return pl.Series(name, [known[pair] for pair in pairs], dtype=pl.Float64)


def repeats_table(
    figures: tuple[str, ...], found: Repeats, made: Study, temperatures: Mapping[str, float]
) -> Table:
    """Cells down, pass^k and the flip rate across."""
    cells = sorted({key for key, _ in found}, key=lambda key: (is_self_test(key[0]), key))
    warm = sorted({key[0] for key in cells if temperatures.get(key[0], 0.0) > 0})
    title = "Success over epochs (%)" if warm else "Repeatability over epochs, temperature 0 (%)"
    method = made.settings.method
    rows = (
        (
            key[0],
            Row(
                (
                    Cell(setting_label(key[1]), _said(temperatures.get(key[0], 0.0))),
                    *(estimate_cell(found[key, name], method) for name in figures),
                )
            ),
        )
        for key in cells
    )
    return Table(
        name="repeatability",
        title=title,
        columns=(Column("Setting"), *(Column(name.replace("_", " "), True) for name in figures)),
        groups=grouped(rows),
        notes=(
            "pass^k: the chance that k epochs of a task all give Answer 1, C(c, k) / C(n, k) "
            "averaged over tasks. Flip rate: the share of pairs of epochs that disagree. Errored "
            "epochs are left out here, and failed ones in the means over all of the CSV.",
            *notes_of(method, made.settings.level, len(made.plan.clusters)),
        ),
    )


def repeats_csv(figures: tuple[str, ...], found: Repeats, made: Study) -> str:
    """One line per cell, figure and kind of mean."""
    head = ("model", "setting", "figure", "mean_over", "tasks", "source_tasks", "value")
    method = made.settings.method
    lines = (
        (
            *(*key, name, over, int(one.n), one.clusters, one.value),
            *(*method_values(one), method.value, heading(one, method, is_indicative(one))),
        )
        for key in sorted({key for key, _ in found})
        for name in figures
        for over, one in (("scored", found[key, name]), ("all", found[key, f"{name}{OVER_ALL}"]))
    )
    return to_csv((*head, *METHOD_HEAD, "shown_method", "heading"), lines)


def _said(temperature: float) -> str:
    return f"temperature {temperature:g}" if temperature > 0 else ""
