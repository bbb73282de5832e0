"""Intervals of the cell table's means: by name for the table, by every method for its CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel.resampling_records import Estimate, Method
from worksurface_pipeline.site.interval_cells import (
    MARK,
    METHOD_HEAD,
    interval_text,
    is_indicative,
    method_values,
)
from worksurface_pipeline.worksurface.analysis.interval_notes import notes_of
from worksurface_pipeline.worksurface.analysis.study import (
    Key,
    Study,
    both,
    columns_of,
)

BESIDE = ("answer", "aggregate")
"""The metrics whose interval stands in the table; those of all stand in the CSV."""
_COUNTS = ("source_tasks", "shown_method")


@dataclass(frozen=True, slots=True)
class CellIntervals:
    """The task means of all cells with their intervals."""

    estimates: Mapping[tuple[Key, str], Estimate]
    method: Method
    notes: tuple[str, ...]

    def beside(self, model: str, setting: str, metric: str) -> str:
        """What stands small beside a mean: its interval, where the table shows one."""
        found = self.estimates.get(((model, setting), metric))
        if found is None or metric not in BESIDE or found.bounds[self.method].low is None:
            return ""
        return interval_text(found.bounds[self.method], MARK if is_indicative(found) else "")

    def csv_values(self, model: str, setting: str, metrics: Sequence[str]) -> list[object]:
        """The values under `csv_head` of one cell."""
        found = [self.estimates[(model, setting), name] for name in both(metrics)]
        bounds = [bound for one in found for bound in method_values(one)]
        clusters = max(one.clusters for one in found)
        return [clusters, self.method.value, *bounds]


def csv_head(metrics: Sequence[str]) -> list[str]:
    """The CSV columns of intervals: all methods of both means of every metric."""
    return [*_COUNTS, *(f"{name}_{end}" for name in both(metrics) for end in METHOD_HEAD)]


def cell_intervals(made: Study, values: pl.DataFrame, metrics: Sequence[str]) -> CellIntervals:
    """Intervals of every cell and metric; `values` are task values of these metrics."""
    found = made.estimates(columns_of(made, values, ("model", "setting"), both(metrics)))
    method = made.settings.method
    notes = notes_of(method, made.settings.level, len(made.plan.clusters))
    return CellIntervals(found, method, notes)
