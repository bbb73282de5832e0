"""The comparison that a question says at a figure or a date: "more than 150", "30 or more"."""

from __future__ import annotations

from collections.abc import Iterator, Set
from decimal import Decimal

from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import (
    AT_LEAST,
    AT_MOST,
    BEHIND,
    BETWEEN,
    EQUAL,
    LESS,
    LIMITS,
    MORE,
    NUMBER_WORDS,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked, asked_of
from worksurface_pipeline.worksurface.tasks.gates.asked.values import date_places, is_month_bound

_NEAR = 48  # characters before a figure in which the comparison is said
_SPANS = 2  # words that may stand between the comparison and its figure
# The first or last day of a month: "after April" is "from the first of May on".
_SIDES = {MORE: (AT_LEAST,), AT_MOST: (LESS,), EQUAL: (AT_LEAST, AT_MOST, LESS, BETWEEN)}


def bounds(number: Decimal, asked: Asked) -> set[str]:
    """The comparisons that stand at a figure, wherever it stands; {"="} where none does."""
    found: set[str] = set()
    for start, end in _places(number, asked):
        found |= _bound(asked.text[max(0, start - _NEAR) : start], asked.text[end : end + _NEAR])
    return found


def _places(number: Decimal, asked: Asked) -> Iterator[tuple[int, int]]:
    for mention in find_numbers(asked.text):
        if number in (mention.number, mention.number / 100):
            yield mention.start, mention.end
    for word in asked.words:
        if NUMBER_WORDS.get(word.text.lower()) == number:
            yield word.start, word.end


def _bound(before: str, after: str) -> set[str]:
    for pattern, operators in BEHIND:
        if pattern.search(after):
            return set(operators)
    for pattern, operators in LIMITS:
        matches = list(pattern.finditer(before))
        if matches and len(asked_of(before[matches[-1].end() :]).words) <= _SPANS:
            return set(operators)
    return {EQUAL}


def fits(operator: str, found: Set[str], asked: Asked) -> bool:
    """Whether the comparison is said at the figure, or, for dates and columns, anywhere."""
    if operator in found:
        return True
    if found - {EQUAL}:
        return False
    if operator == EQUAL:
        return True
    said = (operators for pattern, operators in LIMITS if pattern.search(asked.text))
    return any(operator in operators for operators in said)


def date_bounds(value: str, asked: Asked) -> set[str]:
    """The comparisons said at a date or a month; of a month's first or last day both of a side."""
    places = date_places(value, asked)
    found: set[str] = set()
    for start, end in places:
        found |= _bound(asked.text[max(0, start - _NEAR) : start], asked.text[end : end + _NEAR])
    if found and is_month_bound(value):
        found |= {other for one in found for other in _SIDES.get(one, ())}
    return found
