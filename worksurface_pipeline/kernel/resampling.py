"""Cluster bootstrap by matrix products: one set of draws serves any number of columns.

A column is one figure of one group of rows (a metric of a cell). It is kept as a sum and a count
for each cluster, so that a replicate is a row of counts times those sums: 2,000 replicates of
hundreds of columns take two products. Clusters are drawn within strata, and the draws depend on
clusters, strata and seed alone, so that columns are compared on equal draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
_Name = TypeVar("_Name", bound=str)


@dataclass(frozen=True, slots=True)
class Design:
    """Clusters, sorted by name, each with the index of the stratum that it is drawn within.

    `groups` holds the index of the group of each cluster before lonely strata were joined: what a
    macro mean is taken over.
    """

    clusters: tuple[str, ...]
    strata: Indices
    groups: Indices

    @property
    def has_lonely_group(self) -> bool:
        """Whether some group has one cluster alone: nothing tells how that group varies."""
        return bool(len(self.clusters) and (np.bincount(self.groups) == 1).any())


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums and counts of values, clusters down and columns across."""

    sums: Floats
    counts: Floats

    def by_cluster(self) -> Floats:
        """The mean of each cluster in each column; NaN where it has no value."""
        return _ratio(self.sums, self.counts)

    def macro(self) -> Totals:
        """Every cluster as one value, its mean: for means in which clusters weigh the same."""
        has = self.counts > 0
        return Totals(np.where(has, self.by_cluster(), 0.0), has.astype(np.float64))


def design(group_of: Mapping[str, str]) -> Design:
    """The design of clusters in groups. A stratum of one cluster cannot vary: it is not kept.

    Lonely clusters are drawn together, a single one with the smallest other stratum.
    """
    clusters = tuple(sorted(group_of))
    _, groups = np.unique([group_of[name] for name in clusters], return_inverse=True)
    strata = groups.astype(np.int64)
    sizes = np.bincount(strata) if len(clusters) else np.zeros(0, dtype=np.int64)
    lonely = sizes[strata] == 1
    if lonely.any() and len(clusters) > 1:
        strata = strata.copy()
        rest = np.where(sizes > 1, sizes, len(clusters) + 1)
        joined = len(sizes) if lonely.sum() > 1 else int(np.argmin(rest))
        strata[lonely] = joined
    _, dense = np.unique(strata, return_inverse=True)
    return Design(clusters, dense.astype(np.int64), groups.astype(np.int64))


def draws(plan: Design, replicates: int, seed: int) -> Floats:
    """How often each cluster is drawn in each replicate: as many of each stratum as it has."""
    source = np.random.default_rng(seed)
    counts = np.zeros((replicates, len(plan.clusters)))
    for stratum in np.unique(plan.strata):
        own = np.flatnonzero(plan.strata == stratum)
        share = np.full(len(own), 1 / len(own))
        counts[:, own] = source.multinomial(len(own), share, size=replicates)
    return counts


def places(names: Sequence[_Name], known: Sequence[_Name]) -> Indices:
    """The index of each name among the known ones."""
    index = {name: place for place, name in enumerate(known)}
    return np.array([index[name] for name in names], dtype=np.int64)


def totals(clusters: Indices, columns: Indices, values: Floats, shape: tuple[int, int]) -> Totals:
    """Sums and counts of finite values by (cluster, column); `shape` counts both.

    Rows are added up in an order of their own, so that the input's order changes no bit.
    """
    order = np.lexsort((values, columns, clusters))
    place = (clusters * shape[1] + columns)[order]
    size = shape[0] * shape[1]
    sums: Floats = np.bincount(place, weights=values[order], minlength=size).astype(np.float64)
    counts: Floats = np.bincount(place, minlength=size).astype(np.float64)
    return Totals(sums.reshape(shape), counts.reshape(shape))


def estimates(data: Totals, groups: Indices | None = None) -> Floats:
    """The mean of each column; with `groups` of clusters, the mean of the groups' means.

    NaN for a column without values. A group without values is left out.
    """
    once = np.ones((1, data.sums.shape[0]))
    return replicates_of(once, data, groups).reshape(-1)


def replicates_of(drawn: Floats, data: Totals, groups: Indices | None = None) -> Floats:
    """The means of `estimates` in every replicate (replicates x columns), NaN where undefined."""
    if groups is None:
        return _ratio(drawn @ data.sums, drawn @ data.counts)
    shape = (len(drawn), data.sums.shape[1])
    total, present = np.zeros(shape), np.zeros(shape)
    for group in np.unique(groups):
        own = groups == group
        counts = drawn[:, own] @ data.counts[own]
        total += np.where(counts > 0, _ratio(drawn[:, own] @ data.sums[own], counts), 0.0)
        present += counts > 0
    return _ratio(total, present)


def jackknife(data: Totals, groups: Indices | None = None) -> Floats:
    """The means of `estimates` with one cluster left out at a time (clusters x columns)."""
    count = data.sums.shape[0]
    return replicates_of(np.ones((count, count)) - np.eye(count), data, groups)


def influence(data: Totals, groups: Indices | None = None) -> Floats:
    """What each cluster adds to a column's mean, to first order (clusters x columns).

    The deviations of a linearized ratio: they sum to 0 in each group.
    """
    own = np.zeros(data.sums.shape[0], dtype=np.int64) if groups is None else groups
    found = np.zeros_like(data.sums)
    present = np.zeros(data.sums.shape[1])
    for group in np.unique(own):
        rows = own == group
        sums, counts = data.sums[rows], data.counts[rows]
        size = counts.sum(axis=0)
        mean = _ratio(sums.sum(axis=0), size)
        found[rows] = np.where(size > 0, _ratio(sums - mean * counts, size), 0.0)
        present += size > 0
    return _ratio(found, present)


def _ratio(above: Floats, below: Floats) -> Floats:
    """The quotient, NaN where there is nothing below; callers turn NaN into None with a reason."""
    shape = np.broadcast_shapes(above.shape, below.shape)
    empty: Floats = np.full(shape, np.nan)
    np.divide(above, below, out=empty, where=below > 0)
    return empty
