"""What stands above a header: a banner, or lines of label and value ("Author: | Ann").

Such lines fill two cells, as a narrow header would; they are told by the wider row of labels that
follows them and stands over the data.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Grid, Row, filled
from worksurface_pipeline.readers.header_rows import is_group_row
from worksurface_pipeline.readers.key_values import are_key_values, is_pair_line
from worksurface_pipeline.readers.shapes import POSSIBLE_LABELS, VALUE_SHAPES, Shape, shape_of
from worksurface_pipeline.readers.votes import are_years, header_votes

# A header below such lines has at least so many cells.
_MIN_LABELS = 3
# A banner has at most so many rows.
_MAX_BANNER = 10
# Lines of two cells are a table of their own when a header stands over so many rows of values.
_OWN_ROWS = 2


def below_preamble(grid: Grid, top: Sequence[Row], first: int) -> int:
    """The row of the header: `first`, or a later one where `first` is only a preamble to it."""
    row = first
    while row + 1 < min(len(top), len(grid.rows)) and _is_line(grid, row):
        row += 1
        if _heads(grid, top, range(first, row), row):
            return row
    return _below_banner(grid, top, first)


def is_preamble(grid: Grid, lines: Sequence[int], row: int, *, is_titled: bool = False) -> bool:
    """Whether rows are label/value lines of a wider table whose header is `row`, all set apart.

    Two columns are a table unless they are key and value, when a header stands over values of its
    own or the wider table `is_titled` itself.
    """
    if not all(_is_line(grid, line) for line in lines) or not _is_wider(grid, lines, row):
        return False
    rows = [grid.rows[line] for line in lines]
    return are_key_values(rows) or not (is_titled or _is_own_table(grid, lines))


def _heads(grid: Grid, top: Sequence[Row], lines: Sequence[int], row: int) -> bool:
    labels = top[row]
    if not _is_wider(grid, lines, row) or not _are_labels(labels):
        return False
    if _is_joined_by_merge(grid, lines[-1], row) or is_group_row(grid, top, lines[-1], row):
        return False
    votes = header_votes(grid, labels, row + 1)
    is_apart = grid.row_numbers[row] - grid.row_numbers[lines[-1]] > 1
    if votes >= 1:
        return not is_apart or is_preamble(grid, lines, row)
    is_full = len(filled(labels)) == grid.width
    rows = [grid.rows[line] for line in lines]
    is_sure = (is_apart and len(rows) <= _OWN_ROWS) or are_key_values(rows)
    return votes == 0 and is_full and is_sure and row + 1 < len(grid.rows)


def _are_labels(row: Row) -> bool:
    """Labels alone, or labels and years."""
    shapes = {shape_of(row[cell]) for cell in filled(row)}
    return (shapes - {Shape.NUMBER} if are_years(row) else shapes) <= POSSIBLE_LABELS


def _is_wider(grid: Grid, lines: Sequence[int], row: int) -> bool:
    width = len(filled(grid.rows[row]))
    return width >= _MIN_LABELS and all(len(filled(grid.rows[line])) < width for line in lines)


def _is_line(grid: Grid, row: int) -> bool:
    """A lone text, or pairs of label and value and no group name merged over its columns."""
    cells = filled(grid.rows[row])
    if len(cells) == 1:
        return isinstance(grid.rows[row][cells[0]], str)
    number = grid.row_numbers[row]
    is_merged = any(m.top <= number <= m.bottom for m in grid.merges)
    return is_pair_line(grid.rows[row], is_certain=is_merged)


def _is_own_table(grid: Grid, lines: Sequence[int]) -> bool:
    pairs = [line for line in lines if len(filled(grid.rows[line])) > 1]
    if len(pairs) <= _OWN_ROWS:
        return False
    part = grid.crop(pairs, range(grid.width))
    return header_votes(part, part.rows[0], 1) >= 1


def _below_banner(grid: Grid, top: Sequence[Row], first: int) -> int:
    """`first`, or the row after a banner that begins with it, where that row is the header.

    A banner (title | method | response rate) has few rows that begin with a text, and is set apart
    by a blank row from a row of labels that stand over values and fill more of the table.
    """
    below = first + 1
    end = min(len(grid.rows), first + _MAX_BANNER + 1)
    while below < end and _is_joined(grid, below - 1, below):
        below += 1
    lines = range(first, below)
    if below + 1 >= len(grid.rows) or below >= len(top) or len(lines) > _MAX_BANNER:
        return first
    if not all(_begins_with_text(grid.rows[line]) for line in lines):
        return first
    labels, widest = filled(top[below]), max(len(filled(top[line])) for line in lines)
    if len(labels) <= widest or any(shape_of(top[below][c]) in VALUE_SHAPES for c in labels):
        return first
    return below if header_votes(grid, top[below], below + 1) >= 1 else first


def _begins_with_text(row: Row) -> bool:
    return shape_of(row[filled(row)[0]]) in POSSIBLE_LABELS


def _is_joined(grid: Grid, row: int, below: int) -> bool:
    """No blank row between two rows, or a cell merged over both."""
    is_next = grid.row_numbers[below] - grid.row_numbers[row] == 1
    return is_next or _is_joined_by_merge(grid, row, below)


def _is_joined_by_merge(grid: Grid, row: int, below: int) -> bool:
    upper, lower = grid.row_numbers[row], grid.row_numbers[below]
    return any(m.top <= upper and m.bottom >= lower for m in grid.merges)
