"""How agents went about it: exact routing, needless calls, how runs ended; abstain tasks."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.stats import Mean, median
from worksurface_pipeline.site.labels import NO_ROUTE, is_self_test
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.frames import cells, mean_of, share_of
from worksurface_pipeline.worksurface.analysis.labels import GOLD_SURFACE_SETTINGS, setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import counts_cells, grouped, mean_cell

_SHARES = {
    "exact_route": "Exact route",
    "unneeded_call": "Needless call",
    "forced_answer": "Answer on last request",
    "abstained": "Abstained",
    "model_failed": "Failed by the model",
    "limited": "Limit reached",
}


class BehaviourRow(Frozen):
    """Shares of a cell's runs, in the order of their labels, and medians of scored runs."""

    model: str
    setting: str
    shares: tuple[Mean, ...]
    median_turns: float | None
    median_tokens: float | None
    median_tool_errors: float | None


def behaviour_rows(frame: pl.DataFrame) -> tuple[BehaviourRow, ...]:
    """A row for each cell, the self-test last."""
    rows = [_behaviour_row(model, setting, part) for model, setting, part in cells(frame)]
    return tuple(sorted(rows, key=lambda row: (is_self_test(row.model), row.model, row.setting)))


def behaviour_table(rows: Sequence[BehaviourRow]) -> Table:
    """Shares in per cent of the runs, and medians."""
    columns = [Column("Setting"), *(Column(label, True) for label in _SHARES.values())]
    columns += [Column("Median turns", True), Column("Median tokens", True)]
    return Table(
        name="behaviour",
        title="How runs went (% of runs)",
        columns=tuple(columns),
        groups=grouped((row.model, _table_row(row)) for row in rows),
        notes=(
            "Exact route: the used surfaces are the required ones. Needless call: at least one "
            "call to a surface that the task does not require.",
        ),
    )


def behaviour_csv(rows: Sequence[BehaviourRow]) -> str:
    """The rows as CSV; shares in [0, 1]."""
    medians = ("median_turns", "median_tokens", "median_tool_errors")
    head = ["model", "setting"]
    for name in _SHARES:
        head += [name, f"{name}_over_all", f"{name}_n_scored", f"{name}_n_total"]
    return to_csv([*head, *medians], (_csv_row(row, medians) for row in rows))


def abstain_table(frame: pl.DataFrame) -> Table:
    """The abstain stratum: Answer is the share of runs that said that the evidence is missing."""
    counts = (Column("n", True), Column("Errors", True), Column("Missing", True))
    return Table(
        name="abstain",
        title="Abstain tasks (%), outside all other means",
        columns=(
            Column("Setting"),
            Column("Answer", True),
            Column("Route F1", True),
            *counts,
            Column("All", True),
        ),
        groups=grouped(_abstain_rows(frame)),
        notes=("Evidence and Aggregate are unscored: there is nothing to find.",),
    )


def abstain_csv(frame: pl.DataFrame) -> str:
    """The abstain stratum as CSV."""
    route = ("route_f1", "route_f1_over_all", "route_f1_n_scored")
    head = ("model", "setting", "answer", "answer_over_all", *route)
    lines = []
    for model, setting, part in cells(frame):
        answer, found = mean_of(part, "answer"), mean_of(part, "route_f1")
        counts = (answer.n_scored, answer.n_errors, answer.n_missing, answer.n_total)
        routes = (found.value, found.over_all, found.n_scored)
        lines.append((model, setting, answer.value, answer.over_all, *routes, *counts))
    return to_csv((*head, "n_scored", "n_errors", "n_missing", "n_total"), lines)


def _abstain_rows(frame: pl.DataFrame) -> list[tuple[str, Row]]:
    rows = []
    for model, setting, part in cells(frame):
        answer, route = mean_of(part, "answer"), mean_of(part, "route_f1")
        figures = (mean_cell(answer), mean_cell(route) if route.n_scored else Cell(NO_ROUTE))
        row = Row((Cell(setting_label(setting)), *figures, *counts_cells(answer)))
        rows.append((is_self_test(model), model, row))
    return [(model, row) for _, model, row in sorted(rows, key=lambda item: item[:2])]


def _behaviour_row(model: str, setting: str, part: pl.DataFrame) -> BehaviourRow:
    scored = part.filter(pl.col("status") == "scored")
    return BehaviourRow(
        model=model,
        setting=setting,
        shares=(
            mean_of(part, "is_exact_route"),
            mean_of(part, "has_unneeded_call"),
            mean_of(part, "is_forced_answer"),
            *(share_of(part, outcome) for outcome in ("abstained", "model_failed", "limited")),
        ),
        median_turns=median(scored["turns"].to_list()),
        median_tokens=median(scored["tokens"].drop_nulls().to_list()),
        median_tool_errors=median(scored["tool_errors"].to_list()),
    )


def _table_row(row: BehaviourRow) -> Row:
    shares = (mean_cell(mean) if mean.n_scored else Cell(NO_ROUTE) for mean in row.shares)
    medians = (_figure(row.median_turns), _figure(row.median_tokens))
    cells_ = (Cell(setting_label(row.setting)), *shares, *(Cell(text) for text in medians))
    return Row(cells_, row.setting in GOLD_SURFACE_SETTINGS)


def _figure(value: float | None) -> str:
    return NO_ROUTE if value is None else f"{value:,g}" if value < 1e6 else f"{value:,.0f}"


def _csv_row(row: BehaviourRow, medians: Sequence[str]) -> list[object]:
    values: list[object] = [row.model, row.setting]
    for mean in row.shares:
        values += [mean.value, mean.over_all, mean.n_scored, mean.n_total]
    return [*values, *(getattr(row, name) for name in medians)]
