"""Intervals of rates and of statistics of items, at a level that is stated with them.

A rate has an exact interval (Clopper-Pearson). Anything else has a percentile bootstrap over
clusters, so that items which share a source do not pass for independent ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from worksurface_pipeline.kernel.model import Frozen

LEVEL = 0.95
RESAMPLES = 1000
FEW_CLUSTERS = 20
"""With fewer clusters a percentile interval is too narrow: a reader is told."""
_HALVINGS = 60  # of [0, 1]: below the last bit of a float
_ENOUGH_DEFINED = 0.5  # of the resamples; with fewer the interval would be of other data

Vector = npt.NDArray[np.float64]


class Interval(Frozen):
    """Bounds at the 95 % level; `method` is exact, bootstrap or none (then both are None)."""

    low: float | None = None
    high: float | None = None
    method: str = "none"


class Rate(Frozen):
    """A share of `n` items with its exact interval; None of nothing."""

    count: int
    n: int
    value: float | None
    interval: Interval


def rate(count: int, n: int) -> Rate:
    """The share `count` of `n` with its exact interval."""
    return Rate(count=count, n=n, value=count / n if n else None, interval=exact_interval(count, n))


def exact_interval(count: int, n: int) -> Interval:
    """Clopper-Pearson: the rates under which `count` or a farther count is not too rare."""
    if n == 0:
        return Interval()
    tail = (1 - LEVEL) / 2
    low = 0.0 if count == 0 else _solve(lambda p: _at_most(n - count, n, 1 - p) - tail)
    high = 1.0 if count == n else _solve(lambda p: tail - _at_most(count, n, p))
    return Interval(low=low, high=high, method="exact")


def bootstrap_interval(
    rows: Vector,
    clusters: Sequence[str],
    statistic: Callable[[Vector], float | None],
    seed: int,
) -> Interval:
    """Percentile interval of `statistic` of the sum of rows, whole clusters drawn at a time.

    `rows` holds one row of additive figures for each item. Depends on seed and data alone, not on
    the order of the items.
    """
    sums = _cluster_sums(rows, clusters)
    if len(sums) < 2:
        return Interval()
    source = np.random.default_rng(seed)
    share = np.full(len(sums), 1 / len(sums))
    draws = source.multinomial(len(sums), share, size=RESAMPLES).astype(np.float64) @ sums
    found = [value for value in map(statistic, draws) if value is not None]
    if len(found) < RESAMPLES * _ENOUGH_DEFINED:
        return Interval()
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(np.array(found), [tail, 1 - tail])
    return Interval(low=float(low), high=float(high), method="bootstrap")


def _cluster_sums(rows: Vector, clusters: Sequence[str]) -> Vector:
    names = sorted(set(clusters))
    place = {name: index for index, name in enumerate(names)}
    sums = np.zeros((len(names), rows.shape[1]))
    np.add.at(sums, [place[name] for name in clusters], rows)
    return sums


def _solve(rising: Callable[[float], float]) -> float:
    """The zero in [0, 1] of a rising function."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _at_most(count: int, n: int, p: float) -> float:
    """Chance of at most `count` of `n`, each with chance `p`."""
    if p <= 0:
        return 1.0
    if p >= 1:
        return 1.0 if count >= n else 0.0
    yes, no = math.log(p), math.log1p(-p)
    whole = math.lgamma(n + 1)
    return math.fsum(
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * yes + (n - k) * no)
        for k in range(count + 1)
    )
