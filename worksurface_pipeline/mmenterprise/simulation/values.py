"""Values that chance makes: invented measurements and plausible slips."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import pairwise
from random import Random

from worksurface_pipeline.mmenterprise.ledger.numbers import number_of

_DIGITS = re.compile(r"\d")
_STEPS = (1, -1, 2, -2, 3, -3)
_HUNDRED = Decimal(100)


class Values:
    """Numbers already used in a project: no two slots, true or wrong, share one."""

    def __init__(self) -> None:
        self._numbers: set[Decimal] = set()
        self._texts: set[str] = set()

    def take(self, value: str) -> bool:
        """Whether `value` was free; it is used from now on."""
        number = number_of(value)
        if number is None:
            is_free = value.casefold() not in self._texts
            self._texts.add(value.casefold())
            return is_free
        is_free = number not in self._numbers
        self._numbers.add(number)
        return is_free

    def measured(self, low: float, high: float, decimals: int, rng: Random) -> str:
        """A fresh number between bounds, with so many decimals."""
        scale = 10**decimals
        while True:
            number = rng.randint(int(low * scale), int(high * scale))
            value = f"{number / scale:.{decimals}f}"
            if self.take(value):
                return value

    def slip(self, value: str, rng: Random) -> str | None:
        """A wrong number that looks like `value` and is no other's; None where all are taken."""
        found = sorted(set(_misprints(value)))
        rng.shuffle(found)
        return next((item for item in found if self.take(item)), None)


def drifted(value: Decimal, percent: int, step: int) -> str:
    """A sum moved by `percent`, rounded to `step`, with grouped thousands."""
    moved = value + value * percent / 100
    return f"{int(moved / step) * step:,}"


def other_of(options: Iterable[str], without: Iterable[str], rng: Random) -> str | None:
    """One of `options` that is none of `without`."""
    free = sorted(set(options) - set(without))
    return rng.choice(free) if free else None


def _misprints(value: str) -> Iterator[str]:
    """Swapped neighbours and digits that are a little off, in the same print."""
    places = [match.start() for match in _DIGITS.finditer(value)]
    limit = number_of(value)
    for candidate in (*_swapped(value, places), *_off(value, places)):
        number = number_of(candidate)
        if number is None or limit is None or number == limit or number == 0:
            continue
        if not (limit <= _HUNDRED < number):  # a share stays a share
            yield candidate


def _swapped(value: str, places: list[int]) -> Iterator[str]:
    for left, right in pairwise(places):
        if value[left] != value[right] and not (left == places[0] and value[right] == "0"):
            letters = list(value)
            letters[left], letters[right] = letters[right], letters[left]
            yield "".join(letters)


def _off(value: str, places: list[int]) -> Iterator[str]:
    """One of the first three digits a little up or down: a slip that matters."""
    for place in places[:3]:
        for step in _STEPS:
            digit = int(value[place]) + step
            lowest = 1 if place == places[0] else 0
            if lowest <= digit <= 9:
                yield f"{value[:place]}{digit}{value[place + 1 :]}"
