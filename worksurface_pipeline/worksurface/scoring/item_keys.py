"""The form in which items of lists are compared: one key per element, with the unit it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from worksurface_pipeline.worksurface.scoring.matching import element_reading, tidy
from worksurface_pipeline.worksurface.scoring.submitted import Value, as_text

ItemKey = tuple[str, ...]

_UNIT_MARK = "\x1f"  # no text holds it once it is normalised
_CACHED = 1 << 14  # items whose form is kept: names come again in every cell and epoch
_LONGEST_PAIR = 300  # characters of a name with its value
_PAIRS = (
    re.compile(r"\A(.*\S)\s*[:=|]\s+(.*)\Z", re.DOTALL),
    re.compile(r"\A(.*\S)\s+(?:[\u2013\u2014\u2192-]|->)\s+(.*)\Z", re.DOTALL),
    re.compile(r"\A(.*\S)\s*\(([^()]*)\)\s*\Z", re.DOTALL),
    re.compile(r"\A([^,]*[^,\s]),\s+(.*)\Z", re.DOTALL),
)


def item_key(value: Value) -> ItemKey:
    """The key of an item: `a; 3`, ["a", 3] and ["a", "3.0"] have one form; "007" and 7 have two."""
    if isinstance(value, str):
        return tuple(_element_key(part) for part in value.split(";"))
    if isinstance(value, list):
        return tuple(key for element in value for key in item_key(as_text(element)))
    if isinstance(value, dict):
        return ("object", *sorted(value))
    return (_element_key(as_text(value)),)


def bare_key(key: ItemKey) -> ItemKey:
    """A key without the units of its numbers."""
    return tuple(part.partition(_UNIT_MARK)[0] for part in key)


def are_kin(one: ItemKey, other: ItemKey) -> bool:
    """Whether two keys that are equal but for units name no two units at one place."""
    return all(
        first == second or not (_unit(first) and _unit(second))
        for first, second in zip(one, other, strict=True)
    )


def pair_keys(text: str) -> Iterator[ItemKey]:
    """The keys of a text that may be a name and its value ("North: 3", "North (3)")."""
    bare = text.strip().strip("|").strip()
    for pattern in _PAIRS:
        match = pattern.match(bare) if len(bare) <= _LONGEST_PAIR else None
        if match is not None:
            yield item_key(f"{match[1]};{match[2]}")


def _unit(part: str) -> str:
    return part.partition(_UNIT_MARK)[2]


@lru_cache(maxsize=_CACHED)
def _element_key(text: str) -> str:
    reading = element_reading(text)
    if reading is None:
        return tidy(text)
    value = reading.value
    figure = "0" if value == 0 else format(value.normalize(), "f")
    return f"{figure}{_UNIT_MARK}{reading.unit}" if reading.unit else figure
