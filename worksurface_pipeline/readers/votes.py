"""Is a row a header? Each column votes: a label stands over values of another shape."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from worksurface_pipeline.readers.footer import MAX_FOOTER_ROWS, find_footer
from worksurface_pipeline.readers.grid import Cell, Grid, Row, filled
from worksurface_pipeline.readers.shapes import (
    LABEL_SHAPES,
    VALUE_SHAPES,
    Shape,
    column_shape,
    is_year,
    shape_of,
)

# Rows of data that are looked at to know the shape of a column.
SAMPLED_ROWS = 60
# At least so many consecutive numbers make a row of column numbers: (1) (2) (3) (4).
_MIN_NUMBERED = 4
# A run that does not begin with one may be data unless it is long.
_MIN_CONTINUED = 8
# So few years may be data, whatever the step between them.
_FEW_YEARS = 2


def header_votes(grid: Grid, labels: Row, start: int) -> int:
    """For and against `labels` as header of the rows from `start`: one vote a column."""
    # Below more rows than a sample and a footer have, what stands at the end is not looked at.
    is_long = len(grid.rows) - start > SAMPLED_ROWS + MAX_FOOTER_ROWS
    end = len(grid.rows) if is_long else find_footer(grid, start, has_header=True).end
    sample = grid.rows[start : min(end, start + SAMPLED_ROWS)]
    body = [row for row in sample if row != labels and not is_numbering(row)]
    if sample and all(row == labels for row in sample):
        return -1  # the same row again and again: a value, and no name of it
    years = are_years(labels)
    return sum(
        _vote(label, [row[column] for row in body], years=years)
        for column, label in enumerate(labels)
    )


def is_numbering(row: Row) -> bool:
    """A row of column numbers under the header: (1) (2) (3) (4), or 12, 13 … of a second part."""
    texts = [str(row[column]).strip("() ").removesuffix(".0") for column in filled(row)]
    if len(texts) < _MIN_NUMBERED or not all(text.isdecimal() for text in texts):
        return False
    first = int(texts[0])
    is_run = [int(text) for text in texts] == list(range(first, first + len(texts)))
    return is_run and (first == 1 or (len(texts) >= _MIN_CONTINUED and not are_years(row)))


def numbers_columns(row: Row, body: Sequence[Row]) -> bool:
    """Whether a row numbers the columns of `body` below it, and is no first row of its data.

    In brackets it does. A bare 1, 2, 3, 4 does where a column below holds other than numbers, or
    where it leaves a column of labels blank.
    """
    if not is_numbering(row) or not body:
        return False
    if all(str(row[column]).strip().startswith("(") for column in filled(row)):
        return True
    shapes = [column_shape(line[column] for line in body) for column in range(len(row))]
    return any(
        shape not in (Shape.NUMBER, Shape.MISSING) and (filled([cell]) or shape in LABEL_SHAPES)
        for cell, shape in zip(row, shapes, strict=True)
    )


def are_years(labels: Row) -> bool:
    """At least two different years and no other number among the labels."""
    numbers = [cell for cell in labels if shape_of(cell) is Shape.NUMBER]
    years = {str(cell) for cell in numbers if is_year(cell)}
    return len(years) >= 2 and all(is_year(cell) for cell in numbers)


def are_years_in_order(labels: Row) -> bool:
    """Years that rise or fall by equal steps from column to column, as names of columns do.

    Two years are in order only when one follows the other.
    """
    if not are_years(labels):
        return False
    years = [int(float(str(cell))) for cell in labels if shape_of(cell) is Shape.NUMBER]
    steps = {after - before for before, after in pairwise(years)}
    return len(steps) == 1 and 0 not in steps and (len(years) > _FEW_YEARS or abs(*steps) == 1)


def _vote(label: Cell, values: Sequence[Cell], *, years: bool) -> int:
    shape, below = shape_of(label), column_shape(values)
    if Shape.MISSING in (shape, below):
        return 0
    if below in VALUE_SHAPES:
        return _vote_over_values(label, shape, values, below, years=years)
    if shape in VALUE_SHAPES:
        return 0 if years else -1
    if below is Shape.CODE:
        return 1 if shape is Shape.TEXT else -int(_is_alike(label, values))
    if below in (Shape.HOST, Shape.EMAIL, Shape.URL):
        return -1 if shape is below else int(shape in LABEL_SHAPES)
    return -int(any(label == value for value in values))


def _vote_over_values(
    label: Cell, shape: Shape, values: Sequence[Cell], below: Shape, *, years: bool
) -> int:
    if shape in LABEL_SHAPES or (shape is Shape.DATE and below is Shape.NUMBER):
        return 1
    if years and is_year(label):
        return 0 if all(is_year(value) for value in values if filled([value])) else 1
    return -1 if shape is below else 0


def _is_alike(label: Cell, values: Sequence[Cell]) -> bool:
    """Codes of one pattern: equal when every digit is read as 9 ("ERR-00004", "ERR-00005")."""
    pattern = _pattern(label)
    return any(_pattern(value) == pattern for value in values)


def _pattern(cell: Cell) -> str:
    return "".join("9" if char.isdigit() else char for char in str(cell))
