"""How often a model may be asked: so many requests and so many tokens within any minute.

A sliding window, so that no minute ever holds more. Clock and sleep are given.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

_WINDOW_SECONDS = 60.0


@dataclass(slots=True, eq=False)
class Ticket:
    """One request in the window. `tokens` is a guess until the request is settled."""

    at: float
    tokens: int


class Pacer:
    """Lets requests pass in their order of arrival, each when the limits allow it. None is none."""

    def __init__(
        self,
        requests_per_minute: int | None,
        tokens_per_minute: int | None,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        self._requests = requests_per_minute
        self._tokens = tokens_per_minute
        self._clock = clock
        self._sleep = sleep
        self._turnstile = threading.Lock()  # held by the one whose turn it is, while it waits
        self._lock = threading.Lock()
        self._window: deque[Ticket] = deque()

    def enter(self, tokens: int) -> Ticket:
        """Wait until one more request of about `tokens` is allowed, and count it.

        One that alone exceeds the limit of tokens passes when nothing else is in the window.
        """
        if self._requests is None and self._tokens is None:
            return Ticket(0.0, tokens)
        with self._turnstile:
            ticket = Ticket(self._clock(), tokens)
            while (wait := self._take(ticket)) > 0.0:
                self._sleep(wait)
            return ticket

    def settle(self, ticket: Ticket, tokens: int | None) -> None:
        """Put what a request really took in the place of the guess; unknown keeps the guess."""
        if tokens is not None:
            with self._lock:
                ticket.tokens = tokens

    def _take(self, ticket: Ticket) -> float:
        """Count the ticket and give 0, or the seconds after which to ask again."""
        with self._lock:
            ticket.at = self._clock()
            while self._window and self._window[0].at + _WINDOW_SECONDS <= ticket.at:
                self._window.popleft()
            if self._window and self._is_full(ticket.tokens):
                return self._window[0].at + _WINDOW_SECONDS - ticket.at
            self._window.append(ticket)
            return 0.0

    def _is_full(self, more: int) -> bool:
        if self._requests is not None and len(self._window) >= self._requests:
            return True
        used = sum(ticket.tokens for ticket in self._window) if self._tokens is not None else 0
        return self._tokens is not None and used + more > self._tokens
