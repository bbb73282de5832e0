"""What is answered without any tool: the share of Answer that needs no surface."""

from __future__ import annotations

import polars as pl

from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, to_csv
from worksurface_pipeline.worksurface.analysis.interval_cells import estimate_cell, notes_of
from worksurface_pipeline.worksurface.analysis.labels import is_self_test, percent
from worksurface_pipeline.worksurface.analysis.study import OVER_ALL, Study, columns_of
from worksurface_pipeline.worksurface.scoring.score import NO_TOOL_SETTING

_RIGHT = 1.0


def closed_book(values: pl.DataFrame) -> pl.DataFrame:
    """The task values of S1."""
    return values.filter(pl.col("setting") == NO_TOOL_SETTING)


def closed_book_table(made: Study, values: pl.DataFrame) -> Table:
    """Answer of S1 by model with its interval, and how many tasks S1 answers."""
    own = closed_book(values)
    fields = ("answer", f"answer{OVER_ALL}")
    found = made.estimates(columns_of(made, own, ("model",), fields))
    models = sorted({key[0] for key, _ in found}, key=lambda name: (is_self_test(name), name))
    rows = tuple(_row(model, found, own, made) for model in models)
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


def closed_book_csv(values: pl.DataFrame) -> str:
    """The tasks that S1 answers, at least in part, one line per model and task."""
    own = closed_book(values).filter(pl.col("answer") > 0).sort("model", "task_id")
    head = ("model", "task_id", "source_task", "persona", "task_type", "answer", "is_answered")
    names = head[:-1]
    lines = ((*row, row[-1] >= _RIGHT) for row in own.select(names).iter_rows())
    return to_csv(head, lines)


def _row(
    model: str,
    found: dict[tuple[tuple[str, ...], str], Estimate],
    own: pl.DataFrame,
    made: Study,
) -> Row:
    known = own.filter((pl.col("model") == model) & pl.col("answer").is_not_null())
    answered = known.filter(pl.col("answer") >= _RIGHT).height
    share = answered / known.height if known.height else None
    over_all = found[(model,), f"answer{OVER_ALL}"].value
    return Row(
        (
            Cell(model),
            estimate_cell(found[(model,), "answer"], made.settings.method),
            *(Cell(text) for text in (percent(over_all), str(answered), str(known.height))),
            Cell(percent(share)),
        )
    )
