"""Several tables on one sheet: split only where each part clearly has a header of its own.

A blank row inside a table does not split it while the rows after it carry on the same columns;
spacer columns do not split a table whose parts share their rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.readers.footer import is_total
from worksurface_pipeline.readers.grid import Grid, filled
from worksurface_pipeline.readers.header import find_layout
from worksurface_pipeline.readers.shapes import (
    LABEL_SHAPES,
    VALUE_SHAPES,
    column_shape,
    shape_of,
)
from worksurface_pipeline.readers.votes import header_votes, is_numbering

# Titles of its own that a stacked table may have above its header.
_MAX_TITLES = 3
# Parts side by side are tables of their own when this share of their header names is the same.
_SHARED_NAMES = 0.5
# A stacked header has at least so many rows.
_STACKED_ROWS = 2
# A part must have at least so many columns.
_MIN_COLUMNS = 2


def split_blocks(grid: Grid) -> list[Grid]:
    """The tables of a sheet in reading order; one when a split is not certain."""
    stacked = _split_rows(grid)
    return [part for block in stacked for part in _split_columns(block)]


def _split_rows(grid: Grid) -> list[Grid]:
    runs = _runs(grid.row_numbers)
    if len(runs) == 1:
        return [grid]
    blocks: list[list[int]] = [list(runs[0])]
    for run, following in zip(runs[1:], [*runs[2:], range(0)], strict=True):
        if _starts_table(grid, blocks[-1], run) or _starts_stacked(
            grid, blocks[-1], run, following
        ):
            titles = _own_titles(grid, blocks[-1])
            blocks.append([*titles, *run])
            del blocks[-2][len(blocks[-2]) - len(titles) :]
        else:
            blocks[-1].extend(run)
    if len(blocks) == 1:
        return [grid]
    return [grid.crop(block, range(grid.width)) for block in blocks]


def _starts_table(grid: Grid, block: Sequence[int], run: Sequence[int]) -> bool:
    """Whether `run` opens with labels over values where the block before has values already.

    A header printed again without a title of its own only carries its table on.
    """
    header = _label_row(grid, run)
    if header is None or len(run) <= header + 1:
        return False
    labels = grid.rows[run[header]]
    if header == 0 and any(grid.rows[row] == labels for row in block):
        return False
    part = grid.crop(run[header + 1 :], range(grid.width))
    own = [labels[grid.column_numbers.index(number)] for number in part.column_numbers]
    if header_votes(part, own, 0) < 1:
        return False
    return _breaks_columns(grid, block, run[header])


def _starts_stacked(
    grid: Grid, block: Sequence[int], run: Sequence[int], following: Sequence[int]
) -> bool:
    """Whether `run` is nothing but a header of several rows, and what follows are its values."""
    if len(run) < _STACKED_ROWS or not following or not _is_heading(grid, run):
        return False
    part = grid.crop([*run, *following], range(grid.width))
    layout = find_layout(part)
    if not layout.header or not layout.data:
        return False
    lowest = run[layout.header[-1]]
    if any(grid.rows[row] == grid.rows[lowest] for row in block):
        return False
    return _breaks_columns(grid, block, lowest)


def _is_heading(grid: Grid, run: Sequence[int]) -> bool:
    """Rows of labels alone, but for one that numbers the columns."""
    rows = [grid.rows[row] for row in run if not is_numbering(grid.rows[row])]
    return all(shape_of(row[cell]) in LABEL_SHAPES for row in rows for cell in filled(row))


def _own_titles(grid: Grid, block: Sequence[int]) -> list[int]:
    """The last rows of the block before, from one that prints the first title again."""
    title = grid.rows[block[0]][0]
    last = list(block[1:][-_MAX_TITLES:])
    if not isinstance(title, str) or not title.strip() or len(filled(grid.rows[block[0]])) > 1:
        return []
    for position, row in enumerate(last):
        if str(grid.rows[row][0]).startswith(title.strip()):
            return last[position:]
    return []


def _label_row(grid: Grid, run: Sequence[int]) -> int | None:
    """Position in `run` of its first row with two labels and nothing else, below few titles."""
    for position, row in enumerate(run[: _MAX_TITLES + 1]):
        cells = [grid.rows[row][column] for column in filled(grid.rows[row])]
        if len(cells) >= _MIN_COLUMNS:
            is_labels = all(shape_of(cell) in LABEL_SHAPES for cell in cells)
            return position if is_labels and not is_total(grid.rows[row]) else None
    return None


def _breaks_columns(grid: Grid, block: Sequence[int], row: int) -> bool:
    """A label where the data above hold values, so that the row cannot carry them on."""
    layout = find_layout(grid.crop(block, range(grid.width)))
    if not layout.header:
        return False
    # No row of the grid is blank, so that a block keeps its rows when it is cropped.
    above = [grid.rows[block[index]] for index in layout.data]
    for column in filled(grid.rows[row]):
        shape = column_shape(line[column] for line in above)
        if shape in VALUE_SHAPES and shape_of(grid.rows[row][column]) in LABEL_SHAPES:
            return True
    return False


def _split_columns(grid: Grid) -> list[Grid]:
    runs = _runs(grid.column_numbers)
    if len(runs) == 1 or any(len(run) < _MIN_COLUMNS for run in runs):
        return [grid]
    parts = [grid.crop(range(len(grid.rows)), run) for run in runs]
    if not all(_is_table(part) for part in parts):
        return [grid]
    if _same_rows(parts) and not _same_names(parts):
        return [grid]
    return parts


def _is_table(part: Grid) -> bool:
    layout = find_layout(part)
    if len(layout.header) != 1 or not layout.data:
        return False
    return header_votes(part, part.rows[layout.header[0]], layout.header[0] + 1) >= 1


def _same_rows(parts: Sequence[Grid]) -> bool:
    return all(list(part.row_numbers) == list(parts[0].row_numbers) for part in parts)


def _same_names(parts: Sequence[Grid]) -> bool:
    """Whether at least half of the names of each part stand in the first part as well."""
    names = [
        {str(cell).casefold() for cell in part.rows[find_layout(part).header[0]]} for part in parts
    ]
    return all(len(own & names[0]) >= _SHARED_NAMES * len(own) for own in names[1:])


def _runs(numbers: Sequence[int]) -> list[range]:
    """Positions of stretches of consecutive numbers."""
    starts = [0] + [i for i in range(1, len(numbers)) if numbers[i] - numbers[i - 1] > 1]
    ends = [*starts[1:], len(numbers)]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]
