from __future__ import annotations

import pytest

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.stats import mean, median, spearman

S, E, M = "scored", "error", "missing"


def test_mean_says_what_it_stands_on() -> None:
    result = mean([1.0, 0.5, None, None, None], [S, S, E, M, S], list("abcde"))
    assert result.value == 0.75
    assert result.over_all == pytest.approx(1.5 / 4)
    counts = (result.n_scored, result.n_errors, result.n_missing, result.n_total)
    assert counts == (2, 1, 1, 5)
    assert result.n_unscored == 1


def test_three_of_ten_lost_is_incomplete() -> None:
    result = mean([1.0] * 7 + [None] * 3, [S] * 7 + [E] * 3, [str(n) for n in range(10)])
    assert not result.is_complete
    assert result.value == 1.0
    assert result.over_all == pytest.approx(0.7)


@pytest.mark.parametrize(("lost", "is_complete"), [(1, True), (2, False)])
def test_completeness_at_99_percent(lost: int, is_complete: bool) -> None:
    statuses = [S] * (100 - lost) + [M] * lost
    values = [1.0] * (100 - lost) + [None] * lost
    assert mean(values, statuses, [str(n) for n in range(100)]).is_complete is is_complete


def test_epochs_are_averaged_within_a_task_first() -> None:
    result = mean([1.0, 1.0, 1.0, 0.0], [S] * 4, ["a", "a", "a", "b"])
    assert result.value == 0.5
    assert result.n_scored == 4


def test_nothing_scored_is_none_not_nan() -> None:
    result = mean([None, None], [S, S], ["a", "b"])
    assert (result.value, result.over_all, result.n_unscored) == (None, None, 2)
    assert mean([], [], []).value is None


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_nan_never_becomes_a_mean(value: float) -> None:
    with pytest.raises(WorksurfaceError, match="not a finite number"):
        mean([1.0, value], [S, S], ["a", "b"])


def test_median() -> None:
    assert median([]) is None
    assert median([3, 1, 2]) == 2
    assert median([4, 1, 2, 3]) == 2.5


@pytest.mark.parametrize(
    ("first", "second", "rho"),
    [
        ([1, 2, 3, 4], [10, 20, 30, 40], 1.0),
        ([1, 2, 3, 4], [4, 3, 2, 1], -1.0),
        ([1, 2, 2, 4], [1, 3, 2, 4], 0.9486832980505138),
        ([1, 1, 1], [1, 2, 3], None),
        ([1, 2], [1, 2], None),
    ],
    ids=["rising", "falling", "ties", "constant", "too few"],
)
def test_spearman(first: list[float], second: list[float], rho: float | None) -> None:
    assert spearman(first, second) == (None if rho is None else pytest.approx(rho))
