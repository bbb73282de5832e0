"""Intervals of clustered means: percentile and BCa of the bootstrap, and small-sample cluster-t.

Arrays hold one figure for each column; NaN marks there what cannot be told, and becomes None with a
reason in the records that leave this module.
Sources: Efron and Tibshirani 1993, chapter 14 (BCa; of several samples as SciPy computes it);
Kish and Frankel 1974 (linearized variance of a ratio over clusters in strata).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy import special

from worksurface_pipeline.kernel.resampling import (
    Design,
    Floats,
    Indices,
    Totals,
    estimates,
    influence,
    jackknife,
    replicates_of,
)
from worksurface_pipeline.kernel.resampling_records import (
    LONELY,
    LONELY_GROUP,
    NO_SPREAD,
    NOTHING,
    TOO_FEW,
    UNDEFINED,
    Bounds,
    Estimate,
    Method,
)

_ENOUGH_DEFINED = 0.5  # of the replicates; with fewer the interval would be of other data
_EQUAL = 1e-12  # replicates this near to the estimate are equal to it but for rounding


@dataclass(frozen=True, slots=True)
class Spread:
    """Standard errors and degrees of freedom of columns, by linearization over clusters."""

    errors: Floats
    degrees: Floats


def estimate_all(
    plan: Design,
    drawn: Floats,
    data: Totals,
    *,
    level: float,
    limits: tuple[float, float],
    groups: Indices | None = None,
) -> list[Estimate]:
    """Every column with its intervals by all methods; none leaves the `limits`."""
    values = estimates(data, groups)
    ordered = np.sort(replicates_of(drawn, data, groups), axis=0)
    spread = linearized(plan, data, groups)
    made = {
        Method.PERCENTILE: percentile(ordered, level),
        Method.BCA: bca(ordered, values, acceleration(plan, data, groups), level),
        Method.CLUSTER_T: cluster_t(values, spread, level),
    }
    clipped = {method: np.clip(both, *limits) for method, both in made.items()}
    tests = p_values(values, spread)
    used = (data.counts > 0).sum(axis=0)
    size = data.counts.sum(axis=0)
    found = [
        Estimate(
            value=_known(values[column]),
            n=float(size[column]),
            clusters=int(used[column]),
            standard_error=_known(spread.errors[column]),
            degrees=max(0, int(spread.degrees[column])),
            p=_known(tests[column]),
            bounds={
                method: _bounds(both[:, column], int(used[column]), spread.errors[column])
                for method, both in clipped.items()
            },
        )
        for column in range(len(values))
    ]
    lonely = _has_lonely_group(data, groups)
    return [_without_interval(one) if lonely[n] else one for n, one in enumerate(found)]


def percentile(ordered: Floats, level: float) -> Floats:
    """Low and high (2 x columns) of sorted replicates (NaN last)."""
    tail = (1 - level) / 2
    tails = np.array([[tail], [1 - tail]])
    return _quantiles(ordered, np.broadcast_to(tails, (2, ordered.shape[1])))


def bca(ordered: Floats, values: Floats, speed: Floats, level: float) -> Floats:
    """The same, corrected for bias and for an acceleration (`speed`) of each column."""
    near = np.abs(ordered - values) <= _EQUAL
    defined = np.isfinite(ordered).sum(axis=0)
    below = ((ordered < values) & ~near).sum(axis=0) + near.sum(axis=0) / 2
    share = np.divide(below, defined, out=np.full(len(values), np.nan), where=defined > 0)
    half = 0.5 / np.maximum(defined, 1)  # an estimate outside its replicates is at their edge
    bias = special.ndtri(np.clip(share, half, 1 - half))
    z = special.ndtri(np.array([[(1 - level) / 2], [(1 + level) / 2]]))
    shifted = bias + z
    tails = special.ndtr(bias + shifted / (1 - speed * shifted))
    return _quantiles(ordered, tails)


def acceleration(plan: Design, data: Totals, groups: Indices | None = None) -> Floats:
    """The acceleration of each column by a jackknife over clusters, each in its stratum; 0 of none.

    Clusters without values in a column do not count in its strata.
    """
    left_out = jackknife(data, groups)
    columns = data.sums.shape[1]
    cubes, squares = np.zeros(columns), np.zeros(columns)
    for stratum in np.unique(plan.strata):
        own = plan.strata == stratum
        has = (data.counts[own] > 0) & np.isfinite(left_out[own])
        size = has.sum(axis=0)
        part = np.where(has, left_out[own], 0.0)
        centre = np.divide(part.sum(axis=0), size, out=np.zeros(columns), where=size > 0)
        away = np.where(has, (size - 1) * (centre - part), 0.0)
        scale = np.maximum(size, 1)
        cubes += (away**3).sum(axis=0) / scale**3
        squares += (away**2).sum(axis=0) / scale**2
    spread = 6 * squares**1.5
    return np.divide(cubes, spread, out=np.zeros(columns), where=spread > 0)


def linearized(plan: Design, data: Totals, groups: Indices | None = None) -> Spread:
    """Standard error of each column; degrees of freedom are its clusters less its strata."""
    pushes = influence(data, groups)
    columns = data.sums.shape[1]
    variance, degrees = np.zeros(columns), np.zeros(columns)
    for stratum in np.unique(plan.strata):
        own = plan.strata == stratum
        has = data.counts[own] > 0
        size = has.sum(axis=0)
        part = np.where(has, pushes[own], 0.0)
        centre = np.divide(part.sum(axis=0), size, out=np.zeros(columns), where=size > 0)
        squares = np.where(has, (part - centre) ** 2, 0.0).sum(axis=0)
        ratio = np.divide(size, size - 1, out=np.zeros(columns), where=size > 1)
        variance += ratio * squares
        degrees += np.maximum(size - 1, 0)
    errors = np.where(degrees > 0, np.sqrt(variance), np.nan)
    return Spread(np.where(errors <= _EQUAL, 0.0, errors), degrees)


def cluster_t(values: Floats, spread: Spread, level: float) -> Floats:
    """Low and high (2 x columns) by Student's t."""
    degrees = np.where(spread.degrees > 0, spread.degrees, np.nan)
    reach = special.stdtrit(degrees, (1 + level) / 2) * spread.errors
    return np.stack([values - reach, values + reach])


