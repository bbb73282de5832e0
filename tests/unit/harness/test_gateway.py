from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.unit.harness.doubles import FakeClock
from worksurface_pipeline.harness.llm.costs import cost_rows
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.lanes import Lane, Lanes
from worksurface_pipeline.harness.llm.ledger import MemoryLedger
from worksurface_pipeline.harness.llm.retry import Fault, FaultKind
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price, RetryPolicy
from worksurface_pipeline.harness.llm.types import Message, ModelReply, ModelRequest, Usage
from worksurface_pipeline.kernel.errors import (
    ModelConfigurationError,
    ModelTooLateError,
    ModelUnavailableError,
)

REQUEST = ModelRequest(model="m/x", messages=(Message(role="user", content="hi"),))
REPLY = ModelReply(text="ok", usage=Usage(prompt_tokens=1000, completion_tokens=100))
PRICE = Price(prompt_per_million=2.0, completion_per_million=10.0)
BUSY = Fault(kind=FaultKind.TRANSIENT, what="Busy")
LIMITED = Fault(kind=FaultKind.RATE_LIMITED, what="Slow down", retry_after=9.0)


class Transport:
    """Plays a script of replies and faults; the last one repeats."""

    def __init__(self, *script: ModelReply | Fault | Callable[[], ModelReply]) -> None:
        self.script = script
        self.sent = 0

    def send(self, request: ModelRequest, model: ModelSettings) -> ModelReply | Fault:
        item = self.script[min(self.sent, len(self.script) - 1)]
        self.sent += 1
        return item if isinstance(item, (ModelReply, Fault)) else item()

    def price(self, model: ModelSettings) -> Price | None:
        return model.price


def gateway(
    transport: Transport, clock: FakeClock, ledger: MemoryLedger | None = None, **settings: object
) -> Gateway:
    model = ModelSettings.model_validate(
        {"id": "m/x", "retry": RetryPolicy(attempts=3), **settings}
    )
    return Gateway([model], transport=transport, clock=clock, sleep=clock.sleep, ledger=ledger)


def test_a_reply_comes_with_its_attempts() -> None:
    clock = FakeClock()
    reply = gateway(Transport(BUSY, BUSY, REPLY), clock).complete(REQUEST)
    assert reply == REPLY.model_copy(update={"attempts": 3})
    assert len(clock.slept) == 2


@pytest.mark.parametrize("attempts", [1, 2, 5])
def test_so_many_attempts_and_no_more(attempts: int) -> None:
    transport = Transport(BUSY)
    subject = gateway(transport, FakeClock(), retry=RetryPolicy(attempts=attempts))
    with pytest.raises(ModelUnavailableError, match=f"after {attempts} attempt"):
        subject.complete(REQUEST)
    assert transport.sent == attempts


def test_a_wrong_configuration_is_not_tried_again() -> None:
    transport = Transport(Fault(kind=FaultKind.CONFIGURATION, what="No key"))
    with pytest.raises(ModelConfigurationError, match="No key"):
        gateway(transport, FakeClock()).complete(REQUEST)
    assert transport.sent == 1


def test_an_unknown_model_is_named_with_the_known_ones() -> None:
    other = REQUEST.model_copy(update={"model": "m/y"})
    with pytest.raises(ModelConfigurationError, match=r"m/y is not configured.*m/x"):
        gateway(Transport(REPLY), FakeClock()).complete(other)


def test_the_wait_that_a_rate_limit_asks_for_is_kept() -> None:
    clock = FakeClock()
    gateway(Transport(LIMITED, REPLY), clock).complete(REQUEST)
    assert clock.slept == [9.0]


def test_a_pause_holds_for_every_caller_of_the_model() -> None:
    clock = FakeClock()
    lane = Lane(ModelSettings(id="m/x"), None, clock, clock.sleep)
    lane.pause(9.0)
    lane.pause(4.0)
    with lane.slot():
        assert clock.slept == [9.0]
    with lane.slot():
        assert clock.slept == [9.0]


