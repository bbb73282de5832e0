"""Fragments of PDF lines with a place and a size, and fragments that share a line as rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from worksurface_pipeline.readers.pdf_powers import is_power_of, is_raised

# Fragments closer than this many letter heights belong to one run of words.
_WORD_GAP = 1.0
# A bullet may stand this far from its text.
_BULLET_GAP = 3.0
# At a place where many fragments start, a gap this wide (letter heights) already parts two cells.
_CELL_GAP = 0.15


@dataclass(frozen=True, slots=True)
class Fragment:
    """A run of words on one line, in the coordinates of its own reading direction (points)."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    size: float
    # White space followed it in the file, so that its last word is whole.
    is_closed: bool = False
    # Many fragments of its page start at the same place: a column of cells or of text.
    starts_cell: bool = False

    @property
    def middle(self) -> float:
        """The vertical middle."""
        return (self.y0 + self.y1) / 2

    @property
    def height(self) -> float:
        """The height in points, never 0."""
        return max(self.y1 - self.y0, 0.1)


Row = tuple[Fragment, ...]


def starting_cell(item: Fragment) -> Fragment:
    """The same fragment, marked as one that starts where many do."""
    return Fragment(
        item.x0, item.y0, item.x1, item.y1, item.text, item.size, item.is_closed, starts_cell=True
    )


def rows_of(fragments: Iterable[Fragment]) -> list[Row]:
    """Fragments that share a line, top to bottom, each row left to right and joined up."""
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda item: (item.middle, item.x0)):
        if rows and _is_level(rows[-1], fragment):
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return [_joined(sorted(row, key=lambda item: item.x0)) for row in rows]


def _is_level(row: list[Fragment], fragment: Fragment) -> bool:
    first = row[0]
    reach = 0.5 * min(first.height, fragment.height)
    return abs(fragment.middle - first.middle) < reach


def _joined(row: list[Fragment]) -> Row:
    """Neighbours at a word's distance become one fragment; a bullet joins its text."""
    done = [row[0]]
    for fragment in row[1:]:
        last = done[-1]
        gap = fragment.x0 - last.x1
        if gap < _reach(last, fragment) * max(last.size, 1.0):
            done[-1] = _merge(last, fragment, gap)
        else:
            done.append(fragment)
    return tuple(done)


def _reach(left: Fragment, right: Fragment) -> float:
    """The gap, in letter heights, below which two neighbours are one run of words."""
    if len(left.text) <= 2 and not left.text.isalnum():
        return _BULLET_GAP
    return _CELL_GAP if right.starts_cell else _WORD_GAP


def _is_up(left: Fragment, right: Fragment) -> bool:
    return is_raised(right.size, right.y1, left.size, left.y1)


def _merge(left: Fragment, right: Fragment, gap: float) -> Fragment:
    # Letters set one by one overlap or touch: a tenth of their height is still the same word.
    space = "" if gap < 0.1 * left.size and not left.is_closed else " "
    if not space and is_power_of(left.text, right.text) and _is_up(left, right):
        space = "^"
    return Fragment(
        left.x0,
        min(left.y0, right.y0),
        max(left.x1, right.x1),
        max(left.y1, right.y1),
        f"{left.text}{space}{right.text}",
        max(left.size, right.size),
        right.is_closed,
        left.starts_cell,
    )
