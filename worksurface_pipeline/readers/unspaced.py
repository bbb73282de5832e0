"""Tables one below the other without a blank row between them.

A row of labels in the midst of data begins a table only where it breaks every column of values:
several such columns that hold values again below it, columns that hold none any more, or any below
a title of its own as the first table has one.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Cell, Grid, filled
from worksurface_pipeline.readers.header import SheetLayout, find_layout
from worksurface_pipeline.readers.key_values import names_values
from worksurface_pipeline.readers.shapes import VALUE_SHAPES, Shape, shape_of
from worksurface_pipeline.readers.stacked import is_title
from worksurface_pipeline.readers.stacked_signs import are_texts, label_columns
from worksurface_pipeline.readers.totals import is_total
from worksurface_pipeline.readers.votes import SAMPLED_ROWS, header_votes

# Data rows that a table has at least above and below the header of the next one.
_MIN_ROWS = 2
# Columns of values that labels must break to be a header when values stand below them again.
_BROKEN = 3
# Kinds of cells that tell one column from another.
_KINDS = VALUE_SHAPES | {Shape.CODE}
# More tables nobody puts on a sheet without a blank row; each costs a look at what is left.
_MAX_TABLES = 100


def split_unspaced(grid: Grid) -> list[Grid]:
    """The tables of a grid whose rows follow one another; mostly the grid itself."""
    parts: list[Grid] = []
    while len(parts) < _MAX_TABLES and (start := _next_header(grid)) is not None:
        end = start - 1 if _is_titled(grid, start) else start
        parts.append(grid.crop(range(end), range(grid.width)))
        grid = grid.crop(range(end, len(grid.rows)), range(grid.width))
    return [*parts, grid]


def _next_header(grid: Grid) -> int | None:
    """The first row in the data that is the header of another table."""
    layout = find_layout(grid)
    if not layout.header or len(layout.data) < 2 * _MIN_ROWS + 1:
        return None
    first = [grid.rows[row] for row in layout.data[:_MIN_ROWS]]
    values = [c for c in range(grid.width) if all(shape_of(r[c]) in VALUE_SHAPES for r in first)]
    if not values:
        return None
    has_texts = False
    for row in layout.data[_MIN_ROWS : 1 - _MIN_ROWS]:
        if not all(_begins_like_text(grid.rows[row][column]) for column in values):
            continue
        if _is_header(grid, layout, row, values, may_change=not has_texts):
            return row
        has_texts = True
    return None


def _begins_like_text(cell: Cell) -> bool:
    """A quick look, for it is taken at every row of a sheet."""
    return isinstance(cell, str) and cell[:1].isalpha()


def _is_header(
    grid: Grid, layout: SheetLayout, row: int, values: Sequence[int], *, may_change: bool
) -> bool:
    """Whether a row begins a table; it can change the columns if no texts stand above it."""
    body = grid.rows[row + 1 : row + 1 + _MIN_ROWS]
    again = [c for c in values if all(shape_of(line[c]) in VALUE_SHAPES for line in body)]
    is_titled = _is_titled(grid, row) and _is_titled(grid, layout.header[0])
    is_likely = len(again) >= _BROKEN or (bool(again) and is_titled)
    if not (is_likely or may_change):
        return False
    if not _are_names(grid, layout, row, values) or header_votes(grid, grid.rows[row], row + 1) < 0:
        return False
    if is_likely or _changes_kind(grid, layout, row):
        return True
    return not again and _changes(grid, layout, row, values)


def _are_names(grid: Grid, layout: SheetLayout, row: int, values: Sequence[int]) -> bool:
    """Different labels, one of them before the first values, and none of them a value nearby."""
    labels = grid.rows[row]
    cells = filled(labels)
    texts = {str(labels[cell]).strip().casefold() for cell in cells}
    if label_columns(labels) != cells or len(texts) < len(cells) or is_total(labels):
        return False
    return cells[0] < values[0] and not _stands_elsewhere(grid, layout, row)


def _is_titled(grid: Grid, row: int) -> bool:
    """Whether the row directly above holds one text, a title."""
    return row > 0 and len(filled(grid.rows[row - 1])) == 1 and is_title(grid, row - 1)


def _stands_elsewhere(grid: Grid, layout: SheetLayout, row: int) -> bool:
    """Whether a label stands in another row of its column too, as a value may."""
    labels = grid.rows[row]
    first, last = max(layout.data[0], row - SAMPLED_ROWS), row + SAMPLED_ROWS
    near = [*grid.rows[first:row], *grid.rows[row + 1 : last + 1]]
    return any(line[column] == labels[column] for line in near for column in filled(labels))


def _changes_kind(grid: Grid, layout: SheetLayout, row: int) -> bool:
    """Whether a column of codes or of values up to a row of full labels holds none below it."""
    if len(filled(grid.rows[row])) < grid.width:
        return False
    above = [grid.rows[line] for line in layout.data if line < row]
    below = [grid.rows[line] for line in layout.data if line > row]
    return any(
        _is_other([line[c] for line in above], [line[c] for line in below])
        for c in range(grid.width)
    )


def _is_other(above: Sequence[Cell], below: Sequence[Cell]) -> bool:
    """Cells of one kind, all different from those below, which are of one kind as well."""
    kinds, others = ({shape_of(cell) for cell in cells} for cells in (above, below))
    return (
        len(kinds) == 1
        and kinds <= _KINDS
        and len(others) == 1
        and others <= _KINDS | {Shape.TEXT}
        and kinds != others
    )


def _changes(grid: Grid, layout: SheetLayout, row: int, values: Sequence[int]) -> bool:
    """All columns of values hold nothing else above the row, and none below it."""
    header = grid.rows[layout.header[-1]]
    if any(names_values(header[column]) for column in values):
        return False
    above = (grid.rows[line] for line in layout.data if line < row)
    below = [grid.rows[line] for line in layout.data if line > row]
    plain = VALUE_SHAPES | {Shape.MISSING}
    if any(shape_of(line[column]) not in plain for line in above for column in values):
        return False
    return all(are_texts([line[column] for line in below]) for column in values)
