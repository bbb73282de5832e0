"""Ranges and dates in rubrics: figures that are text, not one number ("1.5-2 hours", "3-5")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.kernel.text import NumberMention

LITERAL = "literal"
"""Unit of a mention that is compared as text."""

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DATES = (
    rf"{_MONTH}\s\d{{1,2}}(?:\s?[-\u2013]\s?\d{{1,2}})?,\s\d{{4}}",
    rf"\d{{1,2}}\s{_MONTH}\s\d{{4}}",
    r"\d{1,2}/\d{1,2}/\d{4}",
    r"\d{4}-\d{2}-\d{2}",
)
_RANGE = r"\d+(?:\.\d+)?\s?[-\u2013\u2014]\s?\d+(?:\.\d+)?"
_PATTERN = re.compile(
    rf"(?<![\w.,/:$-])(?:{'|'.join(_DATES)}|(?P<range>{_RANGE}))(?![\w/:-]|[.,]\d)"
)
_IS_RANGE = re.compile(_RANGE)
_YEARS = re.compile(r"(?:1[89]|20)\d\d\s?[-\u2013\u2014]\s?(?:(?:1[89]|20)\d\d|\d\d)")
_DASH = "[-\u2010-\u2015]"


def find_literals(text: str) -> Iterator[NumberMention]:
    """All ranges and full dates of `text`; a range of years names a period and is none."""
    for match in _PATTERN.finditer(text):
        if not _YEARS.fullmatch(match[0]):
            yield _mention(match[0], match.start(), match.end())


def find_same(text: str, literal: NumberMention) -> Iterator[NumberMention]:
    """All places where `text` has the literal, whatever its dashes and spaces."""
    pieces = [re.escape(piece) for piece in re.split(r"[-\u2010-\u2015]", literal.raw)]
    loose = rf"\s?{_DASH}\s?".join(piece.strip() for piece in pieces).replace(r"\ ", r"\s+")
    for match in re.finditer(rf"(?<![\w.,/:-]){loose}(?![\w/:-]|[.,]\d)", text):
        yield _mention(match[0], match.start(), match.end())


def form_of(literal: str) -> str:
    """How a range or a date is to be given, in words that hold no answer."""
    if not _IS_RANGE.fullmatch(literal):
        return "Give the date as the file writes it."
    return f"Give it as a range like {'1-2' if literal != '1-2' else '3-4'}."


def _mention(raw: str, start: int, end: int) -> NumberMention:
    return NumberMention(value="0", digits=0, unit=LITERAL, raw=raw, start=start, end=end)
