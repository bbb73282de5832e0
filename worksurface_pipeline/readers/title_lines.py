"""Lines above a header that fill several cells and name no column: titles, print lines, pairs.

A header of one row that names every column needs no group names. A line over it is a title when it
says so itself (a key with a colon, a date, the mark of a pivot export), when a blank row follows
it, or when it is too sparse to spread over the columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from worksurface_pipeline.kernel.cells import UNIT_LINE
from worksurface_pipeline.readers.grid import Cell, Grid, Row, filled
from worksurface_pipeline.readers.shapes import (
    POSSIBLE_LABELS,
    VALUE_SHAPES,
    Shape,
    is_year,
    shape_of,
)
from worksurface_pipeline.readers.votes import are_years, header_votes

# A header below such lines has at least so many cells; lines are at most so many.
_MIN_LABELS = 3
_MAX_LINES = 10
# Votes for a header below a line that only a blank row sets apart.
_SURE_VOTES = 2
# "Employee:", "Printed: 2024-05-01 by Ann": a key, with its value behind it or beside it.
_KEY = re.compile(r"^[^:：]{1,30}[:：](?:\s*$|\s+\S)")
# How pivot tables mark their axes, in the languages of the programs that export them.
_PIVOT_MARK = re.compile(
    r"^(?:column labels|row labels|values|spaltenbeschriftungen|zeilenbeschriftungen|werte"
    r"|étiquettes de (?:colonnes|lignes)|valeurs|etiquetas de (?:columna|fila)|valores"
    r"|列标签|行标签|数值|欄標籤|列標籤)$",
    re.IGNORECASE,
)


def below_title_lines(grid: Grid, top: Sequence[Row], first: int) -> int:
    """The row of the header: `first`, or a later one when all rows from `first` are such lines."""
    last = min(first + _MAX_LINES, len(top) - 1, len(grid.rows) - 2)
    for row in range(first + 1, last + 1):
        is_apart = row == first + 1 and grid.row_numbers[row] - grid.row_numbers[first] > 1
        if not (is_apart or _is_line(grid, row - 1, row)):
            return first
        # A blank row alone says less: one odd text among the values is no header.
        if is_complete(grid, top, row, 1 if _is_line(grid, row - 1, row) else _SURE_VOTES):
            return row
    return first


def is_title_line(grid: Grid, top: Sequence[Row], row: int, below: int) -> bool:
    """Whether a row directly above a header that names every column is a title."""
    return _is_line(grid, row, below) and is_complete(grid, top, below)


def is_complete(grid: Grid, top: Sequence[Row], row: int, least: int = 1) -> bool:
    """A row of different labels, one for each cell of the row below, over values of their own."""
    labels = top[row]
    cells = filled(labels)
    if row + 1 >= len(grid.rows) or len(cells) < _MIN_LABELS or not _are_labels(labels):
        return False
    names = {str(labels[cell]).strip().casefold() for cell in cells}
    if len(names) < len(cells) or not set(filled(grid.rows[row + 1])) <= set(cells):
        return False
    return header_votes(grid, labels, row + 1) >= least


def _are_labels(row: Row) -> bool:
    """Labels alone, or labels and years."""
    cells = [row[cell] for cell in filled(row)]
    if are_years(row):
        cells = [cell for cell in cells if not is_year(cell)]
    return all(shape_of(cell) in POSSIBLE_LABELS for cell in cells)


def _is_line(grid: Grid, row: int, below: int) -> bool:
    """Signs of a title in a row that no merged cell spreads over the columns."""
    number = grid.row_numbers[row]
    if any(merge.top <= number <= merge.bottom for merge in grid.merges):
        return False
    cells = filled(grid.rows[row])
    texts = [grid.rows[row][cell] for cell in cells]
    if len(cells) > len(filled(grid.rows[below])) or shape_of(texts[0]) in VALUE_SHAPES:
        return False
    if len(cells) == 1 or any(map(_is_sign, texts)):
        return True
    dates = sum(shape_of(text) is Shape.DATE for text in texts)
    # More dates than that are names of columns.
    return 0 < dates * 2 < len(cells) or dates == 1 or _is_sparse(cells, grid.width)


def _is_sign(cell: Cell) -> bool:
    """A key with a colon, or the mark of a pivot export."""
    text = str(cell).strip()
    is_key = _KEY.match(text) is not None and not UNIT_LINE.match(text)
    return isinstance(cell, str) and (is_key or _PIVOT_MARK.match(text) is not None)


def _is_sparse(cells: Sequence[int], width: int) -> bool:
    """Few texts from the first column on, the last of which has a single column left."""
    return cells[0] == 0 and len(cells) * 2 <= width and cells[-1] == width - 1
