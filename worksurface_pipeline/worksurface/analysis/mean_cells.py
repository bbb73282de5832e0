"""How means stand in the cells of a table, and how rows stand under their models."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from worksurface_pipeline.kernel.stats import Mean
from worksurface_pipeline.site.labels import NO_ROUTE, SELF_TEST, is_self_test, percent
from worksurface_pipeline.site.table import Cell, Row, RowGroup

K = TypeVar("K", bound=Hashable)

BOTH_MEANS = (
    "Per cent. The large figure is the mean over what was scored. Where runs are errors or "
    "missing, the mean over all released tasks (these runs as 0) and n stand beside it; where "
    "nothing stands beside it, both means are equal. A run without a value (as Route, where several"
    " sets of surfaces reach the task) is in neither mean; the CSV counts each mean's own n."
)

USAGE_NOTE = (
    "Efficiency and Aggregate are given only for cells in which the usage of every scored run is "
    f"known; elsewhere stands {NO_ROUTE}."
)


def incomplete(mean: Mean) -> tuple[str, ...]:
    """The heading of a cell under 99 % coverage, like "incomplete 7/10"; nothing otherwise."""
    covered = mean.n_total - mean.n_errors - mean.n_missing
    return () if mean.is_complete else (f"incomplete {covered}/{mean.n_total}",)


def mean_cell(mean: Mean, is_best: bool = False) -> Cell:
    """A mean in per cent; beside it the mean over all tasks and n, where runs are lost."""
    if not mean.n_errors + mean.n_missing and mean.value == mean.over_all:
        return Cell(percent(mean.value), is_best=is_best)
    beside = f"all {percent(mean.over_all)}, n {mean.n_scored}"
    return Cell(percent(mean.value), beside, is_best=is_best)


def known_cell(mean: Mean, is_best: bool = False) -> Cell:
    """A mean as `mean_cell` shows it, a dash where no row has a value."""
    return mean_cell(mean, is_best) if mean.n_scored else Cell(NO_ROUTE)


def best_keys(means: Mapping[K, Mean]) -> frozenset[K]:
    """Keys of the highest mean, ties included, if it is the highest over all tasks as well.

    Nothing is best alone, at 0, or under one of the two means only.
    """
    top = max((mean.value or 0.0 for mean in means.values()), default=0.0)
    over_all = max((mean.over_all or 0.0 for mean in means.values()), default=0.0)
    if len(means) < 2 or not over_all:
        return frozenset()
    return frozenset(
        key for key, mean in means.items() if (mean.value, mean.over_all) == (top, over_all)
    )


def counts_cells(mean: Mean) -> tuple[Cell, ...]:
    """Scored rows, errors, missing and the number of rows they add up to."""
    numbers = (mean.n_scored, mean.n_errors, mean.n_missing, mean.n_total)
    return tuple(Cell(str(number)) for number in numbers)


def grouped(rows: Iterable[tuple[str, Row]]) -> tuple[RowGroup, ...]:
    """Rows of (model, row) under the models' names; the self-test is headed as such."""
    groups: dict[str, list[Row]] = {}
    for model, row in rows:
        heading = f"{model}: {SELF_TEST}, outside leaderboards" if is_self_test(model) else model
        groups.setdefault(heading, []).append(row)
    return tuple(RowGroup(heading, tuple(items)) for heading, items in groups.items())
