"""What calls are going to take: measured where it can be, else at most; unknown is not nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from worksurface_pipeline.harness.llm.settings import FREE, Price
from worksurface_pipeline.harness.llm.types import Message, ModelRequest, Picture, Sampling, Usage
from worksurface_pipeline.mmenterprise.forecast.needs import (
    BOUND,
    Purpose,
    Sent,
    need,
    rate_of,
    sent,
)

PRICE = Price(prompt_per_million=1_000_000, completion_per_million=2_000_000)
CALL = Sent(size=401, pictures=0, most_tokens=100)
SEEN = Sent(size=401, pictures=3, most_tokens=100)
USED = Usage(prompt_tokens=100, completion_tokens=10)


def test_bytes_and_pictures_of_a_request_are_counted() -> None:
    picture = Picture(digest="d", media_type="image/png", path=Path("p.png"))
    messages = (
        Message(role="system", content="ä"),
        Message(role="user", content="four", images=(picture, picture)),
    )
    request = ModelRequest(model="m", messages=messages, sampling=Sampling(max_tokens=7))
    assert sent(request) == Sent(size=6, pictures=2, most_tokens=7)


@pytest.mark.parametrize(
    "measured",
    [
        pytest.param([(CALL, USED)] * 4, id="too few"),
        pytest.param([(SEEN, USED)] * 9, id="with pictures"),
        pytest.param([(CALL, Usage(prompt_tokens=5))] * 9, id="without usage"),
        pytest.param([], id="none"),
    ],
)
def test_what_was_not_measured_is_bounded(measured: list[tuple[Sent, Usage]]) -> None:
    assert rate_of(measured) is None
    found = need(Purpose("m", "w", PRICE, rate_of(measured)), [CALL, CALL])
    assert found.is_bound
    assert found.basis == BOUND
    assert (found.prompt_tokens, found.completion_tokens) == (402, 200)
    assert found.cost == 402 + 2 * 200


def test_measured_calls_give_the_rate_of_their_texts() -> None:
    rate = rate_of([(CALL, USED)] * 5 + [(SEEN, Usage(prompt_tokens=9000, completion_tokens=9))])
    found = need(Purpose("m", "w", PRICE, rate), [CALL, SEEN], done=5, kept=1)
    assert not found.is_bound
    assert "as 5 calls of this model" in found.basis
    assert round(found.prompt_tokens) == 200
    assert round(found.completion_tokens) == 20
    assert (found.wanted, found.done, found.kept, found.calls, found.pictures) == (3, 5, 1, 2, 3)
    assert found.is_part


@pytest.mark.parametrize(
    ("price", "cost"), [(None, None), (FREE, 0.0), (PRICE, 401)], ids=["unknown", "free", "known"]
)
def test_an_unknown_price_is_its_own_value(price: Price | None, cost: float | None) -> None:
    assert need(Purpose("m", "w", price), [CALL]).cost == cost
