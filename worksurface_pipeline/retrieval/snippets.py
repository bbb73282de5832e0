"""The stretch of a passage that shows most of what was asked, where not all of it can be shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from worksurface_pipeline.retrieval.tokens import found_tokens

_BLANK = re.compile(r"\s")
# A cut is moved to the next blank if there is one within this many characters.
_SHIFT = 24


def best_window(text: str, terms: Mapping[str, float], most: int) -> tuple[int, int]:
    """Start and end of the at most `most` characters whose distinct terms weigh the most.

    The first such stretch counts, its terms in the middle; without any term it is the beginning.
    """
    if most >= len(text):
        return 0, len(text)
    found = [place for place in found_tokens(text) if place[2] in terms]
    first, last = _best_run(found, terms, most)
    spare = most - (last - first)
    start = max(0, min(first - spare // 2, len(text) - most))
    return _trimmed(text, start, start + most, first, last)


def _best_run(
    found: list[tuple[int, int, str]], terms: Mapping[str, float], most: int
) -> tuple[int, int]:
    """The first stretch of places that fits and weighs the most; (0, 0) for none."""
    best, place = 0.0, (0, 0)
    held: Counter[str] = Counter()
    weight, left = 0.0, 0
    for start, end, term in found:
        weight += terms[term] if not held[term] else 0.0
        held[term] += 1
        while left < len(found) and end - found[left][0] > most and found[left][0] < start:
            gone = found[left][2]
            held[gone] -= 1
            weight -= terms[gone] if not held[gone] else 0.0
            left += 1
        if weight > best and end - found[left][0] <= most:
            best, place = weight, (found[left][0], end)
    return place


def _trimmed(text: str, start: int, end: int, first: int, last: int) -> tuple[int, int]:
    """Cuts moved inwards to a blank close by, never into the stretch [first, last)."""
    if start > 0:
        blank = _BLANK.search(text, start, min(start + _SHIFT, first))
        start = blank.end() if blank else start
    if end < len(text):
        blanks = [item.start() for item in _BLANK.finditer(text, max(end - _SHIFT, last), end)]
        end = blanks[-1] if blanks and blanks[-1] > start else end
    return start, end
