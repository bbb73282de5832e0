"""Equality of scalars by type, and the forms in which list items are compared."""

from __future__ import annotations

import re
from decimal import Decimal

from worksurface_pipeline.kernel.number_forms import sole_number
from worksurface_pipeline.kernel.text import normalise, parse_number
from worksurface_pipeline.worksurface.scoring.profiles import AnswerRules
from worksurface_pipeline.worksurface.scoring.submitted import Value, as_text, is_plausible

_TRUE = frozenset({"true", "yes"})
_FALSE = frozenset({"false", "no"})
_QUOTES = "\"'`*\u201c\u201d\u2018\u2019"
_LONGEST_STATEMENT = 200  # characters: a sentence or two around one number
_LEADING_ZERO = re.compile(r"^0\d")

ItemKey = tuple[str, ...]


def number_of(value: Value) -> Decimal | None:
    """The number an answer states, None when it states none or several. A boolean is none.

    A text states its number in its first line: a passage that only holds it further down, or
    a line that nobody would say, is a quotation of where it was found.
    """
    if isinstance(value, Decimal):
        return value if is_plausible(value) else None
    if isinstance(value, str):
        reading = sole_number(value) if _is_statement(value) else None
        return None if reading is None else reading.value
    if isinstance(value, list) and len(value) == 1 and not isinstance(value[0], list):
        return number_of(value[0])
    return None


def numbers_match(gold: Decimal, answer: Decimal | None, rules: AnswerRules) -> bool:
    """Whether `answer` is the gold number under `rules`; 12.0 is the integer 12."""
    if answer is None:
        return False
    if gold == gold.to_integral_value() and abs(gold) <= rules.exact_up_to:
        return answer == gold
    return abs(answer - gold) <= rules.relative_tolerance * abs(gold)


def _is_statement(text: str) -> bool:
    first = text.strip().partition("\n")[0]
    return len(first) <= _LONGEST_STATEMENT and sole_number(first) is not None


def boolean_of(value: Value) -> bool | None:
    """The boolean an answer states (true, false, yes, no), else None."""
    text = tidy(as_text(value))
    if text in _TRUE:
        return True
    return False if text in _FALSE else None


def tidy(text: str) -> str:
    """Normalised text without quotes or marks around it and without a full stop at its end.

    Text that is nothing but such marks stays as it is, so that it does not equal no text.
    """
    whole = normalise(text)
    return whole.strip(_QUOTES).removesuffix(".").strip(_QUOTES + " ") or whole


def strings_match(gold: str, answer: Value) -> bool:
    """Normalised exact match; a number answers a string by the text it is written as."""
    return tidy(as_text(answer)) == tidy(gold)


def elements_match(gold: str, answer: Value, rules: AnswerRules) -> bool:
    """One element of a composite, by the type that the gold element has."""
    number = element_number(gold)
    if number is not None:
        return numbers_match(number, number_of(answer), rules)
    if tidy(gold) in {"true", "false"}:
        return boolean_of(answer) == boolean_of(gold)
    return strings_match(gold, answer)


def element_number(text: str) -> Decimal | None:
    """The number that `text` as a whole is; an id with leading zeros ("007") is none."""
    if _LEADING_ZERO.match(text.strip()):
        return None
    mention = parse_number(text)
    return None if mention is None else mention.number


def item_key(value: Value) -> ItemKey:
    """The form in which list items are compared: one key per element of the item.

    `a; 3`, ["a", 3] and ["a", "3.0"] have one form; "007" and 7 have two.
    """
    if isinstance(value, dict):
        return ("object", *sorted(value))
    if isinstance(value, list):
        return tuple(_element_key(as_text(element)) for element in value)
    return tuple(_element_key(part) for part in as_text(value).split(";"))


def _element_key(text: str) -> str:
    number = element_number(text)
    if number is None:
        return tidy(text)
    return "0" if number == 0 else format(number.normalize(), "f")
