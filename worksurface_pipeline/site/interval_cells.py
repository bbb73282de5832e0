"""How intervals stand in tables, and when they are headed "indicative".

The rule is read off docs/coverage.md, where the worlds at its edge stand too: what it lets pass,
cluster-t (the default) holds in at least 93 % of the data sets, at 95 % asked.
"""

from __future__ import annotations

from worksurface_pipeline.kernel.intervals import FEW_CLUSTERS
from worksurface_pipeline.kernel.resampling_records import Bounds, Estimate, Method
from worksurface_pipeline.site.labels import NO_ROUTE, percent
from worksurface_pipeline.site.table import Cell

NEAR_BOUND = 0.05
"""A mean nearer to 0 or 1 has no interval that holds, however many clusters there are."""
LEAST_CLUSTERS = 10
"""The least of clusters times the mean's distance from 0 or 1: few failures tell little."""
LEAST_CHANGED = 5
"""The same for differences: clusters times the share of items whose score changed."""
INDICATIVE = "indicative"
MARK = "†"
METHOD_NAMES = {
    Method.PERCENTILE: "percentile bootstrap",
    Method.BCA: "BCa bootstrap",
    Method.CLUSTER_T: "cluster-t",
}
_ROUNDING = 1e-9  # 100 clusters at a mean of 0.9 are ten failing ones


def is_indicative(found: Estimate) -> bool:
    """Whether the interval of a share may not hold what it says: few clusters, near 0 or 1."""
    if found.clusters < FEW_CLUSTERS:
        return True
    if found.value is None:
        return False
    room = min(found.value, 1 - found.value)
    return room < NEAR_BOUND or room * found.clusters < LEAST_CLUSTERS - _ROUNDING


def is_thin(found: Estimate, changed: float) -> bool:
    """The same of a paired difference, of whose items the share `changed` did."""
    few = found.clusters < FEW_CLUSTERS
    return few or changed * found.clusters < LEAST_CHANGED - _ROUNDING


def heading(found: Estimate, method: Method, indicative: bool) -> str:
    """What is to be said of an interval before it is read; "" for nothing."""
    note = found.bounds[method].note
    said = (INDICATIVE if indicative else "", note)
    return "; ".join(part for part in said if part)


def interval_text(bounds: Bounds, mark: str = "") -> str:
    """An interval in per cent, a dash where there is none."""
    if bounds.low is None or bounds.high is None:
        return NO_ROUTE
    return f"{percent(bounds.low)} to {percent(bounds.high)}{mark}"


def estimate_cell(found: Estimate, method: Method) -> Cell:
    """A share in per cent with its interval beside it."""
    mark = MARK if is_indicative(found) else ""
    bounds = found.bounds[method]
    beside = "" if bounds.low is None else interval_text(bounds, mark)
    return Cell(percent(found.value), beside)


def notes_of(
    method: Method, level: float, clusters: int, over: str, units: str, thin: str = ""
) -> tuple[str, ...]:
    """What stands below every table with intervals: `over` what they are, in which `units`.

    `thin` is why a difference is marked; without it the marks are those of shares.
    """
    marked = thin or "so near to 0 or 100 that no method is known to hold"
    few = f"Fewer than {FEW_CLUSTERS} {units} ({clusters}): every interval is indicative."
    said = few if clusters < FEW_CLUSTERS else f"{MARK} indicative: {marked}."
    return (
        f"Intervals at {100 * level:g} % over {over}, by {METHOD_NAMES[method]}; the CSV has all "
        "methods. docs/coverage.md says how often each holds.",
        said,
    )


METHOD_HEAD = tuple(f"{method.value}_{end}" for method in Method for end in ("low", "high"))
"""CSV columns of the bounds by every method."""


def method_values(found: Estimate) -> tuple[float | None, ...]:
    """The bounds by every method, in the order of METHOD_HEAD."""
    pairs = (found.bounds[method] for method in Method)
    return tuple(bound for pair in pairs for bound in (pair.low, pair.high))
