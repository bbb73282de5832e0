"""What a value states: a number, a boolean or a text, and the elements of a composite."""

from __future__ import annotations

import re
from decimal import Decimal

from worksurface_pipeline.kernel.number_forms import NumberReading, sole_number, whole_number
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.scoring.numbers import numbers_match
from worksurface_pipeline.worksurface.scoring.submitted import (
    Value,
    as_text,
    is_plausible,
    unwrapped,
)

__all__ = [
    "boolean_of",
    "composite_elements",
    "element_number",
    "number_of",
    "numbers_match",
    "stated_number",
    "tidy",
]

_TRUE = frozenset({"true", "yes"})
_FALSE = frozenset({"false", "no"})
_QUOTES = "\"'`*\u201c\u201d\u2018\u2019"
_LONGEST_STATEMENT = 200  # characters: a sentence or two around one number
_LEADING_ZERO = re.compile(r"^0\d")
# What a number may begin with; anything else is not looked at further.
_FIRST_OF_NUMBER = re.compile(
    r"[\s(+\-\u2212\uff0d\uff08]*(?:[\d.$€£¥₹\uff04\uffe5]|[A-Z]{1,3}\$|[A-Z]{3}\s?\d|Rs\b)"
)
_WRAPPED = re.compile(r"\A\s*(?:\((.*)\)|\[(.*)\])\s*\Z", re.DOTALL)
_OTHER_SEPARATORS = ("\n", "|", "\t", ": ", ", ")


def stated_number(value: Value) -> NumberReading | None:
    """The number an answer states, None when it states none or several. A boolean is none.

    A text states its number in its first line: a passage that only holds it further down, or
    a line that nobody would say, is a quotation of where it was found.
    """
    value = unwrapped(value)
    if isinstance(value, Decimal):
        return NumberReading(value, "") if is_plausible(value) else None
    return _statement(value) if isinstance(value, str) else None


def number_of(value: Value) -> Decimal | None:
    """The figure of `stated_number`."""
    reading = stated_number(value)
    return None if reading is None else reading.value


def _statement(text: str) -> NumberReading | None:
    whole = text.strip()
    first = whole.partition("\n")[0]
    reading = sole_number(first) if len(first) <= _LONGEST_STATEMENT else None
    if reading is None or not is_plausible(reading.value):
        return None
    return reading if first == whole else sole_number(whole)


def boolean_of(value: Value) -> bool | None:
    """The boolean an answer states (true, false, yes, no), else None."""
    text = tidy(as_text(unwrapped(value)))
    if text in _TRUE:
        return True
    return False if text in _FALSE else None


def tidy(text: str) -> str:
    """Normalised text without quotes or marks around it and without a full stop at its end.

    Text that is nothing but such marks stays as it is, so that it does not equal no text.
    """
    whole = normalise(text)
    return whole.strip(_QUOTES).removesuffix(".").strip(_QUOTES + " ") or whole


def element_number(text: str) -> Decimal | None:
    """The number that `text` as a whole is; an id with leading zeros ("007") is none."""
    reading = element_reading(text)
    return None if reading is None else reading.value


def element_reading(text: str) -> NumberReading | None:
    """The same with its unit."""
    stripped = text.strip()
    if _LEADING_ZERO.match(stripped) or not _FIRST_OF_NUMBER.match(stripped):
        return None
    reading = whole_number(stripped)
    return reading if reading is not None and is_plausible(reading.value) else None


def composite_elements(value: Value, expected: int) -> list[Value]:
    """The elements of a composite answer, in order: an array's, or those between semicolons.

    Text without semicolons is split at lines, bars, colons or commas where that gives as many
    elements as are `expected`. An answer to a gold of one element is not split.
    """
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    if isinstance(value, list) and expected > 1:
        return [part for element in value for part in _at_semicolons(element)]
    if isinstance(value, list):
        return value
    if isinstance(value, str) and expected > 1:
        return _parts(value, expected)
    return [value]


def _at_semicolons(element: Value) -> list[Value]:
    return [part.strip() for part in element.split(";")] if isinstance(element, str) else [element]


def _parts(text: str, expected: int) -> list[Value]:
    if ";" in text:
        return _at_semicolons(text)
    wrapped = _WRAPPED.match(text)
    inner = (wrapped[1] or wrapped[2] or "") if wrapped else text
    for separator in _OTHER_SEPARATORS:
        parts = inner.strip().split(separator)
        if len(parts) == expected:
            return [part.strip() for part in parts]
    return [text]
