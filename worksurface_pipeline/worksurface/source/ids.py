"""Ids of source tasks, and the order in which tasks are listed."""

from __future__ import annotations

import re
from functools import lru_cache

_DIGITS = re.compile(r"([0-9]+)")
_NOT_IN_ID = re.compile(r"[^\w.-]+")
# A task of many files is sorted by its id once for each of them.
_KEPT_KEYS = 4096

NaturalKey = tuple[tuple[tuple[int, int, str], ...], str]


@lru_cache(maxsize=_KEPT_KEYS)
def natural_key(text: str) -> NaturalKey:
    """Sort key that puts task 9 before task 10; ties are broken by the text itself."""
    pieces = tuple(
        (0, int(piece), "") if piece[0] in "0123456789" else (1, 0, piece)
        for piece in _DIGITS.split(text)
        if piece
    )
    return pieces, text


def safe_id(text: str) -> str:
    """A source task's id as letters, digits, `_`, `.` and `-`; "" when nothing is left."""
    return _NOT_IN_ID.sub("_", text).strip("_.")
