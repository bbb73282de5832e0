"""What a value states: a number, or a text in the form in which texts are compared."""

from __future__ import annotations

import re
from decimal import Decimal

from worksurface_pipeline.kernel.number_forms import NumberReading, whole_number
from worksurface_pipeline.kernel.number_statements import stated_in
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.scoring.numbers import numbers_match
from worksurface_pipeline.worksurface.scoring.submitted import (
    Value,
    is_plausible,
    unwrapped,
)

__all__ = [
    "element_reading",
    "numbers_match",
    "stated_number",
    "tidy",
]

_QUOTES = "\"'`*\u201c\u201d\u2018\u2019\u00ab\u00bb\u300c\u300d"
_STOPS = (".", "!", ";", "\u3002")
_HYPHENS = str.maketrans("\u2010\u2011", "--")
_LEAD = re.compile(r"\A(?:the )?(?:final )?answer(?: is)?\s?: |\Athe (?:final )?answer is ")
_MIDNIGHT_ENDS = ("0", "z")
_MIDNIGHT = re.compile(r"(\d{4}-\d{2}-\d{2})[t ]00:00(?::00(?:\.0+)?)?z?")
# One letter behind a figure may be a scale, and may be part of a room, a plan or a model.
_LETTERED = re.compile(r"[^$\u20ac\u00a3\u00a5\u20b9]*\d\s?[kmbe](?:[+-]?\d+)?", re.IGNORECASE)
_LEADING_ZERO = re.compile(r"^0\d")
# What a number may begin with; anything else is not looked at further.
_FIRST_OF_NUMBER = re.compile(
    r"[\s(+\-\u2212\uff0d\uff08]*(?:[\d.$€£¥₹\uff04\uffe5]|[A-Z]{1,3}\$|[A-Z]{3}\s?\d|Rs\b)"
)


def stated_number(value: Value, unit: str = "") -> NumberReading | None:
    """The number an answer to a question of `unit` states, None when it states none or several.

    A boolean is none.
    """
    value = unwrapped(value)
    if isinstance(value, Decimal):
        return NumberReading(value, "") if is_plausible(value) else None
    reading = stated_in(value, unit) if isinstance(value, str) else None
    return reading if reading is not None and is_plausible(reading.value) else None


def tidy(text: str) -> str:
    """Normalised text without quotes or marks around it and without a full stop at its end.

    Text that is nothing but such marks stays as it is, so that it does not equal no text. The
    words "Answer:" before it are no part of it, and a day at midnight is the day.
    """
    whole = normalise(text).translate(_HYPHENS).replace(" %", "%")
    bare = _LEAD.sub("", whole.strip(_QUOTES)).strip(_QUOTES)
    bare = (bare[:-1] if bare.endswith(_STOPS) else bare).strip(_QUOTES + " ")
    midnight = _MIDNIGHT.fullmatch(bare) if bare.endswith(_MIDNIGHT_ENDS) else None
    return midnight[1] if midnight else bare or whole


def element_reading(text: str) -> NumberReading | None:
    """The number that `text` as a whole is; an id with leading zeros ("007") is none."""
    stripped = text.strip()
    if _LEADING_ZERO.match(stripped) or not _FIRST_OF_NUMBER.match(stripped):
        return None
    if _LETTERED.fullmatch(stripped):
        return None
    reading = whole_number(stripped)
    return reading if reading is not None and is_plausible(reading.value) else None
