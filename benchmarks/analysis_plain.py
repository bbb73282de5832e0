"""The analysis suite's baseline: a cluster bootstrap in plain Python, and ours on the same columns.

Both draw clusters within strata and take percentiles of ratios of sums. The baseline is spared the
rows: it too begins with the sums of each cluster.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from worksurface_pipeline.kernel.resampling import Design, Totals, draws, replicates_of
from worksurface_pipeline.kernel.resampling_intervals import percentile

Bounds = list[tuple[float, float]]
"""Low and high of each column."""
_TAIL = 0.025


@dataclass(frozen=True, slots=True)
class Columns:
    """What is resampled: clusters in strata, and sums and counts by cluster and column."""

    plan: Design
    data: Totals
    replicates: int
    seed: int


def plain_bounds(given: Columns) -> Bounds:
    """The baseline: loops over replicates, drawn clusters and columns."""
    source = random.Random(given.seed)
    strata = _strata(given.plan.strata.tolist())
    sums, counts = given.data.sums.tolist(), given.data.counts.tolist()
    columns = range(given.data.sums.shape[1])
    found: list[list[float]] = [[] for _ in columns]
    for _ in range(given.replicates):
        drawn = [place for own in strata for place in source.choices(own, k=len(own))]
        for column in columns:
            total = sum(sums[place][column] for place in drawn)
            size = sum(counts[place][column] for place in drawn)
            if size:
                found[column].append(total / size)
    return [_percentiles(sorted(values)) for values in found]


def our_bounds(given: Columns) -> Bounds:
    """The library: one matrix of draws for all columns."""
    drawn = draws(given.plan, given.replicates, given.seed)
    ordered = np.sort(replicates_of(drawn, given.data), axis=0)
    low, high = percentile(ordered, 1 - 2 * _TAIL)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def largest_gap(first: Bounds, second: Bounds) -> float:
    """The largest difference of bounds, as a share of the first one's width."""
    return max(
        max(abs(a - c), abs(b - d)) / (b - a)
        for (a, b), (c, d) in zip(first, second, strict=True)
        if b > a
    )


def _strata(stratum_of: Sequence[int]) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for place, stratum in enumerate(stratum_of):
        found.setdefault(stratum, []).append(place)
    return list(found.values())


def _percentiles(ordered: Sequence[float]) -> tuple[float, float]:
    return _quantile(ordered, _TAIL), _quantile(ordered, 1 - _TAIL)


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