def p_values(values: Floats, spread: Spread) -> Floats:
    """Two-sided p of each mean being 0, by the same t; NaN where clusters show no spread.

    A mean of exactly 0 without spread has p = 1.
    """
    has = spread.errors > 0
    ratio = np.divide(np.abs(values), spread.errors, out=np.zeros(len(values)), where=has)
    found = 2 * special.stdtr(np.maximum(spread.degrees, 1), -ratio)
    none = np.where((spread.errors == 0) & (np.abs(values) <= _EQUAL), 1.0, np.nan)
    return np.where(has, found, none)


def _quantiles(ordered: Floats, tails: Floats) -> Floats:
    """Quantiles (linear, as NumPy's) of each sorted column at its own tails (2 x columns)."""
    defined = np.isfinite(ordered).sum(axis=0)
    place = np.where(np.isfinite(tails), tails, 0.0) * np.maximum(defined - 1, 0)
    low = np.floor(place).astype(np.int64)
    high = np.minimum(low + 1, np.maximum(defined - 1, 0))
    columns = np.arange(ordered.shape[1])
    first, second = ordered[low, columns], ordered[high, columns]
    found = first + (second - first) * (place - low)
    is_enough = defined >= _ENOUGH_DEFINED * len(ordered)
    return np.where(is_enough & np.isfinite(tails), found, np.nan)


def _bounds(pair: Floats, clusters: int, error: float) -> Bounds:
    if clusters == 0:
        return Bounds(note=NOTHING)
    if clusters == 1:
        return Bounds(note=TOO_FEW)
    low, high = _known(pair[0]), _known(pair[1])
    said = _of_error(error)
    if low is None or high is None:
        return Bounds(note=said or UNDEFINED)
    return Bounds(low, high, said)


def _has_lonely_group(data: Totals, groups: Indices | None) -> npt.NDArray[np.bool_]:
    """Columns in which a group has values of one cluster alone."""
    if groups is None:
        return np.zeros(data.counts.shape[1], dtype=np.bool_)
    has = data.counts > 0
    used = np.stack([has[groups == group].sum(axis=0) for group in np.unique(groups)])
    return np.asarray((used == 1).any(axis=0))


def _without_interval(found: Estimate) -> Estimate:
    """A mean of groups whose spread cannot be told: any interval would be too narrow."""
    if found.clusters < 2:
        return found  # it has none, for a reason of its own
    bounds = {method: Bounds(note=LONELY_GROUP) for method in found.bounds}
    return replace(found, standard_error=None, degrees=0, p=None, bounds=bounds)


def _of_error(error: float) -> str:
    if not np.isfinite(error):
        return LONELY
    return "" if error > 0 else NO_SPREAD


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
