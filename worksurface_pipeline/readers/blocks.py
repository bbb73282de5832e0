"""Several tables on one sheet: split only where each part clearly has a header of its own.

A blank row inside a table does not split it while the rows after it carry on the same columns;
spacer columns do not split a table whose parts share their rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Grid
from worksurface_pipeline.readers.header import find_layout
from worksurface_pipeline.readers.legends import beside_legend
from worksurface_pipeline.readers.side_by_side import are_apart
from worksurface_pipeline.readers.stacked import split_rows
from worksurface_pipeline.readers.unspaced import split_unspaced
from worksurface_pipeline.readers.votes import header_votes

# Parts side by side are tables of their own when this share of their header names is the same.
_SHARED_NAMES = 0.5
# A part must have at least so many columns.
_MIN_COLUMNS = 2


def split_blocks(grid: Grid) -> list[Grid]:
    """The tables of a sheet in reading order; one when a split is not certain."""
    stacked = _split_rows(grid)
    parts = [part for block in stacked for part in _split_columns(block)]
    return [table for part in parts for table in split_unspaced(part)]


def _split_rows(grid: Grid) -> list[Grid]:
    blocks = split_rows(grid, _runs(grid.row_numbers))
    if len(blocks) == 1:
        return [grid]
    return [grid.crop(block, range(grid.width)) for block in blocks]


def _split_columns(grid: Grid) -> list[Grid]:
    runs = _runs(grid.column_numbers)
    aside = beside_legend(grid, runs) if len(runs) > 1 else None
    if aside is not None:
        table, legend = (grid.crop(range(len(grid.rows)), columns) for columns in aside)
        return [*_split_columns(table), legend]
    if len(runs) == 1 or any(len(run) < _MIN_COLUMNS for run in runs):
        return [grid]
    parts = [grid.crop(range(len(grid.rows)), run) for run in runs]
    if are_apart(parts):
        return parts
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
