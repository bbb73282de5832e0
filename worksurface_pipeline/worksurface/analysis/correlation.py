"""Whether better routing goes with better answers: over buckets (the paper's), and within cells.

A bucket is a model, a setting with a route and a task type. Its correlation mixes differences of
models, settings and types; the one within cells, task by task, does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from worksurface_pipeline.kernel.resampling import Floats, estimates, replicates_of
from worksurface_pipeline.kernel.resampling_intervals import percentile
from worksurface_pipeline.site.labels import NO_ROUTE, is_self_test
from worksurface_pipeline.site.table import Column, Table, simple_table, to_csv
from worksurface_pipeline.worksurface.analysis.study import OVER_ALL, Study, columns_of
from worksurface_pipeline.worksurface.scoring.score import NO_TOOL_SETTING

_FEWEST = 3  # buckets, as for any rank correlation
_FLAT = 1e-12  # a variance below it is rounding
_PRODUCTS = ("x", "y", "xx", "yy", "xy")


@dataclass(frozen=True, slots=True)
class Association:
    """One correlation over `n` buckets or cells, None where it is not defined, with the reason."""

    what: str
    over: str
    n: int
    value: float | None
    low: float | None = None
    high: float | None = None
    note: str = ""


def associations(made: Study, values: pl.DataFrame) -> tuple[Association, ...]:
    """Of the models under test: over buckets, and within cells; scored and over all tasks."""
    is_test = pl.col("model").map_elements(is_self_test, return_dtype=pl.Boolean)
    routed = values.filter(~is_test & (pl.col("setting") != NO_TOOL_SETTING))
    return tuple(_associations(made, routed)) if routed.height else ()


def _associations(made: Study, values: pl.DataFrame) -> Iterator[Association]:
    for over, end in (("scored", ""), ("all", OVER_ALL)):
        fields = (f"route_f1{end}", f"answer{end}")
        yield _over_buckets(made, values, fields, over)
    yield _within_cells(made, values)


def _over_buckets(
    made: Study, values: pl.DataFrame, fields: tuple[str, str], over: str
) -> Association:
    """Spearman's rho; every replicate makes the buckets' means anew."""
    columns = columns_of(made, values, ("model", "setting", "task_type"), fields)
    (_, route), (_, answer) = columns.of(fields[0]), columns.of(fields[1])
    seen = float(_ranked(estimates(route)[None, :], estimates(answer)[None, :])[0])
    known = int((np.isfinite(estimates(route)) & np.isfinite(estimates(answer))).sum())
    found = _ranked(replicates_of(made.drawn, route), replicates_of(made.drawn, answer))
    what = "Spearman's ρ over buckets"
    return _association(made, what, over, known, seen, found)


def _within_cells(made: Study, values: pl.DataFrame) -> Association:
    """Pearson's r over the tasks of each cell, then the mean of the cells where it is defined."""
    both = values.drop_nulls(["route_f1", "answer"]).with_columns(
        pl.col("route_f1").alias("x"), pl.col("answer").alias("y")
    )
    both = both.with_columns(
        (pl.col("x") ** 2).alias("xx"),
        (pl.col("y") ** 2).alias("yy"),
        (pl.col("x") * pl.col("y")).alias("xy"),
    )
    columns = columns_of(made, both, ("model", "setting"), _PRODUCTS)
    parts = [columns.of(name)[1] for name in _PRODUCTS]
    seen = _pearson([estimates(part)[None, :] for part in parts])
    found = _pearson([replicates_of(made.drawn, part) for part in parts])
    known = int(np.isfinite(seen[0]).sum())
    return _association(
        made, "Pearson's r within cells, averaged", "scored", known, _mean(seen)[0], _mean(found)
    )


def _association(
    made: Study, what: str, over: str, n: int, seen: float, found: Floats
) -> Association:
    if not np.isfinite(seen):
        return Association(what, over, n, None, note="one side is constant, or too few to rank")
    if len(made.plan.clusters) < 2:
        return Association(what, over, n, float(seen), note="fewer than two source tasks")
    low, high = percentile(np.sort(found[:, None], axis=0), made.settings.level)[:, 0]
    note = "indicative" if made.few_clusters else ""
    if not np.isfinite(low):
        return Association(what, over, n, float(seen), note="undefined in most replicates")
    return Association(what, over, n, float(seen), float(low), float(high), note)


