"""The items of a list answer, and the form in which items are compared.

A JSON list is taken as it is; text is split at lines, else at semicolons, else at commas. Where an
item of the gold holds a comma itself, pieces that make it up are put together again.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from worksurface_pipeline.worksurface.scoring.matching import element_number, tidy
from worksurface_pipeline.worksurface.scoring.submitted import Value, as_text

ItemKey = tuple[str, ...]

_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d{1,3}[.)])\s+")
_SEPARATORS = ("\n", ";", ",")
_AND = " and "
_QUOTES = ('"', "'")
_CACHED = 1 << 14  # items whose form is kept: names come again in every cell and epoch


@dataclass(frozen=True, slots=True)
class Wanted:
    """Items of a gold: their `keys` in order, and the most pieces that a comma cuts one into."""

    keys: tuple[ItemKey, ...]
    known: frozenset[ItemKey]
    most_pieces: int

    @property
    def are_plain(self) -> bool:
        """Whether every item is one element."""
        return all(len(key) == 1 for key in self.keys)


def wanted(items: Sequence[str]) -> Wanted:
    """The items of a gold list."""
    keys = tuple(item_key(item) for item in items)
    pieces = max((item.count(",") + 1 for item in items), default=1)
    return Wanted(keys, frozenset(keys), pieces)


def given_keys(value: Value, gold: Wanted) -> tuple[ItemKey, ...]:
    """The items of an answer, in the order given."""
    if isinstance(value, list) and len(value) == 1:
        only = value[0]
        if isinstance(only, list) and gold.are_plain:
            value = only  # a list in a list, where no item is one
        elif isinstance(only, str):
            value = only
    if isinstance(value, str):
        return _text_keys(value, gold)
    items = value if isinstance(value, list) else [] if value is None else [value]
    return tuple(item_key(item) for item in items)


def item_key(value: Value) -> ItemKey:
    """The form in which list items are compared: one key per element of the item.

    `a; 3`, ["a", 3] and ["a", "3.0"] have one form; "007" and 7 have two.
    """
    if isinstance(value, str):
        return tuple(_element_key(part) for part in value.split(";"))
    if isinstance(value, list):
        return tuple(key for element in value for key in item_key(as_text(element)))
    if isinstance(value, dict):
        return ("object", *sorted(value))
    return (_element_key(as_text(value)),)


def _text_keys(text: str, gold: Wanted) -> tuple[ItemKey, ...]:
    whole = item_key(text)
    if whole in gold.known:
        return (whole,)
    inner = text.strip()
    if inner.startswith("[") and inner.endswith("]"):
        inner = inner[1:-1]
    separator = next((mark for mark in _SEPARATORS if mark in inner), "")
    parts = [_clean(part) for part in _split(inner, separator)]
    if not separator:
        return _two_or_one(parts[0], gold)
    if separator == "," and gold.most_pieces > 1:
        return _put_together(parts, gold)
    return tuple(item_key(part) for part in parts if part)


def _split(text: str, separator: str) -> list[str]:
    """Parts between separators; a quoted part is one, whatever it holds."""
    if not separator:
        return [text]
    quote = text.lstrip()[:1]
    if separator != "\n" and quote in _QUOTES and text.count(quote) % 2 == 0:
        reader = csv.reader([text], delimiter=separator, quotechar=quote, skipinitialspace=True)
        try:
            return [part for row in reader for part in row]
        except csv.Error:  # a part longer than any item, or a line within one
            return text.split(separator)
    return text.split(separator)


def _two_or_one(text: str, gold: Wanted) -> tuple[ItemKey, ...]:
    """One item, or two with "and" between them where one of the two is asked for."""
    if _AND in text:
        keys = tuple(item_key(_clean(part)) for part in text.split(_AND))
        if any(key in gold.known for key in keys):
            return keys
    return (item_key(text),) if text else ()


def _put_together(parts: Sequence[str], gold: Wanted) -> tuple[ItemKey, ...]:
    """The parts as items; neighbours that make up an item of the gold are one."""
    keys: list[ItemKey] = []
    start = 0
    while start < len(parts):
        longest = min(gold.most_pieces, len(parts) - start)
        joined = ((size, _joined(parts[start : start + size])) for size in range(longest, 1, -1))
        size, key = next(
            ((size, key) for size, key in joined if key in gold.known),
            (1, item_key(parts[start])),
        )
        keys += [key] if parts[start] else []
        start += size
    return tuple(keys)


def _joined(parts: Sequence[str]) -> ItemKey:
    return item_key(", ".join(parts))


def _clean(text: str) -> str:
    item = _BULLET.sub("", text).strip().strip(",")
    return item.removeprefix("and ").strip()


@lru_cache(maxsize=_CACHED)
def _element_key(text: str) -> str:
    number = element_number(text)
    if number is None:
        return tidy(text)
    return "0" if number == 0 else format(number.normalize(), "f")
