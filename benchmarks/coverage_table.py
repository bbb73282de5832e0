"""The coverage table as a file, made anew or read back, and two runs of it compared."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator

from benchmarks.coverage import (
    CORRELATIONS,
    STRATA,
    Row,
    World,
    paired_worlds,
    simulate,
    worlds,
)
from worksurface_pipeline.kernel.resampling_records import Method
from worksurface_pipeline.site.table import to_csv

EDGE = ((20, 0.5), (34, 0.7), (50, 0.8), (100, 0.9), (200, 0.95))
"""Clusters and means at which the rule for "indicative" just lets an interval pass."""
SEED = 20261130
_HEAD = ("clusters", "strata", "correlation", "mean", "rising", "method", "data_sets")
_MORE = (
    "coverage",
    "monte_carlo_error",
    "interval_below",
    "interval_above",
    "no_spread",
    "mean_width",
)


def edge() -> Iterator[World]:
    """The worlds at the edge of the rule, the smallest first."""
    for clusters, mean in EDGE:
        for correlation in CORRELATIONS:
            for strata in STRATA:
                yield World(clusters, strata, correlation, mean)


def simulated(data_sets: int, seed: int = SEED) -> tuple[Row, ...]:
    """Every row of the table and of the rule's edge."""
    known = dict.fromkeys((*worlds(), *edge(), *paired_worlds()))
    return tuple(row for world in known for row in simulate(world, seed, data_sets))


def coverage_csv(rows: Iterable[Row]) -> str:
    """One line per world and method, shares in [0, 1]."""
    lines = (
        (
            *(row.world.clusters, row.world.strata, row.world.correlation, row.world.mean),
            row.world.rising,
            *(row.method.value, row.data_sets, _short(row.covered), _short(row.error)),
            *map(_short, (row.low, row.high, row.none, row.width)),
        )
        for row in rows
    )
    return to_csv((*_HEAD, *_MORE), lines)


def read_rows(text: str) -> tuple[Row, ...]:
    """The rows of the CSV."""
    return tuple(
        Row(
            world=World(int(c), int(s), float(r), float(m), float(up) if up else None),
            method=Method(method),
            data_sets=int(n),
            covered=float(covered),
            low=float(low),
            high=float(high),
            none=float(none),
            width=float(width),
        )
        for c, s, r, m, up, method, n, covered, _, low, high, none, width in list(
            csv.reader(text.splitlines())
        )[1:]
    )


def disagreements(one: Iterable[Row], other: Iterable[Row]) -> list[str]:
    """Rows of two runs that differ by more than their Monte-Carlo errors explain."""
    known = {(row.world, row.method): row for row in other}
    found = []
    for row in one:
        rival = known.get((row.world, row.method))
        if rival is None:
            found.append(f"{row.world}, {row.method.value}: not in both")
        elif abs(row.covered - rival.covered) > _most(row, rival):
            found.append(
                f"{row.world}, {row.method.value}: {row.covered:.4f} and {rival.covered:.4f}"
            )
    return found


def _most(row: Row, rival: Row) -> float:
    """4.5 standard errors (of some 170 rows one in a thousand runs has one farther apart)."""
    least = 1 / min(row.data_sets, rival.data_sets)  # a share of 1 has an error of 0
    return 4.5 * math.hypot(max(row.error, least), max(rival.error, least))


def _short(value: float) -> float:
    return round(value, 6)
