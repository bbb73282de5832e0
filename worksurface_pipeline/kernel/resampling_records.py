"""What is told of a clustered mean: its intervals by every method, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TOO_FEW = "fewer than two clusters"
UNDEFINED = "undefined in most replicates"
NO_SPREAD = "every cluster has the same value"
NOTHING = "no values"
LONELY = "no stratum with two clusters"
LONELY_GROUP = "a group with one cluster, within which no spread is seen"


class Method(StrEnum):
    """How an interval is made: of the bootstrap's quantiles, those corrected, or by Student's t."""

    PERCENTILE = "percentile"
    BCA = "bca"
    CLUSTER_T = "cluster_t"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of an interval; both None with the reason in `note` where there is none.

    A `note` beside bounds says what a reader must know of them.
    """

    low: float | None = None
    high: float | None = None
    note: str = ""

    @property
    def excludes_zero(self) -> bool:
        """Whether both bounds lie on one side of 0, and a spread was seen at all."""
        if self.low is None or self.high is None or self.note:
            return False
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of one column over `n` values in `clusters`; standard error and t by linearization.

    `p` is two-sided, of the mean being 0. What cannot be computed is None; `bounds` say why.
    """

    value: float | None
    n: float
    clusters: int
    standard_error: float | None
    degrees: int
    p: float | None
    bounds: dict[Method, Bounds]
