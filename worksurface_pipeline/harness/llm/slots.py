"""How many calls of a model are in flight at once: halved by a rate limit, regained by success."""

from __future__ import annotations

import threading


class AdaptiveSlots:
    """A semaphore whose size follows what the endpoint bears; never above `most`, never below 1.

    One burst of refusals halves it once: only calls that began after the last halving count. As
    many successes in a row as there are slots give one slot back.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._limit = most
        self._in_flight = 0
        self._halvings = 0
        self._successes = 0
        self._free = threading.Condition()

    @property
    def limit(self) -> int:
        """How many calls may be in flight now."""
        return self._limit

    def acquire(self) -> int:
        """Wait for a free slot. Gives a number to hand back to `limited`."""
        with self._free:
            self._free.wait_for(lambda: self._in_flight < self._limit)
            self._in_flight += 1
            return self._halvings

    def release(self) -> None:
        """Give a slot back."""
        with self._free:
            self._in_flight -= 1
            self._free.notify()

    def limited(self, begun: int) -> None:
        """The endpoint refused a call for its rate; `begun` is what `acquire` gave."""
        with self._free:
            self._successes = 0
            if begun == self._halvings:
                self._halvings += 1
                self._limit = max(1, self._limit // 2)

    def succeeded(self) -> None:
        """The endpoint answered a call."""
        with self._free:
            self._successes += 1
            if self._successes >= self._limit and self._limit < self._most:
                self._successes = 0
                self._limit += 1
                self._free.notify()
