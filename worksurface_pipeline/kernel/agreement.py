"""Agreement of raters on the same items: raw, Gwet's AC1, and kappa beside them.

Kappa is None ("undefined") when every rating is the same: chance alone would explain it. AC1 is
defined then. Categories are those of the scale, used or not; `unsure` is one of its own.
Sources: Gwet 2008 (AC1), Fleiss 1971, Cohen 1960.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.intervals import (
    FEW_CLUSTERS,
    Interval,
    Rate,
    Vector,
    bootstrap_interval,
    exact_interval,
    rate,
)
from worksurface_pipeline.kernel.model import Frozen

UNDEFINED = "undefined"
Ratings = Sequence[Sequence[str]]
"""A row for each item, in it one category for each rater, raters in one order."""
_SURE = 1 - 1e-12  # chance agreement above it is 1 but for rounding


class Coefficient(Frozen):
    """A coefficient with its interval; None is undefined."""

    value: float | None
    interval: Interval = Interval()

    def __str__(self) -> str:
        return UNDEFINED if self.value is None else f"{self.value:.3f}"


class PairAgreement(Frozen):
    """Two raters: share of items with equal ratings, and Cohen's kappa."""

    first: int
    second: int
    raw: Rate
    cohen: Coefficient


class Agreement(Frozen):
    """Agreement of all raters. `raw` is over pairs of raters, `unanimity` over items.

    `warnings` says what a reader must know: too few clusters, nothing to compare.
    """

    n_items: int
    n_raters: int
    raw: Coefficient
    unanimity: Rate
    ac1: Coefficient
    fleiss: Coefficient
    pairs: tuple[PairAgreement, ...] = ()
    warnings: tuple[str, ...] = ()


def agreement(
    ratings: Ratings,
    categories: Sequence[str],
    *,
    clusters: Sequence[str] = (),
    seed: int = 0,
) -> Agreement:
    """Agreement with 95 % intervals; `clusters` names each item's source (absent: itself).

    Raises WorksurfaceError for rows of different length or a category outside the scale.
    """
    raters = _checked(ratings, categories)
    names = tuple(clusters) or tuple(str(index) for index in range(len(ratings)))
    rows = _additive(ratings, categories)
    equal = sum(len(set(row)) == 1 for row in ratings) if raters else 0

    def of(statistic: Callable[[Vector], float | None]) -> Coefficient:
        return _coefficient(rows, names, statistic, seed, is_unanimous=equal == len(ratings))

    return Agreement(
        n_items=len(ratings),
        n_raters=raters,
        raw=of(_raw),
        unanimity=rate(equal, len(ratings)),
        ac1=of(_ac1),
        fleiss=of(_fleiss),
        pairs=tuple(
            _pair(ratings, categories, names, seed, first, second)
            for first, second in combinations(range(raters), 2)
        ),
        warnings=_warnings(ratings, names),
    )


def _checked(ratings: Ratings, categories: Sequence[str]) -> int:
    known = set(categories)
    lengths = {len(row) for row in ratings}
    strange = sorted({value for row in ratings for value in row} - known)
    if len(lengths) > 1 or strange or lengths & {0, 1}:
        raise WorksurfaceError(
            "Ratings do not form a table of items by raters",
            where=f"ratings an item: {sorted(lengths)}, unknown categories: {strange}",
            remedy="Give every item one rating of the scale from each of at least two raters",
        )
    return lengths.pop() if lengths else 0


def _additive(ratings: Ratings, categories: Sequence[str]) -> Vector:
    """A row an item: 1, share of agreeing pairs, share of each category."""
    rows = np.zeros((len(ratings), 2 + len(categories)))
    for index, row in enumerate(ratings):
        counts = np.array([row.count(name) for name in categories], dtype=np.float64)
        n = len(row)
        rows[index, 0] = 1
        rows[index, 1] = float((counts * (counts - 1)).sum()) / (n * (n - 1))
        rows[index, 2:] = counts / n
    return rows


def _coefficient(
    rows: Vector,
    clusters: Sequence[str],
    statistic: Callable[[Vector], float | None],
    seed: int,
    *,
    is_unanimous: bool,
) -> Coefficient:
    value = statistic(rows.sum(axis=0)) if len(rows) else None
    if value is None:
        return Coefficient(value=None)
    if is_unanimous:
        return Coefficient(value=value, interval=_unanimous(rows, statistic))
    return Coefficient(value=value, interval=bootstrap_interval(rows, clusters, statistic, seed))


def _unanimous(rows: Vector, statistic: Callable[[Vector], float | None]) -> Interval:
    """No resample can show a disagreement: the exact bound of the raw share stands instead.

    It is carried through the coefficient with chance agreement held as observed.
    """
    bound = exact_interval(len(rows), len(rows)).low
    total = rows.sum(axis=0)
    total[1] = len(rows) * (bound or 0.0)
    return Interval(low=statistic(total), high=1.0, method="exact")


def _raw(total: Vector) -> float | None:
    return float(total[1] / total[0])


def _ac1(total: Vector) -> float | None:
    share = total[2:] / total[0]
    if len(share) < 2:
        return None
    chance = float((share * (1 - share)).sum()) / (len(share) - 1)
    return (float(total[1] / total[0]) - chance) / (1 - chance)


def _fleiss(total: Vector) -> float | None:
    share = total[2:] / total[0]
    return _beyond(float(total[1] / total[0]), float((share * share).sum()))


def _beyond(observed: float, chance: float) -> float | None:
    return None if chance >= _SURE else (observed - chance) / (1 - chance)


def _pair(
    ratings: Ratings,
    categories: Sequence[str],
    clusters: Sequence[str],
    seed: int,
    first: int,
    second: int,
) -> PairAgreement:
    size = len(categories)
    place = {name: index for index, name in enumerate(categories)}
    rows = np.zeros((len(ratings), size * size))
    for index, row in enumerate(ratings):
        rows[index, place[row[first]] * size + place[row[second]]] = 1
    equal = sum(row[first] == row[second] for row in ratings)
    # The joint table has no slot for a bound on agreement: a unanimous pair has no interval.
    value = _cohen(rows.sum(axis=0), size)
    interval = (
        Interval()
        if value is None or equal == len(ratings)
        else bootstrap_interval(rows, clusters, lambda total: _cohen(total, size), seed)
    )
    return PairAgreement(
        first=first,
        second=second,
        raw=rate(equal, len(ratings)),
        cohen=Coefficient(value=value, interval=interval),
    )


def _cohen(total: Vector, size: int) -> float | None:
    joint = total.reshape(size, size) / total.sum()
    chance = float(joint.sum(axis=1) @ joint.sum(axis=0))
    return _beyond(float(np.trace(joint)), chance)


def _warnings(ratings: Ratings, clusters: Sequence[str]) -> tuple[str, ...]:
    if not ratings:
        return ("No item was rated by all raters.",)
    found = len(set(clusters))
    if found < FEW_CLUSTERS:
        return (f"Only {found} clusters: the bootstrap intervals are too narrow.",)
    return ()
