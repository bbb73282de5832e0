"""Ceilings: never exceeded, counted over runs and processes, the sentence says how to go on."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from worksurface_pipeline.harness.llm.ledger import CallRecord, JsonlLedger, assumed_usage
from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.llm.spending import CappedClient, Ceiling, Purse
from worksurface_pipeline.harness.llm.types import (
    Message,
    ModelReply,
    ModelRequest,
    Sampling,
    Usage,
)
from worksurface_pipeline.harness.stopping import StopRun

PRICE = Price(prompt_per_million=0.0, completion_per_million=1_000_000.0)  # one a reply's token
REQUEST = ModelRequest(
    model="m", messages=(Message(role="user", content="hi"),), sampling=Sampling(max_tokens=10)
)


class Paid:
    """Answers with a number of tokens and books the call, as the gateway does."""

    def __init__(self, ledger: JsonlLedger, tokens: int | None) -> None:
        self.asked = 0
        self._ledger = ledger
        self._tokens = tokens

    def complete(self, request: ModelRequest) -> ModelReply:
        self.asked += 1
        prompt = None if self._tokens is None else 1
        usage = Usage(prompt_tokens=prompt, completion_tokens=self._tokens)
        reply = ModelReply(text="x" * 24, usage=usage)
        record = CallRecord(
            model="m",
            request="r",
            result="ok",
            attempts=1,
            seconds=0.0,
            usage=usage,
            assumed=assumed_usage(request, reply),
        )
        self._ledger.add(record)
        return reply


def money(amount: float, run: str = "") -> Ceiling:
    return Ceiling(amount, "sweep.ceiling", run)


def client(
    folder: Path, *ceilings: Ceiling, tokens: int | None = 4, run: str = ""
) -> tuple[CappedClient, Paid]:
    paid = Paid(JsonlLedger(folder / "calls.jsonl", run), tokens)
    purse = Purse(ceilings, {"m": PRICE}, lambda: sorted(folder.glob("*.jsonl")))
    return CappedClient(paid, purse), paid


def calls_until_the_end(capped: CappedClient) -> str:
    while True:
        try:
            capped.complete(REQUEST)
        except StopRun as stop:
            return str(stop)


@pytest.mark.parametrize(
    ("ceiling", "tokens", "calls", "spent"),
    [
        pytest.param(money(30), 4, 6, "24 spent, 6 left", id="money"),
        pytest.param(money(10), 10, 1, "10 spent, 0 left", id="to-the-last"),
        pytest.param(money(9), 4, 0, "0 spent, 9 left", id="less-than-one-call"),
        pytest.param(
            Ceiling(30, "t", is_tokens=True), 4, 4, "20 tokens spent, 10 tokens left", id="tokens"
        ),
        pytest.param(money(30), None, 2, "24 spent, 6 left", id="usage-assumed-by-length"),
    ],
)
def test_a_ceiling_is_never_exceeded(
    ceiling: Ceiling, tokens: int | None, calls: int, spent: str, tmp_path: Path
) -> None:
    capped, paid = client(tmp_path, ceiling, tokens=tokens)
    said = calls_until_the_end(capped)
    assert paid.asked == calls
    assert spent in said
    assert "raise it and run again" in said


def test_what_earlier_runs_spent_counts(tmp_path: Path) -> None:
    calls_until_the_end(client(tmp_path, money(30))[0])
    capped, paid = client(tmp_path, money(30))
    assert "24 spent, 6 left" in calls_until_the_end(capped)
    assert paid.asked == 0
    capped, paid = client(tmp_path, money(40))
    calls_until_the_end(capped)
    assert paid.asked == 2


def test_a_named_run_has_a_budget_of_its_own(tmp_path: Path) -> None:
    calls_until_the_end(client(tmp_path, money(30))[0])
    for night in ("monday", "tuesday"):
        capped, paid = client(tmp_path, money(100), money(18, night), run=night)
        assert "sweep.ceiling of 18" in calls_until_the_end(capped)
        assert paid.asked == 3


def test_what_another_process_spends_is_seen(tmp_path: Path) -> None:
    capped, _ = client(tmp_path, money(30))
    capped.complete(REQUEST)
    other = Paid(JsonlLedger(tmp_path / "other.jsonl"), 10)
    other.complete(REQUEST)
    other.complete(REQUEST)
    with pytest.raises(StopRun, match="24 spent"):
        capped.complete(REQUEST)


def test_replies_of_the_cache_and_failed_calls_are_not_billed(tmp_path: Path) -> None:
    capped, paid = client(tmp_path, money(10))
    blank = {"model": "m", "request": "r", "attempts": 1, "seconds": 0.0}
    usage = Usage(prompt_tokens=1, completion_tokens=9)
    with JsonlLedger(tmp_path / "more.jsonl") as ledger:
        ledger.add(CallRecord(**blank, result="ok", is_cached=True, usage=usage))
        ledger.add(CallRecord(**blank, result="transient"))
    capped.complete(REQUEST)
    assert paid.asked == 1


def test_calls_at_once_never_exceed_it_together(tmp_path: Path) -> None:
    """Each sets its most aside; who does not fit waits for those in flight, and then stops."""
    capped, paid = client(tmp_path, money(35), tokens=5)
    said: list[str] = []
    threads = [
        threading.Thread(target=lambda: said.append(calls_until_the_end(capped))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert len(said) == 8
    assert paid.asked == 6


def test_a_free_call_passes_a_ceiling_that_is_used_up(tmp_path: Path) -> None:
    paid = Paid(JsonlLedger(tmp_path / "calls.jsonl"), 4)
    free = Price(prompt_per_million=0.0, completion_per_million=0.0)
    purse = Purse([money(0)], {"m": free}, lambda: tmp_path.glob("*.jsonl"))
    assert CappedClient(paid, purse).complete(REQUEST).text
    assert purse.standing() == ("sweep.ceiling of 0: 0 spent so far, 0 left",)


def test_a_model_that_left_the_settings_has_spent_what_was_booked(tmp_path: Path) -> None:
    with JsonlLedger(tmp_path / "gone.jsonl") as ledger:
        usage = Usage(prompt_tokens=1, completion_tokens=4)
        blank = {"request": "r", "result": "ok", "attempts": 1, "seconds": 0.0, "usage": usage}
        ledger.add(CallRecord(model="gone", cost=35.0, **blank))
    capped, paid = client(tmp_path, money(40))
    with pytest.raises(StopRun, match="35 spent"):
        capped.complete(REQUEST)
    assert paid.asked == 0


def test_a_call_that_nobody_priced_is_told_and_not_counted_as_nothing(tmp_path: Path) -> None:
    with JsonlLedger(tmp_path / "gone.jsonl") as ledger:
        usage = Usage(prompt_tokens=1, completion_tokens=4)
        blank = {"request": "r", "result": "ok", "attempts": 1, "seconds": 0.0, "usage": usage}
        ledger.add(CallRecord(model="gone", **blank))
    standing = Purse([money(40)], {}, lambda: tmp_path.glob("*.jsonl")).standing()
    assert "The cost of 1 earlier call is unknown and in no ceiling: no price." in standing
