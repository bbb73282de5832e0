"""Resampling by matrix products says what a plain loop and SciPy say, on equal draws."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.kernel.resampling import (
    Design,
    Floats,
    Totals,
    design,
    draws,
    estimates,
    influence,
    replicates_of,
    totals,
)
from worksurface_pipeline.kernel.resampling_intervals import (
    estimate_all,
    linearized,
    percentile,
)
from worksurface_pipeline.kernel.resampling_records import (
    LONELY,
    LONELY_GROUP,
    NO_SPREAD,
    NOTHING,
    TOO_FEW,
    Estimate,
    Method,
)
from worksurface_pipeline.kernel.stats import holm

GROUPS = {"a1": "a", "a2": "a", "a3": "a", "b1": "b", "b2": "b"}
ROWS = (
    ("a1", 1.0), ("a1", 0.0), ("a1", 1.0), ("a2", 0.0), ("a2", 0.5),
    ("a3", 1.0), ("b1", 0.25), ("b1", 1.0), ("b2", 0.0), ("b2", 0.0), ("b2", 1.0),
)  # fmt: skip


def one_column(rows: object = ROWS, plan: Design | None = None) -> Totals:
    known = plan or design(GROUPS)
    pairs = list(rows)  # type: ignore[call-overload]
    place = {name: index for index, name in enumerate(known.clusters)}
    clusters = np.array([place[name] for name, _ in pairs], dtype=np.int64)
    values = np.array([value for _, value in pairs], dtype=np.float64)
    return totals(clusters, np.zeros_like(clusters), values, (len(known.clusters), 1))


def estimate(data: Totals, plan: Design, **options: object) -> Estimate:
    drawn = draws(plan, 500, 7)
    found = estimate_all(plan, drawn, data, level=0.95, limits=(-1, 1), **options)  # type: ignore[arg-type]
    return found[0]


def plain_means(drawn: Floats, plan: Design) -> list[float]:
    """The mean of each replicate, its rows written out one by one."""
    rows = {name: [value for key, value in ROWS if key == name] for name in plan.clusters}
    found = []
    for counts in drawn:
        values: list[float] = []
        for name, count in zip(plan.clusters, counts, strict=True):
            values += rows[name] * int(count)
        found.append(math.fsum(values) / len(values))
    return found


def test_replicates_are_those_of_a_plain_bootstrap_with_the_same_draws() -> None:
    plan = design(GROUPS)
    drawn = draws(plan, 400, 3)
    plain = plain_means(drawn, plan)
    quick = replicates_of(drawn, one_column())[:, 0]
    assert quick == pytest.approx(plain, abs=1e-12)
    low, high = percentile(np.sort(quick[:, None], axis=0), 0.9)[:, 0]
    ordered = sorted(plain)
    place = 0.05 * (len(ordered) - 1)
    below = ordered[int(place)] + (ordered[int(place) + 1] - ordered[int(place)]) * (place % 1)
    assert low == pytest.approx(below)
    assert high == pytest.approx(float(np.quantile(plain, 0.95)))


def test_each_stratum_keeps_its_size_and_the_seed_decides() -> None:
    plan = design(GROUPS)
    drawn = draws(plan, 300, 11)
    for stratum in (0, 1):
        own = plan.strata == stratum
        assert set(drawn[:, own].sum(axis=1)) == {float(own.sum())}
    assert (drawn == draws(plan, 300, 11)).all()
    assert (drawn != draws(plan, 300, 12)).any()


@pytest.mark.parametrize(
    ("groups", "strata"),
    [
        pytest.param({"a": "x", "b": "x", "c": "y", "d": "y"}, [0, 0, 1, 1], id="none-lonely"),
        pytest.param({"a": "x", "b": "x", "c": "y", "d": "z"}, [0, 0, 1, 1], id="two-lonely"),
        pytest.param(
            {"a": "x", "b": "x", "c": "x", "d": "y", "e": "y", "f": "z"},
            [0, 0, 0, 1, 1, 1],
            id="one-lonely-joins-the-smallest",
        ),
        pytest.param({"a": "x", "b": "y"}, [0, 0], id="all-lonely"),
        pytest.param({"a": "x"}, [0], id="one-cluster"),
        pytest.param({}, [], id="nothing"),
    ],
)
def test_no_stratum_has_one_cluster(groups: dict[str, str], strata: list[int]) -> None:
    plan = design(groups)
    assert plan.strata.tolist() == strata
    assert draws(plan, 5, 0).sum(axis=1).tolist() == [len(groups)] * 5


@given(st.permutations(ROWS))
def test_the_order_of_rows_changes_no_bit(rows: list[tuple[str, float]]) -> None:
    one, other = one_column(), one_column(rows)
    assert (one.sums == other.sums).all()
    assert (one.counts == other.counts).all()


def test_ten_times_the_rows_leave_the_interval() -> None:
    plan = design(GROUPS)
    once, often = (estimate(one_column(rows), plan) for rows in (ROWS, ROWS * 10))
    for method in Method:
        assert often.bounds[method].low == pytest.approx(once.bounds[method].low, abs=1e-12)
        assert often.bounds[method].high == pytest.approx(once.bounds[method].high, abs=1e-12)
    assert often.p == pytest.approx(once.p)


def test_equal_columns_differ_by_exactly_nothing() -> None:
    plan = design(GROUPS)
    drawn = draws(plan, 200, 5)
    replicates = replicates_of(drawn, Totals(*(np.tile(x, (1, 2)) for x in _parts())))
    assert (replicates[:, 0] == replicates[:, 1]).all()
    zero = estimate(one_column([(name, 0.0) for name, _ in ROWS]), plan)
    assert {(bounds.low, bounds.high) for bounds in zero.bounds.values()} == {(0.0, 0.0)}
    assert (zero.value, zero.p) == (0.0, 1.0)
    assert not any(bounds.excludes_zero for bounds in zero.bounds.values())


def _parts() -> tuple[Floats, Floats]:
    data = one_column()
    return data.sums, data.counts


@pytest.mark.parametrize("sizes", [(25,), (14, 22)], ids=["one-stratum", "two-strata"])
def test_bca_is_that_of_scipy(sizes: tuple[int, ...]) -> None:
    from scipy import stats

    source = np.random.default_rng(4)
    samples = [source.exponential(size=size) / 5 for size in sizes]
    names = {f"{stratum}{i:02d}": str(stratum) for stratum, n in enumerate(sizes) for i in range(n)}
    plan = design(names)
    values = np.concatenate(samples)[:, None]
    drawn = draws(plan, 20_000, 1)
    (ours,) = estimate_all(
        plan, drawn, Totals(values, np.ones_like(values)), level=0.9, limits=(0, 1),
        groups=plan.groups,
    )  # fmt: skip

    def mean_of_means(*parts: Floats, axis: int = -1) -> Floats:
        means: Floats = np.mean([part.mean(axis=axis) for part in parts], axis=0)
        return means

    theirs = stats.bootstrap(
        samples, mean_of_means, n_resamples=20_000, method="BCa", confidence_level=0.9, rng=2
    ).confidence_interval
    bounds = ours.bounds[Method.BCA]
    width = theirs.high - theirs.low
    assert bounds.low == pytest.approx(theirs.low, abs=0.03 * width)
    assert bounds.high == pytest.approx(theirs.high, abs=0.03 * width)


def test_cluster_t_of_single_values_is_students() -> None:
    from scipy import stats

    values = np.random.default_rng(8).random((12, 1))
    plan = design({f"{index:02d}": "all" for index in range(12)})
    found = estimate(Totals(values, np.ones_like(values)), plan)
    theirs = stats.ttest_1samp(values[:, 0], 0).confidence_interval(0.95)
    assert found.bounds[Method.CLUSTER_T].low == pytest.approx(theirs.low)
    assert found.bounds[Method.CLUSTER_T].high == pytest.approx(theirs.high)
    assert found.p == pytest.approx(stats.ttest_1samp(values[:, 0], 0).pvalue)
    assert found.degrees == 11


def test_the_linearized_error_of_unequal_clusters_by_hand() -> None:
    """Two strata; sums 2, 0.5, 1 of 3, 2, 1 tasks, and 1.25, 1 of 2, 3: the mean is 5.75 / 11."""
    mean = 5.75 / 11
    first = [(2 - 3 * mean) / 11, (0.5 - 2 * mean) / 11, (1 - mean) / 11]
    second = [(1.25 - 2 * mean) / 11, (1 - 3 * mean) / 11]
    variance = 0.0
    for part in (first, second):
        centre = sum(part) / len(part)
        squares = sum((one - centre) ** 2 for one in part)
        variance += len(part) / (len(part) - 1) * squares
    plan = design(GROUPS)
    spread = linearized(plan, one_column())
    assert spread.errors[0] == pytest.approx(math.sqrt(variance))
    assert spread.degrees[0] == 3
    assert influence(one_column())[:, 0] == pytest.approx([*first, *second])


def test_macro_means() -> None:
    plan = design(GROUPS)
    data = one_column()
    by_persona = ((2 + 0.5 + 1) / 6 + (1.25 + 1) / 5) / 2
    assert estimates(data, plan.groups)[0] == pytest.approx(by_persona)
    by_source = (2 / 3 + 0.25 + 1 + 0.625 + 1 / 3) / 5
    assert estimates(data.macro())[0] == pytest.approx(by_source)


def test_a_macro_mean_over_a_group_of_one_cluster_has_no_interval() -> None:
    """What is not seen to vary would count as if it did not."""
    plan = design({**GROUPS, "c1": "c"})
    data = one_column([*ROWS, ("c1", 1.0)], plan)
    found = estimate(data, plan, groups=plan.groups)
    assert found.value == pytest.approx((3.5 / 6 + 2.25 / 5 + 1) / 3)
    assert (found.standard_error, found.p) == (None, None)
    assert {bounds.note for bounds in found.bounds.values()} == {LONELY_GROUP}
    assert {bounds.low for bounds in found.bounds.values()} == {None}
    assert estimate(data, plan).bounds[Method.CLUSTER_T].low is not None


@pytest.mark.parametrize(
    ("rows", "note", "has_bounds"),
    [
        pytest.param([], NOTHING, False, id="nothing"),
        pytest.param([("a1", 1.0), ("a1", 0.0)], TOO_FEW, False, id="one-cluster"),
        pytest.param([("a1", 1.0), ("a2", 1.0), ("b1", 1.0)], NO_SPREAD, True, id="no-spread"),
        pytest.param([("a1", 1.0), ("b1", 0.0)], LONELY, None, id="one-cluster-a-stratum"),
    ],
)
def test_what_cannot_be_told_has_a_reason(
    rows: list[tuple[str, float]], note: str, has_bounds: bool | None
) -> None:
    found = estimate(one_column(rows), design(GROUPS))
    bounds = found.bounds[Method.CLUSTER_T]
    assert bounds.note == note
    assert (bounds.low is not None) is bool(has_bounds)
    figures = (found.value, found.standard_error, found.p, bounds.low, bounds.high)
    assert not any(figure is not None and math.isnan(figure) for figure in figures)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([0.03], [0.03], id="one"),
        pytest.param([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02], id="table"),
        pytest.param([0.9, 0.8], [1.0, 1.0], id="never-above-one"),
        pytest.param([0.02, None, 0.5], [0.06, None, 1.0], id="a-test-without-p-counts"),
    ],
)
def test_holm(found: list[float | None], expected: list[float | None]) -> None:
    assert [None if p is None else round(p, 10) for p in holm(found)] == expected
    shuffled = list(range(len(found)))
    random.Random(1).shuffle(shuffled)
    again = holm([found[place] for place in shuffled])
    assert again == [holm(found)[place] for place in shuffled]
