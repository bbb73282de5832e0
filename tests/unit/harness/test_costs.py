"""Costs from the ledger: under any prices, with the cache told apart, unknown never zero."""

from __future__ import annotations

from typing import Any

import pytest

from worksurface_pipeline.harness.llm.costs import CostRow, cost_rows
from worksurface_pipeline.harness.llm.ledger import CallRecord
from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.llm.types import Usage

USAGE = Usage(prompt_tokens=1000, completion_tokens=100)
CHEAP = Price(prompt_per_million=1.0, completion_per_million=10.0)
DEAR = Price(prompt_per_million=10.0, completion_per_million=100.0)


def call(**fields: Any) -> CallRecord:
    blank = {"model": "m", "request": "r", "result": "ok", "attempts": 1, "seconds": 2.0}
    return CallRecord(**{**blank, "usage": USAGE, **fields})


PAID = call()
HIT = call(is_cached=True, attempts=0, seconds=0.0)
SILENT = call(usage=Usage())
HALF = call(usage=Usage(prompt_tokens=3))
FAILED = call(result="transient", attempts=4, usage=Usage())


def row(*records: CallRecord, price: Price | None = CHEAP) -> CostRow:
    (found,) = cost_rows((("S4", record) for record in records), {"m": price})
    return found


@pytest.mark.parametrize(
    ("records", "price", "tokens", "billed", "cost", "unknown"),
    [
        pytest.param((PAID, PAID), CHEAP, 2200, 2200, 0.004, 0, id="all-known"),
        pytest.param((PAID, PAID), DEAR, 2200, 2200, 0.04, 0, id="other-prices"),
        pytest.param((PAID, HIT, HIT), CHEAP, 3300, 1100, 0.002, 0, id="cache-hits-are-not-billed"),
        pytest.param((HIT,), CHEAP, 1100, 0, 0.0, 0, id="nothing-billed-costs-nothing"),
        pytest.param((PAID, SILENT), CHEAP, 1100, 1100, 0.002, 1, id="missing-usage"),
        pytest.param((SILENT, HALF), CHEAP, 0, 0, None, 2, id="no-usage-at-all"),
        pytest.param((PAID,), None, 1100, 1100, None, 1, id="no-price"),
        pytest.param((PAID, FAILED), CHEAP, 1100, 1100, 0.002, 0, id="failed-calls"),
    ],
)
def test_sums(
    records: tuple[CallRecord, ...],
    price: Price | None,
    tokens: int,
    billed: int,
    cost: float | None,
    unknown: int,
) -> None:
    found = row(*records, price=price)
    assert (found.tokens, found.billed_tokens, found.cost_unknown) == (tokens, billed, unknown)
    assert found.cost == (None if cost is None else pytest.approx(cost))


def test_calls_are_counted_by_what_became_of_them() -> None:
    found = row(PAID, HIT, SILENT, FAILED)
    assert (found.calls, found.cached, found.failed, found.attempts) == (4, 1, 1, 6)
    assert (found.usage_missing, found.seconds) == (1, 2.0)
    assert row(HIT).seconds is None


def test_tokens_of_embedded_models_are_counted_not_billed() -> None:
    (found,) = cost_rows([("S4", call(model="offline/keyword"))], {})
    assert (found.tokens, found.billed_tokens, found.cost, found.cost_unknown) == (1100, 0, 0.0, 0)


def test_rows_stand_by_model_and_purpose() -> None:
    calls = [("S4", PAID), ("S1", PAID), ("S1", call(model="a")), ("S1", PAID)]
    rows = cost_rows(calls, {"m": CHEAP})
    assert [(row.model, row.purpose, row.calls) for row in rows] == [
        ("a", "S1", 1),
        ("m", "S1", 2),
        ("m", "S4", 1),
    ]
    assert [row.cost is None for row in rows] == [True, False, False]


@pytest.mark.parametrize(
    ("prices", "as_booked", "cost"),
    [
        pytest.param({"m": CHEAP}, True, 0.002, id="priced-now"),
        pytest.param({"m": None}, True, None, id="there-and-without-a-price"),
        pytest.param({}, True, 7.0, id="gone"),
        pytest.param({}, False, None, id="of-no-table"),
    ],
)
def test_a_model_that_left_the_settings_cost_what_was_booked(
    prices: dict[str, Price | None], as_booked: bool, cost: float | None
) -> None:
    (found,) = cost_rows([("S4", call(cost=7.0))], prices, as_booked=as_booked)
    assert found.cost == (None if cost is None else pytest.approx(cost))
