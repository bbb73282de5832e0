"""Whether all strings of a column fit a pattern: a few are tried first, most columns end there."""

from __future__ import annotations

import re
from functools import lru_cache

import polars as pl

# Cells tried before the whole column is: most columns are refused by these few.
_PROBE = 8
# Up to here the regex engine of Python is faster: that of polars compiles anew on each call.
_FEW = 1000


def all_match(present: pl.Series, pattern: str) -> bool:
    """Whether every string fits; False for an empty column."""
    match = _compiled(pattern).search
    if not len(present) or not all(map(match, present.head(_PROBE).to_list())):
        return False
    if len(present) <= _FEW:
        return all(map(match, present.to_list()))
    return present.str.contains(pattern).all()


def any_match(present: pl.Series, pattern: str) -> bool:
    """Whether one of the strings fits."""
    if len(present) <= _FEW:
        return any(map(_compiled(pattern).search, present.to_list()))
    return present.str.contains(pattern).any()


def share_matching(present: pl.Series, pattern: str) -> float:
    """The share of the strings that fit, 0 for an empty column."""
    count = present.str.contains(pattern).sum() if len(present) else 0
    return float(count) / max(len(present), 1)


@lru_cache(maxsize=128)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