def _ranked(first: Floats, second: Floats) -> Floats:
    """Spearman's rho of each row over the pairs that it knows, NaN where it is not defined."""
    found = np.full(len(first), np.nan)
    patterns, which = np.unique(
        np.isfinite(first) & np.isfinite(second), axis=0, return_inverse=True
    )
    for place, known in enumerate(patterns):  # rows that know the same pairs are ranked together
        if known.sum() >= _FEWEST:
            rows = np.flatnonzero(which.reshape(-1) == place)
            found[rows] = _rho(first[np.ix_(rows, known)], second[np.ix_(rows, known)])
    return found


def _rho(first: Floats, second: Floats) -> Floats:
    x, y = _ranks(first), _ranks(second)
    spread = np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))
    found: Floats = np.full(len(x), np.nan)
    np.divide((x * y).sum(axis=1), spread, out=found, where=spread > 0)
    return found


def _ranks(values: Floats) -> Floats:
    """Centred ranks within each row, ties by average."""
    rounded = np.round(values, 12)  # means that are equal but for rounding are tied
    order = np.argsort(rounded, axis=1)
    ordered = np.take_along_axis(rounded, order, axis=1)
    is_new = np.ones(values.shape, dtype=np.bool_)
    is_new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    is_last = np.ones(values.shape, dtype=np.bool_)
    is_last[:, :-1] = is_new[:, 1:]
    count = values.shape[1]
    begins = np.maximum.accumulate(np.where(is_new, np.arange(count), 0), axis=1)
    after = np.where(is_last, np.arange(1, count + 1), count)
    ends = np.minimum.accumulate(after[:, ::-1], axis=1)[:, ::-1]
    centred = np.empty(values.shape)
    np.put_along_axis(centred, order, (begins + ends - count) / 2, axis=1)
    return centred


def _pearson(means: list[Floats]) -> Floats:
    """Pearson's r from means of x, y and their products; NaN where one side is constant."""
    x, y, xx, yy, xy = means
    spread = np.clip(xx - x**2, 0, None) * np.clip(yy - y**2, 0, None)
    found: Floats = np.full(spread.shape, np.nan)
    np.divide(xy - x * y, np.sqrt(spread), out=found, where=spread > _FLAT)
    return np.clip(found, -1, 1, out=found)


def _mean(found: Floats) -> Floats:
    """The mean of each row's known values."""
    known = np.isfinite(found)
    count = known.sum(axis=1)
    empty = np.full(len(found), np.nan)
    np.divide(np.where(known, found, 0.0).sum(axis=1), count, out=empty, where=count > 0)
    return empty


def association_table(found: tuple[Association, ...]) -> Table:
    """The correlations with their intervals."""
    columns = (
        *(Column("Correlation of Route F1 and Answer"), Column("Means over")),
        *(Column(name, True) for name in ("n", "Value", "Interval")),
        Column("Remark"),
    )
    rows = (
        (one.what, one.over, str(one.n), _two(one.value), _interval(one), one.note) for one in found
    )
    notes = (
        "S1 has no route and is left out, and so is the self-test. Percentile bootstrap over "
        "source tasks that makes the buckets anew in every replicate. Buckets differ in model, "
        "setting and task type at once; within a cell all three but the type are equal.",
    )
    return simple_table("association", "Does routing go with answering?", columns, rows, notes)


def association_csv(found: tuple[Association, ...]) -> str:
    """The same as CSV."""
    head = ("correlation", "mean_over", "n", "value", "percentile_low", "percentile_high", "note")
    lines = ((o.what, o.over, o.n, o.value, o.low, o.high, o.note) for o in found)
    return to_csv(head, lines)


def _two(value: float | None) -> str:
    return NO_ROUTE if value is None else f"{value:.2f}"


def _interval(one: Association) -> str:
    return NO_ROUTE if one.low is None else f"{_two(one.low)} to {_two(one.high)}"
