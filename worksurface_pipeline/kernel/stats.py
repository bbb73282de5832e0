"""Statistics that print what they stand on. No NaN: what cannot be computed is None.

A score is *scored*, an *error* (a fault not of the subject's making) or *missing*; a scored row
without a value is *unscored*: left out of the mean, and counted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.model import Frozen

SCORED = "scored"
ERROR = "error"
MISSING = "missing"

_FULL_COVERAGE_PERCENT = 99  # below it a cell is headed incomplete


class Mean(Frozen):
    """A mean with its counts of rows. `value` is over what was scored.

    `over_all` is beside it: over all rows, errors and missing ones as 0. Unscored rows are in
    neither. Both are None when there is nothing to average.
    """

    value: float | None
    n_scored: int
    n_errors: int
    n_missing: int
    n_total: int
    over_all: float | None

    @property
    def n_unscored(self) -> int:
        """Rows whose value could not be computed."""
        return self.n_total - self.n_scored - self.n_errors - self.n_missing

    @property
    def is_complete(self) -> bool:
        """Whether at least 99 % of the rows are neither errors nor missing."""
        covered = self.n_total - self.n_errors - self.n_missing
        return covered * 100 >= self.n_total * _FULL_COVERAGE_PERCENT


def mean(values: Sequence[float | None], statuses: Sequence[str], units: Sequence[str]) -> Mean:
    """Mean of `values` (rows), averaged within a unit first, then over the units.

    A unit is a task, so that repeats (epochs) of one task do not pass for tasks. The result does
    not depend on the order of the rows. Raises WorksurfaceError for NaN or infinity.
    """
    if len(set(units)) == len(units) == len(values) == len(statuses):
        quick = _mean_of_single(values, statuses)
        if quick is not None:
            return quick
    return _mean_of_repeats(values, statuses, units)


def _mean_of_single(values: Sequence[float | None], statuses: Sequence[str]) -> Mean | None:
    """The mean where every unit has one row, counted without a loop of ours; None for NaN."""
    scored = [
        value
        for value, status in zip(values, statuses, strict=True)
        if status == SCORED and value is not None
    ]
    if not all(map(math.isfinite, scored)):
        return None
    errors, missing = statuses.count(ERROR), statuses.count(MISSING)
    total, counted = math.fsum(scored), len(scored) + errors + missing
    return Mean(
        value=total / len(scored) if scored else None,
        n_scored=len(scored),
        n_errors=errors,
        n_missing=missing,
        n_total=len(values),
        over_all=total / counted if counted else None,
    )


def _mean_of_repeats(
    values: Sequence[float | None], statuses: Sequence[str], units: Sequence[str]
) -> Mean:
    scored: dict[str, list[float]] = {}
    expected: dict[str, int] = {}
    counts = {SCORED: 0, ERROR: 0, MISSING: 0}
    for value, status, unit in zip(values, statuses, units, strict=True):
        if status == SCORED and value is None:
            continue  # unscored: counted as n_total less the three counts
        if status == SCORED and value is not None:
            scored.setdefault(unit, []).append(_finite(value, unit))
        counts[status] += 1
        expected[unit] = expected.get(unit, 0) + 1
    return Mean(
        value=_mean_of_units(scored, {unit: len(items) for unit, items in scored.items()}),
        n_scored=counts[SCORED],
        n_errors=counts[ERROR],
        n_missing=counts[MISSING],
        n_total=len(values),
        over_all=_mean_of_units(scored, expected),
    )


def median(values: Sequence[float]) -> float | None:
    """The median, None of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return float(ordered[middle])
    return (ordered[middle - 1] + ordered[middle]) / 2


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation, ties by average rank.

    None for fewer than three pairs or when either side is constant.
    """
    if len(first) != len(second) or len(first) < 3:
        return None
    x, y = _centred_ranks(first), _centred_ranks(second)
    spread = math.sqrt(math.fsum(a * a for a in x) * math.fsum(b * b for b in y))
    if spread == 0:
        return None
    return max(-1.0, min(1.0, math.fsum(a * b for a, b in zip(x, y, strict=True)) / spread))


def holm(found: Sequence[float | None]) -> list[float | None]:
    """Holm's adjusted p of a family, in its order. A test without p counts in the family as 1."""
    order = sorted(range(len(found)), key=lambda place: _or_one(found[place]))
    adjusted: list[float | None] = [None] * len(found)
    most = 0.0
    for rank, place in enumerate(order):
        most = max(most, min(1.0, (len(found) - rank) * _or_one(found[place])))
        adjusted[place] = None if found[place] is None else most
    return adjusted


def _or_one(value: float | None) -> float:
    return 1.0 if value is None else value


def _mean_of_units(scored: Mapping[str, Sequence[float]], sizes: Mapping[str, int]) -> float | None:
    if not sizes:
        return None
    return math.fsum(math.fsum(scored.get(unit, ())) / n for unit, n in sizes.items()) / len(sizes)


def _finite(value: float, unit: str) -> float:
    if not math.isfinite(value):
        raise WorksurfaceError(
            "A score is not a finite number",
            where=unit,
            remedy="Score the task again; a metric that cannot be computed is unscored, not NaN",
        )
    return float(value)


def _centred_ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=lambda index: values[index])
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for position in order[start : end + 1]:
            ranks[position] = (start + end) / 2
        start = end + 1
    centre = (len(values) - 1) / 2
    return [rank - centre for rank in ranks]
