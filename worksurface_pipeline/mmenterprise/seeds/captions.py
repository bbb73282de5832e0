"""Captions: lines that begin with "Figure 3." or "Table 2:", and the part that they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.seeds.parts import Box
from worksurface_pipeline.readers.pdf_lines import Row

_LABEL = re.compile(
    r"^(?P<kind>figure|fig\.?|chart|exhibit|graph|diagram|map|table|tab\.)\s+"
    r"[A-Z]?\d+(?:[.-]\d+)*\s*(?P<end>[.:|–—-]|\s{2}|$)\s*(?P<words>.*)$",
    re.IGNORECASE,
)
# A caption runs over at most so many lines, and its lines are this close (letter heights).
_LINES = 4
_CLOSE = 0.9
# A caption stands no further from its part than this (points).
_REACH = 48.0
# It may begin or end this far beside a narrow part.
_ASIDE = 100.0


@dataclass(frozen=True, slots=True)
class Caption:
    """The words of a caption without its label and number, where it stands, and its rows."""

    words: str
    is_table: bool
    box: Box
    rows: tuple[Row, ...]


def find_captions(rows: Sequence[Row]) -> list[Caption]:
    """All captions among the rows of a page, top to bottom."""
    found = []
    right = max((row[-1].x1 for row in rows), default=0.0)
    for at, row in enumerate(rows):
        match = _LABEL.match(_text(row))
        if match is None:
            continue
        own = [row]
        for below in rows[at + 1 : at + _LINES]:
            if not _goes_on(own[-1], below, right):
                break
            own.append(below)
        words = " ".join([match["words"], *map(_text, own[1:])]).strip()
        is_table = match["kind"].lower().startswith("tab")
        found.append(Caption(words.rstrip(". "), is_table, _box(own), tuple(own)))
    return found


def caption_of(box: Box, captions: Sequence[Caption], *, is_table: bool) -> Caption | None:
    """The nearest caption of that kind above or below a part."""
    near = [
        (gap, caption)
        for caption in captions
        if caption.is_table == is_table and (gap := _gap(box, caption.box)) <= _REACH
    ]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _gap(part: Box, caption: Box) -> float:
    """The vertical distance, more than any reach where they do not stand above each other."""
    if caption[2] < part[0] - _ASIDE or caption[0] > part[2] + _ASIDE:
        return 2 * _REACH
    return max(0.0, caption[1] - part[3], part[1] - caption[3])


def _goes_on(above: Row, below: Row, right: float) -> bool:
    """Whether a caption's line is full and the next one is set alike right below it."""
    last, first = above[-1], below[0]
    is_full = last.x1 + last.size * _LINES > right
    is_close = first.y0 - last.y1 < _CLOSE * last.size
    return is_full and is_close and first.size == last.size and len(below) == 1


def _text(row: Row) -> str:
    return " ".join(fragment.text for fragment in row)


def _box(rows: Sequence[Row]) -> Box:
    pieces = [fragment for row in rows for fragment in row]
    return (
        min(piece.x0 for piece in pieces),
        min(piece.y0 for piece in pieces),
        max(piece.x1 for piece in pieces),
        max(piece.y1 for piece in pieces),
    )
