"""Two columns of a row compared with each other, as the question names them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import TURNED, Condition
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import (
    ABOVE,
    AT_LEAST,
    AT_MOST,
    BELOW,
    LESS,
    LIMITS,
    MORE,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked
from worksurface_pipeline.worksurface.tasks.gates.asked.values import core_of
from worksurface_pipeline.worksurface.tasks.spoken import split_unit
from worksurface_pipeline.worksurface.tasks.words import name_parts, synonyms

_ORDERS = frozenset({MORE, LESS, AT_LEAST, AT_MOST})
_SAID = {MORE: "more than", LESS: "less than", AT_LEAST: "at least", AT_MOST: "at most"}
# "a higher counted than booked quantity": the comparison stands before the first name.
_AHEAD = (
    (re.compile(rf"\b(?:{ABOVE})\W+(?:[^\W\d_]+\W+){{0,3}}$", re.IGNORECASE), MORE),
    (re.compile(rf"\b(?:{BELOW})\W+(?:[^\W\d_]+\W+){{0,3}}$", re.IGNORECASE), LESS),
)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)
# Characters before the one column that is named, in which the comparison stands.
_NEAR = 40


def comparison_problem(condition: Condition, asked: Asked) -> Iterator[str]:
    """A column compared with another the other way than the question does."""
    if condition.values or condition.operator not in _ORDERS or len(condition.columns) != 2:
        return
    left, right = condition.columns
    first, second = _place(left, asked), _place(right, asked)
    operator = condition.operator
    if first and second and first > second:
        first, second, operator = second, first, TURNED[operator]
    if first and second:
        said = _between(asked.text, first, second)
    else:
        place = second or first
        operator = operator if second else TURNED[operator]
        said = _operator(asked.text[max(0, place[0] - _NEAR) : place[0]]) if place else ""
    if said and said != operator:
        yield (
            f"the query asks for {left} {_SAID[condition.operator]} {right}, the question says"
            f" “{_SAID[said]}” in the order of its names"
        )


def _place(column: str, asked: Asked) -> tuple[int, int] | None:
    """Where the question names a column: its words next to each other."""
    whole = name_parts(split_unit(column)[0])
    return _stretch(whole, asked) or _stretch(core_of(column), asked)


def _stretch(core: tuple[str, ...], asked: Asked) -> tuple[int, int] | None:
    words = asked.words
    for at in range(len(words) - len(core) + 1):
        stretch = words[at : at + len(core)]
        if all(one.stem in synonyms(part) for one, part in zip(stretch, core, strict=True)):
            return stretch[0].start, stretch[-1].end
    return None


def _between(text: str, first: tuple[int, int], second: tuple[int, int]) -> str:
    middle = text[first[1] : second[0]]
    said = _operator(middle)
    if said or not _THAN.search(middle):
        return said
    before = text[: first[0]]
    return next((operator for pattern, operator in _AHEAD if pattern.search(before)), "")


def _operator(text: str) -> str:
    """The one order that a stretch of text says, "" where it says none."""
    for pattern, operators in LIMITS:
        if len(operators) == 1 and operators <= _ORDERS and pattern.search(text):
            return next(iter(operators))
    return ""
