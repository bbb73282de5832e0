"""Section headings among the data: a label alone in its row, over the rows that it groups."""

from __future__ import annotations

import re
from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Grid, filled, is_blank
from worksurface_pipeline.readers.shapes import LABEL_SHAPES, shape_of

# How the reason begins for which such a row is no data; the heading itself follows.
SECTION = "section heading: "
# In two columns a lone label is a record without its value.
_MIN_COLUMNS = 3
# The other rows are full: this share of them has a key and fills this share of the columns.
_FULL_ROWS, _FULL_CELLS = 0.9, 0.5
# There are several, and one of them stands over the first row or shows that it is a heading.
_MIN_HEADINGS = 2
_COLONS = (":", "：")
_DIGITS = re.compile(r"\d+")


def section_rows(grid: Grid, data: range) -> list[int]:
    """Rows of `data` with a label in the first column alone, when the other rows are full."""
    if grid.width < _MIN_COLUMNS or not data:
        return []
    alone = [row for row in data if _is_lone(grid, row)]
    lone = set(alone)
    # What nothing follows heads nothing; the rows below a heading may be headings of their own.
    while alone and alone[-1] == data.stop - len(lone) + len(alone) - 1:
        alone.pop()
    if not alone or len(alone) * 2 > len(data) or not _are_full(grid, data, lone):
        return []
    plain = [row for row in alone if _says_so(grid, row)]
    is_begun = bool(plain) or alone[0] == data.start
    if len(alone) >= _MIN_HEADINGS and is_begun and not _are_like_keys(grid, data, lone):
        return alone
    return plain


def _is_lone(grid: Grid, row: int) -> bool:
    cells = grid.rows[row]
    # Most rows are told by their second cell.
    return is_blank(cells[1]) and filled(cells) == [0] and shape_of(cells[0]) in LABEL_SHAPES


def _are_like_keys(grid: Grid, data: Sequence[int], lone: set[int]) -> bool:
    """Whether they count on with the keys of other rows ("Desk 7" among desks): records."""
    counted = {_pattern(grid, row) for row in data if row not in lone}
    return any(_pattern(grid, row) in counted for row in lone if _has_digit(grid, row))


def _pattern(grid: Grid, row: int) -> str:
    return _DIGITS.sub("9", str(grid.rows[row][0]).strip())


def _has_digit(grid: Grid, row: int) -> bool:
    return _DIGITS.search(str(grid.rows[row][0])) is not None


def _are_full(grid: Grid, data: Sequence[int], lone: set[int]) -> bool:
    least = max(2, _FULL_CELLS * grid.width)
    others = [filled(grid.rows[row]) for row in data if row not in lone]
    full = sum(cells[0] == 0 and len(cells) >= least for cells in others)
    return full >= _FULL_ROWS * len(others)


def _says_so(grid: Grid, row: int) -> bool:
    """Whether it ends in a colon, or its cell is merged over other columns."""
    if str(grid.rows[row][0]).rstrip().endswith(_COLONS):
        return True
    number = grid.row_numbers[row]
    return any(m.top == number and m.right > m.left for m in grid.merges)
