"""The cell table: the paper's Table 4, a row per cell, with what each mean stands on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.stats import Mean
from worksurface_pipeline.site.labels import NO_ROUTE, SELF_TEST, is_self_test
from worksurface_pipeline.site.table import Cell, Row, RowGroup, Table, to_csv
from worksurface_pipeline.worksurface.analysis.cell_columns import cell_columns
from worksurface_pipeline.worksurface.analysis.cell_intervals import CellIntervals, csv_head
from worksurface_pipeline.worksurface.analysis.frames import (
    KnownUsage,
    cells,
    known_usage,
    mean_of,
)
from worksurface_pipeline.worksurface.analysis.labels import GOLD_SURFACE_SETTINGS, setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import (
    BOTH_MEANS,
    USAGE_NOTE,
    best_keys,
    counts_cells,
    grouped,
    incomplete,
    known_cell,
)

METRICS = (
    "route_precision",
    "route_recall",
    "route_f1",
    "evidence",
    "answer",
    "efficiency",
    "aggregate",
)


class CellRow(Frozen):
    """Means of one cell. `means` follow METRICS; `has_budgets` says whether every row had one."""

    model: str
    setting: str
    is_self_test: bool
    is_comparable: bool
    has_budgets: bool
    means: tuple[Mean, ...]
    tokens: Mean
    tool_calls: Mean
    usage: KnownUsage

    def mean(self, metric: str) -> Mean:
        """The mean of one metric."""
        return self.means[METRICS.index(metric)]

    @property
    def coverage(self) -> Mean:
        """A mean that carries the counts of the cell."""
        return self.mean("answer")

    @property
    def headings(self) -> tuple[str, ...]:
        """What has to be said of the row before its figures are read."""
        said = (SELF_TEST,) if self.is_self_test else ()
        return (*said, *self.gaps)

    @property
    def gaps(self) -> tuple[str, ...]:
        """What the row's figures lack: runs, or the usage of some."""
        return (*incomplete(self.coverage), *self.usage.gap)


def cell_rows(frame: pl.DataFrame) -> tuple[CellRow, ...]:
    """A row for each cell of a score frame, models under test first, the self-test last."""
    rows = [_cell_row(model, setting, part) for model, setting, part in cells(frame)]
    return tuple(sorted(rows, key=lambda row: (row.is_self_test, row.model, row.setting)))


def cell_table(
    rows: Sequence[CellRow], name: str, title: str, intervals: CellIntervals | None = None
) -> Table:
    """The rows as a table for people, with intervals beside the means that are read most."""
    is_comparable = all(row.is_comparable for row in rows)
    return Table(
        name=name,
        title=title,
        columns=cell_columns(is_comparable),
        groups=tuple(_groups(rows, intervals)),
        notes=(
            BOTH_MEANS,
            *_budget_notes(rows, is_comparable),
            *(intervals.notes if intervals else ()),
        ),
    )


def cell_csv(rows: Iterable[CellRow], intervals: CellIntervals | None = None) -> str:
    """The rows with both means, all counts and, last, the intervals; shares in [0, 1]."""
    counts = ("n_scored", "n_errors", "n_missing", "n_total")
    head = ["model", "setting", "headings", "efficiency_is_comparable"]
    for metric in (*METRICS, "tokens", "tool_calls"):
        head += [metric, f"{metric}_over_all", *(f"{metric}_{count}" for count in counts)]
    if intervals is None:
        return to_csv(head, (_csv_row(row, counts) for row in rows))
    lines = (
        [*_csv_row(row, counts), *intervals.csv_values(row.model, row.setting, METRICS)]
        for row in rows
    )
    return to_csv([*head, *csv_head(METRICS)], lines)


def _cell_row(model: str, setting: str, part: pl.DataFrame) -> CellRow:
    scored = part.filter(pl.col("status") == "scored")
    foreign = scored["is_budget_comparable"].eq(False).any()
    return CellRow(
        model=model,
        setting=setting,
        is_self_test=is_self_test(model),
        is_comparable=not foreign,
        has_budgets=scored["budget_tokens"].null_count() == 0,
        means=tuple(mean_of(part, metric) for metric in METRICS),
        tokens=mean_of(part, "tokens"),
        tool_calls=mean_of(part, "tool_calls"),
        usage=known_usage(part),
    )


def _groups(rows: Sequence[CellRow], intervals: CellIntervals | None) -> tuple[RowGroup, ...]:
    best = _best(rows)
    return grouped((row.model, _table_row(row, best, intervals)) for row in rows)


def _table_row(
    row: CellRow, best: set[tuple[str, str, str]], intervals: CellIntervals | None
) -> Row:
    figures = (
        _figure(row, metric, (row.model, row.setting, metric) in best, intervals)
        for metric in METRICS
    )
    return Row(
        cells=(
            Cell(setting_label(row.setting), ", ".join(row.gaps)),
            *figures,
            Cell(_whole(row.tokens.value)),
            Cell(_tenth(row.tool_calls.value)),
            *counts_cells(row.coverage),
        ),
        is_shaded=row.setting in GOLD_SURFACE_SETTINGS,
    )


def _figure(row: CellRow, metric: str, is_best: bool, intervals: CellIntervals | None) -> Cell:
    shown = known_cell(row.mean(metric), is_best)
    between = intervals.beside(row.model, row.setting, metric) if intervals else ""
    said = "; ".join(text for text in (shown.beside, between) if text)
    return replace(shown, beside=said)


def _best(rows: Sequence[CellRow]) -> set[tuple[str, str, str]]:
    """Model, setting, metric of the best mean within a model, if it is best under both means."""
    best: set[tuple[str, str, str]] = set()
    for model in {row.model for row in rows if not row.is_self_test}:
        own = [row for row in rows if row.model == model]
        is_fair = len(own) > 1 and all(row.is_comparable for row in own)
        for metric in METRICS if is_fair else METRICS[:-2]:  # the last two stand on the budgets
            top = best_keys({row.setting: row.mean(metric) for row in own})
            best |= {(model, setting, metric) for setting in top}
    return best


def _budget_notes(rows: Sequence[CellRow], is_comparable: bool) -> tuple[str, ...]:
    notes = ["Route has no value in S1, where no tool is exposed; it counts 0 in the aggregate."]
    if not is_comparable:
        notes.append(
            "Efficiency and Aggregate are not comparable: their budgets come from the embedded "
            "self-test model."
        )
    if any(row.is_self_test for row in rows):
        notes.append(f"Tokens of the {SELF_TEST} are counted, not billed.")
    if any(row.usage.gap for row in rows):
        notes.append(USAGE_NOTE)
    if not all(row.has_budgets for row in rows):
        notes.append("Some tasks have no budget: their Efficiency is 1 by convention.")
    return tuple(notes)


def _csv_row(row: CellRow, counts: Sequence[str]) -> list[object]:
    values: list[object] = [row.model, row.setting, "; ".join(row.headings), row.is_comparable]
    for mean in (*row.means, row.tokens, row.tool_calls):
        values += [mean.value, mean.over_all, *(getattr(mean, count) for count in counts)]
    return values


def _whole(value: float | None) -> str:
    return NO_ROUTE if value is None else f"{value:,.0f}"


def _tenth(value: float | None) -> str:
    return NO_ROUTE if value is None else f"{value:.1f}"
