"""How often the intervals of clustered means hold the truth: simulated binary scores.

Clusters stand for source tasks. Their sizes are drawn from those of our own releases; outcomes are
beta-binomial, with a given mean and intra-cluster correlation. Data sets stand side by side as
columns, so that the kernel's own functions make the intervals of hundreds at a time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from worksurface_pipeline.kernel.resampling import (
    Design,
    Floats,
    Totals,
    design,
    draws,
    estimates,
    replicates_of,
)
from worksurface_pipeline.kernel.resampling_intervals import (
    acceleration,
    bca,
    cluster_t,
    linearized,
    percentile,
)
from worksurface_pipeline.kernel.resampling_records import Method

RELEASE_SIZES = (
    *(21, 23, 23, 24, 25, 27, 28, 28, 30, 30, 33),
    *(12, 18, 19, 19, 21, 23, 26, 27, 28),
)
"""Answerable tasks of each source task in our releases of the embedded sample and of a second
set of workspaces, counted by source task in their built benchmarks."""

CLUSTERS = (10, 30, 100)
CORRELATIONS = (0.05, 0.3)
MEANS = (0.5, 0.9, 0.99)
CHANGES = (0.1, 0.3)  # of the tasks, between two settings
RISING = (0.5, 0.8)  # of the changes: no difference in truth, and a clear one
STRATA = (1, 5)  # none, and as many as the public source has personas
DATA_SETS = 4000
REPLICATES = 2000
LEVEL = 0.95
_AT_ONCE = 250  # data sets under one set of draws: few enough that its noise averages out


@dataclass(frozen=True, slots=True)
class World:
    """One kind of data set: scores of 0 and 1, or paired differences of such scores.

    Of differences `mean` is the share of tasks that change, and `rising` the share of these that
    rise; both vary over clusters with the same correlation.
    """

    clusters: int
    strata: int
    correlation: float
    mean: float
    rising: float | None = None

    @property
    def truth(self) -> float:
        """What an interval should hold."""
        return self.mean if self.rising is None else self.mean * (2 * self.rising - 1)

    @property
    def limits(self) -> tuple[float, float]:
        """What a mean cannot leave."""
        return (0.0, 1.0) if self.rising is None else (-1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Row:
    """What one method did in one world: shares of data sets, and the mean width.

    `low` and `high` are the shares whose interval lies wholly below or above the truth; `none` that
    in which no two clusters differed, so that the interval is a point.
    """

    world: World
    method: Method
    data_sets: int
    covered: float
    low: float
    high: float
    none: float
    width: float

    @property
    def error(self) -> float:
        """The Monte-Carlo standard error of the coverage."""
        return math.sqrt(self.covered * (1 - self.covered) / self.data_sets)


def worlds() -> Iterator[World]:
    """Every kind of data set of the table, in its order."""
    for clusters, correlation, mean, strata in product(CLUSTERS, CORRELATIONS, MEANS, STRATA):
        yield World(clusters, strata, correlation, mean)


def paired_worlds() -> Iterator[World]:
    """Paired differences: none that rises more often than it falls, and such that do."""
    for clusters, correlation, mean in product((*CLUSTERS, 20), CORRELATIONS, CHANGES):
        for rising, strata in product(RISING, STRATA):
            yield World(clusters, strata, correlation, mean, rising)


def simulate(
    world: World,
    seed: int,
    data_sets: int = DATA_SETS,
    replicates: int = REPLICATES,
    sizes: Sequence[int] = RELEASE_SIZES,
) -> tuple[Row, ...]:
    """A row for each method over `data_sets` data sets of a world."""
    names = (f"{index:03d}" for index in range(world.clusters))
    plan = design({name: str(int(name) % world.strata) for name in names})
    found: dict[Method, list[Floats]] = {method: [] for method in Method}
    flat: list[Floats] = []
    for batch, start in enumerate(range(0, data_sets, _AT_ONCE)):
        own = (seed, world.clusters, world.strata, batch, *_digits(world))
        count = min(_AT_ONCE, data_sets - start)
        data = outcomes(world, np.random.default_rng(own), count, sizes)
        drawn = draws(plan, replicates, int(np.random.SeedSequence(own).generate_state(1)[0]))
        errors = _intervals(plan, drawn, data, found, world.limits)
        flat.append(errors == 0)
    none = float(np.concatenate(flat).mean())
    return tuple(_row(world, method, np.concatenate(found[method], 1), none) for method in Method)


def _digits(world: World) -> tuple[int, ...]:
    parts = (world.correlation, world.mean, world.rising or 0.0)
    return tuple(round(part * 1000) for part in parts)


def outcomes(world: World, source: np.random.Generator, count: int, sizes: Sequence[int]) -> Totals:
    """Clusters down, data sets across: sums of scores (or differences), and tasks."""
    shape = (world.clusters, count)
    tasks = source.choice(np.array(sizes), size=shape)
    ones = source.binomial(tasks, _chances(world, world.mean, source, shape))
    if world.rising is not None:
        rises = source.binomial(ones, _chances(world, world.rising, source, shape))
        ones = 2 * rises - ones
    return Totals(ones.astype(np.float64), tasks.astype(np.float64))


def _chances(
    world: World, mean: float, source: np.random.Generator, shape: tuple[int, int]
) -> Floats:
    """The chance of each cluster: a beta whose correlation is 1 / (a + b + 1)."""
    concentration = 1 / world.correlation - 1
    found: Floats = source.beta(mean * concentration, (1 - mean) * concentration, size=shape)
    return found


def _intervals(
    plan: Design,
    drawn: Floats,
    data: Totals,
    found: dict[Method, list[Floats]],
    limits: tuple[float, float],
) -> Floats:
    """Adds the bounds of every data set by every method; gives their standard errors."""
    values = estimates(data)
    ordered = np.sort(replicates_of(drawn, data), axis=0)
    spread = linearized(plan, data)
    found[Method.PERCENTILE].append(percentile(ordered, LEVEL))
    found[Method.BCA].append(bca(ordered, values, acceleration(plan, data), LEVEL))
    found[Method.CLUSTER_T].append(np.clip(cluster_t(values, spread, LEVEL), *limits))
    return spread.errors


def _row(world: World, method: Method, bounds: Floats, none: float) -> Row:
    below, above = bounds[1] < world.truth, bounds[0] > world.truth
    return Row(
        world=world,
        method=method,
        data_sets=bounds.shape[1],
        covered=float(1 - (below | above).mean()),
        low=float(below.mean()),
        high=float(above.mean()),
        none=none,
        width=float((bounds[1] - bounds[0]).mean()),
    )
