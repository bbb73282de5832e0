"""What is answered without any tool: the share of Answer that needs no surface."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.site.interval_cells import METHOD_HEAD, estimate_cell, method_values
from worksurface_pipeline.site.labels import is_self_test, percent
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, to_csv
from worksurface_pipeline.worksurface.analysis.interval_notes import notes_of
from worksurface_pipeline.worksurface.analysis.study import OVER_ALL, Study, columns_of
from worksurface_pipeline.worksurface.scoring.score import NO_TOOL_SETTING

_RIGHT = 1.0

Estimates = Mapping[tuple[tuple[str, ...], str], Estimate]
"""Estimates by model and field."""


def closed_book(values: pl.DataFrame) -> pl.DataFrame:
    """The task values of S1."""
    return values.filter(pl.col("setting") == NO_TOOL_SETTING)


def closed_book_table(made: Study, values: pl.DataFrame) -> Table:
    """Answer of S1 by model with its interval, and how many tasks S1 answers."""
    own = closed_book(values)
    found = _estimates(made, own)
    rows = tuple(_row(model, found, own, made) for model in _models(found))
    return Table(
        name="closed_book",
        title="Answers without tools (S1, %)",
        columns=(
            Column("Model"),
            *(Column(name, True) for name in ("Answer", "All", "Answered", "Tasks", "Share")),
        ),
        groups=(RowGroup("", rows),),
        notes=(
            "Answered: tasks with Answer 1 in every scored epoch; the CSV names them.",
            *notes_of(made.settings.method, made.settings.level, len(made.plan.clusters)),
        ),
    )


def closed_book_csv(made: Study, values: pl.DataFrame) -> str:
    """The figures of the table, a line for each model, with the tasks that it answers by name."""
    own = closed_book(values)
    found = _estimates(made, own)
    head = ("model", "answer", *METHOD_HEAD, "answer_over_all", "answered", "tasks", "share")
    lines = (_csv_row(model, found, own) for model in _models(found))
    return to_csv((*head, "answered_tasks", "partly_answered_tasks"), lines)


def _csv_row(model: str, found: Estimates, own: pl.DataFrame) -> list[object]:
    estimate = found[(model,), "answer"]
    answered, known = _counts(model, own)
    part = own.filter((pl.col("model") == model) & (pl.col("answer") > 0)).sort("task_id")
    whole = pl.col("answer") >= _RIGHT
    named = (" ".join(part.filter(one)["task_id"].to_list()) for one in (whole, ~whole))
    over_all = found[(model,), f"answer{OVER_ALL}"].value
    share = answered / known if known else None
    return [
        *(model, estimate.value, *method_values(estimate), over_all),
        *(answered, known, share, *named),
    ]


def _estimates(made: Study, own: pl.DataFrame) -> Estimates:
    return made.estimates(columns_of(made, own, ("model",), ("answer", f"answer{OVER_ALL}")))


def _models(found: Estimates) -> list[str]:
    return sorted({key[0] for key, _ in found}, key=lambda name: (is_self_test(name), name))


def _counts(model: str, own: pl.DataFrame) -> tuple[int, int]:
    """Tasks that are answered, and those of which it is known."""
    known = own.filter((pl.col("model") == model) & pl.col("answer").is_not_null())
    return known.filter(pl.col("answer") >= _RIGHT).height, known.height


def _row(
    model: str,
    found: Estimates,
    own: pl.DataFrame,
    made: Study,
) -> Row:
    answered, known = _counts(model, own)
    share = answered / known if known else None
    over_all = found[(model,), f"answer{OVER_ALL}"].value
    return Row(
        (
            Cell(model),
            estimate_cell(found[(model,), "answer"], made.settings.method),
            *(Cell(text) for text in (percent(over_all), str(answered), str(known))),
            Cell(percent(share)),
        )
    )
