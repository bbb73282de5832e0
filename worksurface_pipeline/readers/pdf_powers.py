"""Raised figures of a PDF: 10 with a raised 6 is read as 10^6, as in all other formats.

A figure is raised if it is smaller than the one before it and stands on a higher base line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_RAISED = re.compile(r"[+\-\u2212]?\d")
# "5" with a raised "1" before a stroke is five and a half, not a power.
_FRACTION = re.compile(r"\^(?=\d{1,2}[/\u2044]\d)")
# Raised figures are smaller than this share of the others, and at least so far above their line.
_SMALLER = 0.9
_HIGHER = 0.15

Span = Mapping[str, Any]


def spelled_line(spans: Sequence[Span], direction: tuple[float, float]) -> str:
    """The text of a line's spans, raised figures after figures marked."""
    text = ""
    last: Span | None = None
    for span in spans:
        words = str(span["text"])
        is_power = last is not None and is_power_of(text, words) and _is_up(last, span, direction)
        text += f"^{words}" if is_power else words
        last = span if words.strip() else last
    return _FRACTION.sub(" ", text)


def is_power_of(text: str, words: str) -> bool:
    """Whether `words`, if raised, would be a power of the figure that ends `text`."""
    return text[-1:].isdigit() and _RAISED.match(words) is not None


def is_raised(size: float, bottom: float, other_size: float, other_bottom: float) -> bool:
    """Whether letters of one size and lower edge stand raised beside other ones (points)."""
    return size < _SMALLER * other_size and other_bottom - bottom > _HIGHER * other_size


def _is_up(last: Span, span: Span, direction: tuple[float, float]) -> bool:
    # Upwards is a quarter turn against the clock; y runs down the page.
    across = span["origin"][0] - last["origin"][0]
    down = span["origin"][1] - last["origin"][1]
    rise = across * direction[1] - down * direction[0]
    return is_raised(float(span["size"]), -rise, float(last["size"]), 0.0)
