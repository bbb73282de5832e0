"""Numbers and names drawn by a seed, no number of a document twice where its range allows."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# Tries before a repeated number is accepted, or a range is called too narrow for a chart.
_TRIES = 400
_RANGE = re.compile(r"\[(-?[\d,.]*\d)\.\.(-?[\d,.]*\d)\]")
_NAME = re.compile(r"\{(\w+?)(\d+)\}")
_FIGURES = re.compile(r"\d(?:[\d,.]*\d)?")


@dataclass
class Pen:
    """Draws for one document. `used` are all figures that its text and tables print so far."""

    random: random.Random
    names: Mapping[str, Sequence[str]]
    used: set[str] = field(default_factory=set)

    def note(self, text: str) -> None:
        """Remember the figures of a text that is printed as it is."""
        self.used.update(_FIGURES.findall(text))

    def words(self, text: str) -> str:
        """`text` with its names in place: {site2} is the second of the names called site."""
        return _NAME.sub(lambda found: self.names[found[1]][int(found[2]) - 1], text)

    def fill(self, text: str, *, must_be_new: bool = False) -> str:
        """`text` with its names, and a number for each range [low..high]."""
        return _RANGE.sub(
            lambda found: self._number(found[1], found[2], must_be_new), self.words(text)
        )

    def _number(self, low: str, high: str, must_be_new: bool) -> str:
        """A number between two printed ones, with the decimals and commas of the first."""
        decimals = len(low.partition(".")[2])
        scale = 10**decimals
        bottom, top = (round(float(end.replace(",", "")) * scale) for end in (low, high))
        shape = f",.{decimals}f" if "," in low + high else f".{decimals}f"
        for _ in range(_TRIES):
            text = format(self.random.randint(bottom, top) / scale, shape)
            if text.lstrip("-") not in self.used:
                self.note(text)
                return text
        if must_be_new:
            raise ValueError(f"the range [{low}..{high}] is used up: widen it")
        return text
