"""Gaps to a best rival: free routing against the best gold-informed cell, cross against single.

The rival is chosen anew in every replicate, so that the interval covers the choice; a best of
several is still flattered by chance. Intervals are percentiles: the best has no linear form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from worksurface_pipeline.kernel.resampling import Floats, Totals, estimates, replicates_of
from worksurface_pipeline.kernel.resampling_intervals import percentile
from worksurface_pipeline.site.interval_cells import MARK
from worksurface_pipeline.site.labels import NO_ROUTE, is_self_test, percent
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.labels import setting_label, task_type_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.study import OVER_ALL, Columns, Study, columns_of
from worksurface_pipeline.worksurface.schema.tasks import TaskType

_FREE = "S4"
_INFORMED = ("S5", "S6")
_SINGLE = tuple(
    kind.value for kind in (TaskType.RAG_ONLY, TaskType.TABLE_ONLY, TaskType.GRAPH_ONLY)
)
_CROSS = TaskType.CROSS_SURFACE.value
_ANSWER = ("answer", f"answer{OVER_ALL}")


@dataclass(frozen=True, slots=True)
class Gap:
    """The best rival's Answer less one's own, over what was scored or over all tasks.

    `low` and `high` are None where fewer than two source tasks, or too few replicates, tell it.
    """

    model: str
    setting: str
    what: str
    best: str
    over: str
    tasks: int
    own: float
    rival: float
    low: float | None
    high: float | None

    @property
    def value(self) -> float:
        """What the best rival has more."""
        return self.rival - self.own


def gaps(made: Study, values: pl.DataFrame) -> tuple[Gap, ...]:
    """All gaps of models under test, scored and over all tasks."""
    tested = sorted({name for name in values["model"].to_list() if not is_self_test(name)})
    found = []
    for model in tested:
        own = values.filter(pl.col("model") == model)
        found += list(_to_informed(made, model, own))
        for setting in sorted(set(own["setting"].to_list())):
            part = own.filter(pl.col("setting") == setting)
            found += list(_to_single(made, model, setting, part))
    return tuple(found)


def _to_informed(made: Study, model: str, values: pl.DataFrame) -> Iterator[Gap]:
    """S4 against the better of S5 and S6, over the tasks that all of them score."""
    present = set(values["setting"].to_list())
    rivals = [name for name in _INFORMED if name in present]
    if not rivals or _FREE not in present:
        return
    for field in _ANSWER:
        used = values.filter(pl.col("setting").is_in([_FREE, *rivals])).drop_nulls(field)
        is_complete = pl.col("setting").n_unique().over("task_id") == 1 + len(rivals)
        columns = columns_of(made, used.filter(is_complete), ("setting",), (field,))
        labels = {name: setting_label(name) for name in rivals}
        found = _gap(made, columns, _FREE, labels)
        if found is not None:
            yield _named(found, model, _FREE, "to the best gold-informed cell", field)


def _to_single(made: Study, model: str, setting: str, values: pl.DataFrame) -> Iterator[Gap]:
    """Cross-surface tasks against the best single-surface type of the same cell."""
    for field in _ANSWER:
        columns = columns_of(made, values, ("task_type",), (field,))
        labels = {name: task_type_label(name) for name in _SINGLE}
        found = _gap(made, columns, _CROSS, labels)
        if found is not None:
            yield _named(found, model, setting, "cross-surface to the best single surface", field)


@dataclass(frozen=True, slots=True)
class _Found:
    best: str
    tasks: int
    own: float
    rival: float
    bounds: Floats


def _gap(made: Study, columns: Columns, own: str, rivals: dict[str, str]) -> _Found | None:
    keys = [key[0] for key, _ in columns.names]
    known = [place for place, key in enumerate(keys) if key in rivals]
    if own not in keys or not known:
        return None
    used = [keys.index(own), *known]
    data = Totals(columns.totals.sums[:, used], columns.totals.counts[:, used])
    means = estimates(data)
    if np.isnan(means[0]) or np.isnan(means[1:]).all():
        return None
    drawn = replicates_of(made.drawn, data)
    rival = np.fmax.reduce(drawn[:, 1:], axis=1)
    ordered = np.sort((rival - drawn[:, 0])[:, None], axis=0)
    best = int(np.nanargmax(means[1:]))
    is_told = (data.counts[:, [0, best + 1]].sum(axis=1) > 0).sum() > 1
    bounds = percentile(ordered, made.settings.level)[:, 0] if is_told else np.full(2, np.nan)
    tasks = int(data.counts[:, 0].sum())
    return _Found(rivals[keys[known[best]]], tasks, float(means[0]), float(means[best + 1]), bounds)


def _named(found: _Found, model: str, setting: str, what: str, field: str) -> Gap:
    low, high = (float(bound) if np.isfinite(bound) else None for bound in found.bounds)
    return Gap(
        model=model,
        setting=setting,
        what=what,
        best=found.best,
        over="all" if field.endswith(OVER_ALL) else "scored",
        tasks=found.tasks,
        own=found.own,
        rival=found.rival,
        low=low,
        high=high,
    )


def gaps_table(found: Sequence[Gap], made: Study) -> Table:
    """Gaps over what was scored, in per cent."""
    numbers = ("Own", "Best rival", "Gap", "Interval", "Tasks")
    few = made.few_clusters
    note = f"{MARK} indicative: fewer than 20 source tasks. " if few else ""
    rows = ((one.model, _row(one, few)) for one in found if one.over == "scored")
    return Table(
        name="gaps",
        title="Gaps of Answer to a best rival (%)",
        columns=(
            *(Column("Setting"), Column("Gap of"), Column("Rival")),
            *(Column(name, True) for name in numbers),
        ),
        groups=grouped(rows),
        notes=(
            f"{note}Percentile bootstrap over source tasks; the rival is chosen anew in every "
            "replicate. The best of several is flattered by chance. A gap is claimed only if its "
            "interval excludes 0 here and over all released tasks (in the CSV).",
        ),
    )


def gaps_csv(found: Iterable[Gap]) -> str:
    """The same with shares in [0, 1], over what was scored and over all tasks."""
    head = ("model", "setting", "gap", "rival", "mean_over", "tasks", "own", "best", "difference")
    lines = (
        (
            *(one.model, one.setting, one.what, one.best, one.over, one.tasks),
            *(one.own, one.rival, one.value, one.low, one.high),
        )
        for one in found
    )
    return to_csv((*head, "percentile_low", "percentile_high"), lines)


def _row(one: Gap, few: bool) -> Row:
    is_told = one.low is not None and one.high is not None
    mark = MARK if few else ""
    bounds = f"{percent(one.low)} to {percent(one.high)}{mark}" if is_told else NO_ROUTE
    figures = (percent(one.own), percent(one.rival), percent(one.value), bounds, str(one.tasks))
    texts = (setting_label(one.setting), one.what, one.best, *figures)
    return Row(tuple(Cell(text) for text in texts))
