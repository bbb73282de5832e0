"""Means of a cell under three estimands: over tasks (the paper's), personas, source tasks.

A task mean lets a source task that gave many questions weigh more; the macro means do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import polars as pl

from worksurface_pipeline.kernel.resampling_intervals import estimate_all
from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.site.interval_cells import (
    METHOD_HEAD,
    estimate_cell,
    heading,
    is_indicative,
    method_values,
)
from worksurface_pipeline.site.labels import is_self_test, plain_label
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.interval_notes import notes_of
from worksurface_pipeline.worksurface.analysis.labels import GOLD_SURFACE_SETTINGS, setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.study import (
    OVER_ALL,
    SHARE,
    Study,
    both,
    columns_of,
)

SHOWN = ("answer", "evidence", "route_f1", "aggregate")


class Estimand(StrEnum):
    """What a mean is taken over: tasks, the means of personas, or those of source tasks."""

    TASK = "task_mean"
    PERSONA = "persona_macro"
    SOURCE_TASK = "source_task_macro"


_LABELS = {
    Estimand.TASK: "Task mean",
    Estimand.PERSONA: "Persona-macro",
    Estimand.SOURCE_TASK: "Source-task-macro",
}


@dataclass(frozen=True, slots=True)
class CellEstimate:
    """One metric of one cell under one estimand: over what was scored, and over all tasks."""

    model: str
    setting: str
    metric: str
    estimand: Estimand
    scored: Estimate
    over_all: Estimate


def cell_estimates(
    made: Study, values: pl.DataFrame, metrics: Sequence[str] = SHOWN
) -> tuple[CellEstimate, ...]:
    """Every metric of every cell under every estimand, the self-test last."""
    columns = columns_of(made, values, ("model", "setting"), both(metrics))
    found = {}
    for estimand in Estimand:
        is_macro = estimand is Estimand.SOURCE_TASK
        data = columns.totals.macro() if is_macro else columns.totals
        groups = made.plan.groups if estimand is Estimand.PERSONA else None
        level = made.settings.level
        each = estimate_all(made.plan, made.drawn, data, level=level, limits=SHARE, groups=groups)
        found[estimand] = dict(zip(columns.names, each, strict=True))
    cells = sorted({key for key, _ in columns.names}, key=lambda key: (is_self_test(key[0]), key))
    return tuple(
        CellEstimate(
            model=key[0],
            setting=key[1],
            metric=metric,
            estimand=estimand,
            scored=found[estimand][key, metric],
            over_all=found[estimand][key, f"{metric}{OVER_ALL}"],
        )
        for key in cells
        for metric in metrics
        for estimand in Estimand
    )


def estimands_table(found: Sequence[CellEstimate], made: Study) -> Table:
    """Cells and metrics down, estimands across, each mean with its interval."""
    method = made.settings.method
    clusters = len(made.plan.clusters)
    has_lonely = made.plan.has_lonely_group
    lonely = ("Where a persona has one source task, its macro mean has no interval.",)
    return Table(
        name="estimands",
        title="Estimands with intervals (%)",
        columns=(
            Column("Setting"),
            Column("Metric"),
            *(Column(_LABELS[estimand], True) for estimand in Estimand),
        ),
        groups=grouped((items[0].model, _row(items, made)) for items in _by_metric(found)),
        notes=(
            "Over what was scored; the CSV has the means over all released tasks beside them.",
            *notes_of(method, made.settings.level, clusters),
            *(lonely if has_lonely else ()),
        ),
    )


def estimands_csv(found: Iterable[CellEstimate], made: Study) -> str:
    """One line per cell, metric, estimand and kind of mean, with all intervals."""
    head = ("model", "setting", "metric", "estimand", "mean_over", "tasks", "source_tasks")
    more = ("value", "standard_error", *METHOD_HEAD, "shown_method", "heading")
    method = made.settings.method
    lines = (
        (
            *(item.model, item.setting, item.metric, item.estimand.value, over),
            *(int(one.n), one.clusters, one.value, one.standard_error, *method_values(one)),
            *(method.value, heading(one, method, is_indicative(one))),
        )
        for item in found
        for over, one in (("scored", item.scored), ("all", item.over_all))
    )
    return to_csv((*head, *more), lines)


def _by_metric(found: Sequence[CellEstimate]) -> list[Sequence[CellEstimate]]:
    """The estimates of a cell and metric together; those without any value are left out."""
    size = len(Estimand)
    parts = [found[start : start + size] for start in range(0, len(found), size)]
    return [part for part in parts if part[0].scored.value is not None]


def _row(items: Sequence[CellEstimate], made: Study) -> Row:
    first = items[0]
    means = (estimate_cell(item.scored, made.settings.method) for item in items)
    names = (Cell(setting_label(first.setting)), Cell(plain_label(first.metric)))
    return Row((*names, *means), first.setting in GOLD_SURFACE_SETTINGS)