def test_calls_in_flight_are_bounded() -> None:
    gate, lock = threading.Barrier(2), threading.Lock()
    inside: list[int] = [0]
    most: list[int] = [0]

    def answer() -> ModelReply:
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        gate.wait(timeout=10)
        with lock:
            inside[0] -= 1
        return REPLY

    subject = gateway(Transport(answer), FakeClock(), concurrency=2)
    threads = [threading.Thread(target=subject.complete, args=(REQUEST,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert most == [2]


def test_a_silent_call_ends_and_frees_its_slot() -> None:
    release = threading.Event()

    def silent() -> ModelReply:
        release.wait(20)
        return REPLY

    transport = Transport(silent, REPLY)
    subject = gateway(transport, FakeClock(), concurrency=1, timeout_seconds=0.05)
    reply = subject.complete(REQUEST)
    release.set()
    assert reply.attempts == 2


def test_a_bug_in_the_transport_is_not_hidden() -> None:
    def broken() -> ModelReply:
        raise KeyError("bug")

    with pytest.raises(KeyError, match="bug"):
        gateway(Transport(broken), FakeClock()).complete(REQUEST)


def test_the_ledger_knows_calls_attempts_tokens_cost_and_time() -> None:
    ledger, clock = MemoryLedger(), FakeClock()
    gateway(Transport(LIMITED, REPLY), clock, ledger, price=PRICE).complete(REQUEST)
    (record,) = ledger.records
    assert (record.result, record.attempts, record.seconds) == ("ok", 2, 9.0)
    assert record.usage == REPLY.usage
    assert record.cost == pytest.approx(0.003)
    assert record.problems == ("Slow down",)


def test_unknown_usage_and_price_are_counted_never_zero() -> None:
    ledger = MemoryLedger()
    silent = ModelReply(text="ok", usage=Usage())
    gateway(Transport(silent), FakeClock(), ledger, price=PRICE).complete(REQUEST)
    gateway(Transport(REPLY), FakeClock(), ledger).complete(REQUEST)
    with pytest.raises(ModelUnavailableError):
        gateway(Transport(BUSY), FakeClock(), ledger).complete(REQUEST)
    assert [record.cost for record in ledger.records] == [None, None, None]
    (row,) = cost_rows((("S4", record) for record in ledger.records), {"m/x": None})
    assert (row.calls, row.failed, row.attempts) == (3, 1, 5)
    assert (row.tokens, row.usage_missing, row.cost, row.cost_unknown) == (1100, 1, None, 2)


def test_a_rate_limit_lowers_the_calls_in_flight_until_they_succeed() -> None:
    clock = FakeClock()
    model = ModelSettings(id="m/x", concurrency=8)
    lanes = Lanes(lambda _: None, clock, clock.sleep)
    transport = Transport(LIMITED, LIMITED, REPLY)
    subject = Gateway([model], transport=transport, clock=clock, sleep=clock.sleep, lanes=lanes)
    subject.complete(REQUEST)
    assert lanes.of(model).concurrency == 2
    for _ in range(2 + 3):
        subject.complete(REQUEST)
    assert lanes.of(model).concurrency == 4


def test_the_limits_of_a_minute_hold_over_attempts_too() -> None:
    clock = FakeClock()
    subject = gateway(
        Transport(BUSY, BUSY, REPLY),
        clock,
        requests_per_minute=1,
        retry=RetryPolicy(attempts=3, base_seconds=0),
    )
    subject.complete(REQUEST)
    assert clock.now == 120.0


def test_the_usage_of_a_reply_counts_for_the_minute() -> None:
    clock = FakeClock()
    subject = gateway(Transport(REPLY), clock, tokens_per_minute=2200)
    for _ in range(3):
        subject.complete(REQUEST)
    assert clock.now == 60.0


def within(seconds: float) -> ModelRequest:
    return REQUEST.model_copy(update={"within_seconds": seconds})


def test_a_caller_that_waits_no_longer_is_told_so() -> None:
    transport, clock = Transport(BUSY), FakeClock()
    policy = RetryPolicy(attempts=9, base_seconds=4, cap_seconds=4)
    with pytest.raises(ModelTooLateError, match="limit of time"):
        gateway(transport, clock, retry=policy).complete(within(5.0))
    assert transport.sent < 9
    assert clock.now <= 5.0


def test_a_call_is_cut_by_the_limit_of_its_caller() -> None:
    release = threading.Event()

    def silent() -> ModelReply:
        release.wait(20)
        return REPLY

    transport, ledger = Transport(silent), MemoryLedger()
    with pytest.raises(ModelTooLateError):
        gateway(transport, FakeClock(), ledger, timeout_seconds=600).complete(within(0.05))
    release.set()
    assert transport.sent == 1
    assert [record.result for record in ledger.records] == ["too_late"]


def test_what_was_waited_for_a_limit_of_rate_is_told_and_counts_for_no_limit() -> None:
    ledger, clock = MemoryLedger(), FakeClock()
    reply = gateway(Transport(LIMITED, REPLY), clock, ledger).complete(within(5.0))
    assert (reply.attempts, reply.queued_seconds) == (2, 9.0)
    (record,) = ledger.records
    assert (record.seconds, record.queued_seconds) == (9.0, 9.0)


def test_missing_usage_is_assumed_for_ceilings_and_shown_nowhere() -> None:
    ledger = MemoryLedger()
    silent = ModelReply(text="x" * 30, usage=Usage(prompt_tokens=4))
    gateway(Transport(silent, REPLY), FakeClock(), ledger).complete(REQUEST)
    gateway(Transport(REPLY), FakeClock(), ledger).complete(REQUEST)
    first, second = ledger.records
    assert first.usage.total is None
    assert first.assumed == Usage(prompt_tokens=1, completion_tokens=15)
    assert second.assumed is None
