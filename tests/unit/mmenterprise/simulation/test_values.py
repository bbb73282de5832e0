from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.mmenterprise.ledger.hours import is_working
from worksurface_pipeline.mmenterprise.ledger.numbers import is_same, number_of
from worksurface_pipeline.mmenterprise.simulation.clock import WorkClock, working_days
from worksurface_pipeline.mmenterprise.simulation.values import Values

FRIDAY = date(2030, 3, 8)


@given(
    st.decimals(min_value=Decimal("0.01"), max_value=Decimal(99999), places=2), st.integers(0, 9)
)
def test_a_slip_is_another_number_in_the_same_print(value: Decimal, seed: int) -> None:
    printed = f"{value:,.2f}"
    slip = Values().slip(printed, Random(seed))
    assert slip is not None
    assert number_of(slip) not in {None, value}
    assert len(slip) == len(printed)
    assert slip.partition(".")[2].isdigit()


def test_a_share_stays_a_share() -> None:
    found = {Values().slip("99.5%", Random(seed)) for seed in range(40)}
    assert all(slip and (number_of(slip) or 0) <= 100 for slip in found)


def test_no_value_is_given_twice() -> None:
    values, rng = Values(), Random(1)
    drawn = [values.measured(10, 20, 0, rng) for _ in range(10)]
    assert len(set(drawn)) == len(drawn)
    assert values.slip("15", rng) not in drawn


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("1,200", Decimal(1200)),
        ("41.5%", Decimal("41.5")),
        ("3.2 ms", Decimal("3.2")),
        ("14 May", Decimal(14)),
        ("3 of 7", None),
        ("raking", None),
    ],
)
def test_a_printed_value_is_a_number_or_none(value: str, number: Decimal | None) -> None:
    assert number_of(value) == number


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("42", "42.0", True),
        ("1,200", "1200", True),
        ("14 May", "14 June", False),
        ("14", "14 May", False),
        ("Ada Vale", "ada  vale", True),
        ("3 of 7", "3 of 8", False),
    ],
)
def test_values_are_the_same_as_numbers_or_as_words(one: str, other: str, *, same: bool) -> None:
    assert is_same(one, other) is same


def test_the_clock_gives_each_working_minute_once() -> None:
    clock = WorkClock(working_days(FRIDAY, 2))
    taken = [clock.take(datetime(2030, 3, 8, 17, 58)) for _ in range(4)]
    assert taken == [
        datetime(2030, 3, 8, 17, 58),
        datetime(2030, 3, 8, 17, 59),
        datetime(2030, 3, 11, 9, 0),
        datetime(2030, 3, 11, 9, 1),
    ]
    assert all(at is not None and is_working(at) for at in taken)


def test_the_clock_ends_with_its_last_day() -> None:
    clock = WorkClock(working_days(FRIDAY, 1))
    assert clock.take(datetime(2030, 3, 8, 17, 59)) is not None
    assert clock.take(datetime(2030, 3, 8, 17, 59)) is None


@pytest.mark.parametrize(
    ("share", "minute"),
    [(0.0, datetime(2030, 3, 8, 9, 0)), (0.5, datetime(2030, 3, 11, 9, 0))],
    ids=["start", "half"],
)
def test_a_share_of_the_period_is_a_minute(share: float, minute: datetime) -> None:
    clock = WorkClock(working_days(FRIDAY, 2))
    assert clock.minute(share) == minute
    assert clock.share(minute) == share


def test_later_goes_on_over_the_weekend() -> None:
    clock = WorkClock(working_days(FRIDAY, 2))
    assert clock.later(datetime(2030, 3, 8, 17, 50), 20) == datetime(2030, 3, 11, 9, 10)


@pytest.mark.parametrize(
    "at",
    [
        datetime(2030, 3, 9, 10, 0),
        datetime(2030, 3, 8, 8, 59),
        datetime(2030, 3, 8, 18, 0),
        datetime(2030, 3, 8, 10, 0, 1),
    ],
    ids=["saturday", "early", "late", "second"],
)
def test_what_is_no_working_minute(at: datetime) -> None:
    assert not is_working(at)
