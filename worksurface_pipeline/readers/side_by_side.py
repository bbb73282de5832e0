"""Tables side by side, a blank column apart: parts of a sheet that end at different rows.

Columns of one table share their rows. A full little table that begins where the other does and
ends before it, or that goes on below it, is one of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Grid, filled
from worksurface_pipeline.readers.header import find_layout
from worksurface_pipeline.readers.shapes import LABEL_SHAPES, POSSIBLE_LABELS, Shape, shape_of
from worksurface_pipeline.readers.votes import header_votes

# A part must have at least so many columns, and so many rows below its first.
_MIN_COLUMNS = 2
_MIN_ROWS = 3


def are_apart(parts: Sequence[Grid]) -> bool:
    """Whether the parts end at different rows, each of the shorter ones full to its end."""
    ends = [part.row_numbers[-1] for part in parts]
    shorter = [part for part, end in zip(parts, ends, strict=True) if end < max(ends)]
    longer = [part for part, end in zip(parts, ends, strict=True) if end == max(ends)]
    return (
        bool(shorter)
        and all(_is_small_table(part) for part in shorter)
        and all(_has_header(part) for part in longer)
    )


def _is_small_table(part: Grid) -> bool:
    """A header, or one title, and below it rows without a gap in which no cell is blank."""
    if part.width < _MIN_COLUMNS or len(part.rows) - 1 < _MIN_ROWS:
        return False
    first, last = part.row_numbers[0], part.row_numbers[-1]
    if last - first + 1 != len(part.rows):
        return False
    if any(len(filled(row)) < part.width for row in part.rows[1:]):
        return False
    top = part.rows[0]
    labels = {str(top[cell]).strip().casefold() for cell in filled(top)}
    is_named = all(shape_of(top[cell]) in LABEL_SHAPES for cell in filled(top))
    return is_named and _are_new(part, labels)


def _are_new(part: Grid, labels: set[str]) -> bool:
    """Different labels, none of which is a value below: all columns named, or one title."""
    below = {str(cell).strip().casefold() for row in part.rows[1:] for cell in row}
    is_title = len(filled(part.rows[0])) == 1 and filled(part.rows[0])[0] == 0
    return not labels & below and (is_title or len(labels) == part.width)


def _has_header(part: Grid) -> bool:
    layout = find_layout(part)
    if len(layout.header) != 1 or not layout.data:
        return False
    labels = part.rows[layout.header[0]]
    shapes = {shape_of(label) for label in labels} - {Shape.MISSING}
    return shapes <= POSSIBLE_LABELS and header_votes(part, labels, layout.data[0]) >= 1
