"""The calls to one model: how many at once, how often, and the pause that its endpoint asks for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.pacing import Pacer, Ticket
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price
from worksurface_pipeline.harness.llm.slots import AdaptiveSlots

Clock = Callable[[], float]
Sleep = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Pass:
    """The right to send one request now; `queued` are the seconds it had to wait for that."""

    queued: float
    begun: int
    ticket: Ticket


class Lane:
    """Lets calls to one model through.

    A pause holds for every caller, so that one rate limit is not hit again by all the others.
    Shared by all gateways that ask the model: its limits hold from one cell to the next.
    """

    def __init__(self, model: ModelSettings, price: Price | None, clock: Clock, sleep: Sleep):
        self.model = model
        self.price = price
        self._clock = clock
        self._sleep = sleep
        self._slots = AdaptiveSlots(model.concurrency)
        self._pacer = Pacer(model.requests_per_minute, model.tokens_per_minute, clock, sleep)
        self._lock = threading.Lock()
        self._paused_until = float("-inf")

    @property
    def concurrency(self) -> int:
        """How many calls may be in flight now."""
        return self._slots.limit

    def pause(self, seconds: float) -> None:
        """No further call within `seconds`."""
        with self._lock:
            self._paused_until = max(self._paused_until, self._clock() + seconds)

    @contextmanager
    def slot(self, tokens: int = 0) -> Iterator[Pass]:
        """Wait for a free slot, the end of a pause and the limits of the minute.

        The slot is given back whatever happens. `tokens` is what the call may take at most.
        """
        begun = self._clock()
        number = self._slots.acquire()
        try:
            self._wait_out_pause()
            ticket = self._pacer.enter(tokens)
            yield Pass(self._clock() - begun, number, ticket)
        finally:
            self._slots.release()

    def answered(self, granted: Pass, tokens: int | None) -> None:
        """A call got its reply, which took `tokens` (None: not reported)."""
        self._pacer.settle(granted.ticket, tokens)
        self._slots.succeeded()

    def limited(self, granted: Pass) -> None:
        """A call was refused for its rate."""
        self._slots.limited(granted.begun)

    def _wait_out_pause(self) -> None:
        while True:
            with self._lock:
                wait = self._paused_until - self._clock()
            if wait <= 0:
                return
            self._sleep(wait)


class Lanes:
    """One lane for each model's settings, made when it is first asked for."""

    def __init__(
        self, price: Callable[[ModelSettings], Price | None], clock: Clock, sleep: Sleep
    ) -> None:
        self._price = price
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._known: dict[ModelSettings, Lane] = {}

    def of(self, model: ModelSettings) -> Lane:
        """The lane of a model."""
        with self._lock:
            if model not in self._known:
                price = self._price(model)
                self._known[model] = Lane(model, price, self._clock, self._sleep)
            return self._known[model]
