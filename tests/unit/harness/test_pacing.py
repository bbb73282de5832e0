"""Limits of a minute, and concurrency that follows what an endpoint bears."""

from __future__ import annotations

import threading

import pytest

from tests.unit.harness.doubles import FakeClock
from worksurface_pipeline.harness.llm.lanes import Lane, Lanes
from worksurface_pipeline.harness.llm.pacing import Pacer
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.slots import AdaptiveSlots


def passed(pacer: Pacer, clock: FakeClock, tokens: list[int]) -> list[float]:
    """When each of some requests, asked for at once, is let through."""
    times = []
    for size in tokens:
        pacer.enter(size)
        times.append(clock.now)
    return times


@pytest.mark.parametrize(
    ("requests", "tokens", "sizes", "times"),
    [
        pytest.param(None, None, [9, 9, 9], [0, 0, 0], id="no-limit"),
        pytest.param(2, None, [1] * 5, [0, 0, 60, 60, 120], id="requests"),
        pytest.param(None, 100, [60, 40, 1, 99], [0, 0, 60, 60], id="tokens"),
        pytest.param(None, 100, [250, 1, 1], [0, 60, 60], id="one-beyond-the-limit"),
        pytest.param(None, 100, [10, 250, 1], [0, 60, 120], id="it-passes-alone"),
        pytest.param(3, 100, [50, 50, 50], [0, 0, 60], id="the-tighter-one-holds"),
    ],
)
def test_a_minute_never_holds_more(
    requests: int | None, tokens: int | None, sizes: list[int], times: list[float]
) -> None:
    clock = FakeClock()
    assert passed(Pacer(requests, tokens, clock, clock.sleep), clock, sizes) == times


@pytest.mark.parametrize(
    ("taken", "at"),
    [
        pytest.param(10, 0.0, id="less-than-guessed"),
        pytest.param(100, 60.0, id="more-than-guessed"),
        pytest.param(None, 60.0, id="not-reported"),
    ],
)
def test_what_a_request_took_takes_the_place_of_the_guess(taken: int | None, at: float) -> None:
    clock = FakeClock()
    pacer = Pacer(None, 100, clock, clock.sleep)
    pacer.settle(pacer.enter(80), taken)
    pacer.enter(50)
    assert clock.now == at


def test_the_window_slides() -> None:
    clock = FakeClock()
    pacer = Pacer(2, None, clock, clock.sleep)
    pacer.enter(1)
    clock.sleep(40)
    pacer.enter(1)
    pacer.enter(1)
    assert clock.now == 60
    pacer.enter(1)
    assert clock.now == 100


def in_flight(slots: AdaptiveSlots, count: int) -> list[int]:
    return [slots.acquire() for _ in range(count)]


def test_a_rate_limit_halves_and_successes_give_back_step_by_step() -> None:
    slots = AdaptiveSlots(8)
    first = in_flight(slots, 8)
    for begun in first:
        slots.limited(begun)
        slots.release()
    assert slots.limit == 4
    slots.limited(in_flight(slots, 1)[0])
    slots.release()
    assert slots.limit == 2
    seen = []
    for _ in range(2 + 3 + 4 + 5 + 6 + 7 + 20):
        slots.succeeded()
        seen.append(slots.limit)
    assert seen[:10] == [2, 3, 3, 3, 4, 4, 4, 4, 5, 5]
    assert max(seen) == seen[-1] == 8


def test_it_never_falls_below_one() -> None:
    slots = AdaptiveSlots(3)
    for _ in range(5):
        slots.limited(slots.acquire())
        slots.release()
    assert slots.limit == 1


def test_a_lowered_limit_holds_for_those_who_come() -> None:
    slots = AdaptiveSlots(2)
    begun = in_flight(slots, 2)
    slots.limited(begun[0])
    entered = threading.Event()

    def enter() -> None:
        slots.acquire()
        entered.set()

    threading.Thread(target=enter, daemon=True).start()
    slots.release()
    assert not entered.wait(0.1)
    slots.release()
    assert entered.wait(10)


def test_a_lane_is_shared_by_all_that_ask_the_model() -> None:
    clock = FakeClock()
    lanes = Lanes(lambda model: None, clock, clock.sleep)
    limited = ModelSettings(id="m", requests_per_minute=1)
    with lanes.of(limited).slot():
        pass
    with lanes.of(ModelSettings(id="m", requests_per_minute=1)).slot() as granted:
        assert granted.queued == 60.0
    assert lanes.of(ModelSettings(id="m")) is not lanes.of(limited)


def test_a_slot_is_given_back_when_the_call_fails() -> None:
    clock = FakeClock()
    lane = Lane(ModelSettings(id="m", concurrency=1), None, clock, clock.sleep)
    for _ in range(3):
        with pytest.raises(KeyError), lane.slot():
            raise KeyError("bug")
