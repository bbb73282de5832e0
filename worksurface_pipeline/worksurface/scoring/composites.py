"""The elements of a composite answer, in their order, however they are set apart."""

from __future__ import annotations

import re

from worksurface_pipeline.worksurface.scoring.submitted import Value, unwrapped

BULLET = re.compile(r"\A\s*(?:[-*+\u2022\u25e6\u2013]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+", re.IGNORECASE)
"""What marks an item at the start of its line."""
_WRAPPED = re.compile(r"\A\s*(?:\(([^()]*)\)|\[([^\[\]]*)\])\s*\Z")
_BRACKETED = re.compile(r"\A(.*\S)\s*\(([^()]*)\)\s*\Z", re.DOTALL)
_WIDE = str.maketrans("；，、：", ";,,:")
_SEPARATORS = (
    *("\n", "|", "\t", ": ", ", ", " = ", " - ", " \u2013 ", " \u2014 ", " \u2192 ", " -> "),
    *(" and ", ","),
)


def composite_elements(value: Value, expected: int) -> list[Value]:
    """The elements of a composite answer, in order: an array's, or those between semicolons.

    Text without semicolons is split at lines, bars, colons, commas and the like where that gives
    as many elements as are `expected`; a flat object gives its values, or its one name and value.
    An answer to a gold of one element is not split.
    """
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    if expected > 1:
        return _several(value, expected)
    return value if isinstance(value, list) else [value]


def without_brackets(text: str) -> str:
    """A text without one pair of brackets around all of it."""
    wrapped = _WRAPPED.match(text)
    return (wrapped[1] or wrapped[2] or "") if wrapped else text


def _several(value: Value, expected: int) -> list[Value]:
    if isinstance(value, dict):
        return _of_object(value, expected)
    if isinstance(value, list):
        return [part for element in value for part in _at_semicolons(unwrapped(element))]
    return _parts(value, expected) if isinstance(value, str) else [value]


def _of_object(value: dict[str, Value], expected: int) -> list[Value]:
    values = list(value.values())
    if any(isinstance(part, (list, dict)) for part in values):
        return [value]
    pair: list[Value] = [part for item in value.items() for part in item]
    return pair if len(value) == 1 and expected == len(pair) else values


def _at_semicolons(element: Value) -> list[Value]:
    return [part.strip() for part in element.split(";")] if isinstance(element, str) else [element]


def _parts(text: str, expected: int) -> list[Value]:
    inner = without_brackets(text).strip()
    for whole in (inner, inner.rstrip("; "), inner.translate(_WIDE)):
        if whole.count(";") == expected - 1:
            return _at_semicolons(whole)
    if ";" in text:
        return _at_semicolons(inner)
    return _otherwise(inner, expected)


def _otherwise(inner: str, expected: int) -> list[Value]:
    text = inner.translate(_WIDE)
    for separator in _SEPARATORS:
        parts = text.split(separator)
        if len(parts) == expected:
            return [_without_mark(part) for part in parts]
    bracketed = _BRACKETED.match(text)
    if bracketed is not None and expected == len(bracketed.groups()):
        return [bracketed[1], bracketed[2].strip()]
    parts = text.rsplit(", ", expected - 1)
    return [part.strip() for part in parts] if len(parts) == expected else [inner]


def _without_mark(part: str) -> str:
    return BULLET.sub("", part).strip()
