"""Finds a value in a text in whatever print: what a leak or an unaccounted number is told by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.kernel.thousands import without_thousands

# A figure also where letters stand against it, as in "48.5ms" or "v48.5".
_FIGURE = re.compile(r"\d+(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
# A part of these is no figure: "09" of "09:30" is not 9.
_MOMENT = re.compile(r"\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b")
_GROUPING = re.compile(r"[,\u00a0\u202f]")
_WORD = re.compile(r"\w+")
_PART = re.compile(r"\n|(?<=[.!?])(?<![A-Z]\.)\s")
_BLANK = "\x00"


def figures(text: str) -> Iterator[Decimal]:
    """All numbers of a text, grouping aside."""
    for match in _FIGURE.finditer(without_thousands(text)):
        yield Decimal(_GROUPING.sub("", match.group()))


def without(text: str, known: Iterable[str]) -> str:
    """A text without what is known to stand in it, the longest first; no part of a number goes."""
    items = sorted({item for item in known if item}, key=lambda item: (-len(item), item))
    held = [item for item in items if item in text]
    if not held:
        return text
    return re.sub("|".join(map(_whole, held)), _BLANK, text)


def _whole(item: str) -> str:
    """A pattern for a text that goes on with no digit where it begins or ends with one."""
    before = r"(?<!\d)(?<!\d[.,])" if item[0].isdigit() else ""
    after = r"(?!\d|[.,]\d)" if item[-1].isdigit() else ""
    return f"{before}{re.escape(item)}{after}"


def shows(text: str, value: str) -> bool:
    """Whether a text holds a value: its number in any print, else its words in any case."""
    numbers = list(figures(value))
    if len(numbers) == 1 and _WORD.fullmatch(_FIGURE.sub("", value).strip() or "x"):
        return numbers[0] in set(figures(_MOMENT.sub(_BLANK, text)))
    return normalise(value) in normalise(text)


def shows_of(text: str, value: str, subject: str) -> bool:
    """Whether some sentence holds a value together with words of what it belongs to."""
    words = set(_WORD.findall(normalise(subject)))
    if len(_PART.split(subject)) > 1:  # a name with a stop in it: no sentence can be told
        return shows(text, value)
    for part in _PART.split(text):
        if words <= set(_WORD.findall(normalise(part))) and shows(part, value):
            return True
    return False
