"""Agreement and intervals against values computed by hand or printed in tables."""

from __future__ import annotations

from itertools import permutations

import pytest

from worksurface_pipeline.kernel.agreement import agreement
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.intervals import exact_interval, rate

TWO = [["y", "y"]] * 8 + [["y", "n"], ["n", "y"]]
THREE = [["y", "y", "y"], ["y", "y", "n"], ["n", "n", "n"], ["y", "u", "n"]]


@pytest.mark.parametrize(
    ("ratings", "scale", "raw", "ac1", "fleiss"),
    [
        # chance of AC1: 2 x 0.9 x 0.1; of kappa: 0.81 + 0.01
        pytest.param(TWO, "yn", 0.8, 0.62 / 0.82, -0.02 / 0.18, id="kappa-paradox"),
        # the third category halves the chance agreement of AC1 and leaves kappa alone
        pytest.param(TWO, "ynu", 0.8, 0.71 / 0.91, -0.02 / 0.18, id="unused-category"),
        pytest.param(THREE, "ynu", 7 / 12, 0.417476, 0.268293, id="three-raters"),
        pytest.param([["y", "y", "y"]] * 5, "ynu", 1.0, 1.0, None, id="constant"),
        pytest.param([["y", "y"], ["n", "n"]], "yn", 1.0, 1.0, 1.0, id="perfect"),
        pytest.param([["y", "n"], ["n", "y"]], "yn", 0.0, -1.0, -1.0, id="opposed"),
    ],
)
def test_coefficients(
    ratings: list[list[str]], scale: str, raw: float, ac1: float, fleiss: float | None
) -> None:
    found = agreement(ratings, list(scale))
    assert found.raw.value == pytest.approx(raw)
    assert found.ac1.value == pytest.approx(ac1, abs=1e-6)
    if fleiss is None:
        assert (found.fleiss.value, str(found.fleiss)) == (None, "undefined")
    else:
        assert found.fleiss.value == pytest.approx(fleiss, abs=1e-6)


def test_cohen_uses_each_raters_own_shares() -> None:
    ratings = [["y", "y"]] * 4 + [["y", "n"]] * 4 + [["n", "n"]] * 2
    (pair,) = agreement(ratings, ["y", "n"]).pairs
    # observed 0.6; chance 0.8 x 0.4 + 0.2 x 0.6
    assert pair.cohen.value == pytest.approx((0.6 - 0.44) / 0.56)
    assert (pair.raw.count, pair.raw.n) == (6, 10)


def test_unsure_is_a_category_of_its_own() -> None:
    both = agreement([["u", "u"], ["y", "y"]], ["y", "n", "u"])
    apart = agreement([["u", "n"], ["y", "y"]], ["y", "n", "u"])
    assert (both.raw.value, apart.raw.value) == (1.0, 0.5)


def test_without_a_disagreement_the_interval_is_exact_not_a_point() -> None:
    found = agreement([["y", "y", "y"]] * 10, ["y", "n", "u"])
    assert found.ac1.interval.method == "exact"
    assert found.ac1.interval.low == pytest.approx(0.6915, abs=1e-4)  # 0.025 ** (1 / 10)
    assert found.ac1.interval.high == 1.0


def test_the_bootstrap_draws_whole_clusters() -> None:
    ratings = [["y", "y"], ["y", "n"], ["n", "n"], ["n", "y"]] * 10
    alone = agreement(ratings, ["y", "n"], seed=3)
    copies = [row for row in ratings for _ in range(10)]
    names = [str(place) for place in range(len(ratings)) for _ in range(10)]
    clustered = agreement(copies, ["y", "n"], clusters=names, seed=3)
    pooled = agreement(copies, ["y", "n"], seed=3)

    def width(found: object) -> float:
        interval = found.raw.interval  # type: ignore[attr-defined]
        return float(interval.high - interval.low)

    assert width(clustered) == pytest.approx(width(alone), abs=0.05)
    assert width(pooled) < width(alone) / 2


def test_few_clusters_are_told() -> None:
    assert "Only 2 clusters" in agreement(TWO, "yn", clusters=["a", "b"] * 5).warnings[0]
    assert agreement([], ["y", "n"]).warnings == ("No item was rated by all raters.",)


@pytest.mark.parametrize(
    "ratings",
    [
        pytest.param([["y", "n"], ["y"]], id="ragged"),
        pytest.param([["y"]], id="one-rater"),
        pytest.param([["y", "maybe"]], id="unknown-category"),
    ],
)
def test_what_is_no_table_is_refused(ratings: list[list[str]]) -> None:
    with pytest.raises(WorksurfaceError, match="items by raters"):
        agreement(ratings, ["y", "n"])


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        pytest.param(0, 10, 0.0, 0.3085, id="none"),
        pytest.param(5, 10, 0.1871, 0.8129, id="half"),
        pytest.param(8, 10, 0.4439, 0.9748, id="most"),
        pytest.param(10, 10, 0.6915, 1.0, id="all"),
        pytest.param(196, 200, 0.9496, 0.9945, id="many"),
    ],
)
def test_clopper_pearson(count: int, n: int, low: float, high: float) -> None:
    found = exact_interval(count, n)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_a_rate_of_nothing_is_none() -> None:
    assert (rate(0, 0).value, rate(0, 0).interval.method) == (None, "none")


def test_raters_have_no_order() -> None:
    for order in permutations(range(3)):
        turned = [[row[place] for place in order] for row in THREE]
        found, same = agreement(turned, "ynu", seed=1), agreement(THREE, "ynu", seed=1)
        assert (found.ac1, found.fleiss) == (same.ac1, same.fleiss)
