"""The sentence around a place in a text: what is quoted as evidence.

What does not belong: passages for search (retrieval), or what a question may say (tasks).
"""

from __future__ import annotations

import re

# A stop ends a sentence before white space (so a dot in a file name is none), a Chinese or
# Japanese one anywhere, and so do blank lines, lines that begin a list item, heading or row, and
# the fence of a block of code.
_STOP = re.compile(
    r"[.!?…][\"'”’)\]]*(?=\s)|[。！？；]|```\w*\n|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+#>|`]|\d+[.)][ \t]))"
)


def sentence_around(text: str, start: int, end: int, most: int) -> tuple[int, int]:
    """Bounds of the sentence that holds [start, end), without white space at its ends.

    It reaches at most `most` characters beyond either side; a longer one is cut between words.
    """
    floor, ceiling = max(0, start - most), min(len(text), end + most)
    left, right = _left(text, floor, start), _right(text, end, ceiling)
    while left < start and text[left].isspace():
        left += 1
    while right > end and text[right - 1].isspace():
        right -= 1
    return left, right


def _left(text: str, floor: int, start: int) -> int:
    stops = [match.end() for match in _STOP.finditer(text, floor, start)]
    if stops or not floor:
        return stops[-1] if stops else 0
    return next((at + 1 for at in range(floor, start) if text[at].isspace()), floor)


def _right(text: str, end: int, ceiling: int) -> int:
    stop = _STOP.search(text, end, ceiling)
    if stop or ceiling == len(text):
        return stop.end() if stop else ceiling
    return next((at for at in range(ceiling - 1, end, -1) if text[at].isspace()), ceiling)
