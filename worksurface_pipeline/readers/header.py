"""Where the header of a sheet is, what stands above it, and where the data end.

The rule of thumb: a header is the first row that spans the table and whose cells look other than
the values below them. Rows above it with a single text are titles; trailing rows are totals when
their first cell says so, notes when they are prose. Every non-blank row gets exactly one role.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.readers.captions import caption_rows
from worksurface_pipeline.readers.dropped import Dropped, dropped_rows
from worksurface_pipeline.readers.footer import find_footer
from worksurface_pipeline.readers.grid import Grid, Row, filled
from worksurface_pipeline.readers.header_rows import first_spanning, header_rows, with_merges
from worksurface_pipeline.readers.key_values import are_key_values, explains
from worksurface_pipeline.readers.preamble import below_preamble
from worksurface_pipeline.readers.shapes import (
    POSSIBLE_LABELS,
    VALUE_SHAPES,
    Shape,
    column_shape,
    shape_of,
)
from worksurface_pipeline.readers.title_lines import below_title_lines, is_complete
from worksurface_pipeline.readers.votes import (
    SAMPLED_ROWS,
    are_years_in_order,
    header_votes,
)

# How sure we are of a header that the votes confirm, of one that stands by convention alone, of
# none at all, and of one that leaves most columns without a name.
_SURE = 1.0
_CONVENTION = 0.7
_INVENTED = 0.5
_MOSTLY_UNNAMED = 0.3
# Taken off for a header of several rows, joined along merged cells or by their position alone.
_GROUPED = 0.1
_STACKED = 0.3
# Of so few rows the first says nothing of the others.
_FEW_ROWS = 2
# Columns of a list of key and value.
_PAIR = 2


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """Roles of the rows of a grid, by position; `header` is empty when the file states none."""

    titles: tuple[int, ...]
    header: tuple[int, ...]
    data: tuple[int, ...]
    totals: tuple[int, ...]
    notes: tuple[int, ...]
    dropped: tuple[Dropped, ...]
    confidence: float


def find_layout(grid: Grid) -> SheetLayout:
    """The layout of a grid with at least one row."""
    top = with_merges(grid)
    first = first_spanning(grid, top)
    if first is None:
        return _without_header(grid, range(0))
    if grid.width == _PAIR and are_key_values(grid.rows):
        return _without_header(grid, range(first))
    first = below_title_lines(grid, top, below_preamble(grid, top, first))
    captions = caption_rows(grid, first)
    header = [first] if captions else header_rows(grid, top, first)
    labels = _labels([top[row] for row in header])
    start = (*header, *captions)[-1] + 1
    votes = header_votes(grid, labels, start)
    if not captions and not _is_header(grid, labels, start, votes, len(header)):
        is_titled = _is_set_apart(grid, first) or _is_title_over(grid, first)
        return _without_header(grid, range(first if is_titled else 0))
    return _with_header(grid, top, header, captions, votes)


def _is_header(grid: Grid, labels: Row, start: int, votes: int, height: int) -> bool:
    """The decision on the votes; without any, a row of labels over rows of text is a header."""
    if height > 1 or votes > 0:
        return votes >= 0
    shapes = {shape_of(cell) for cell in labels} - {Shape.MISSING}
    if are_years_in_order(labels):
        shapes = (shapes - {Shape.NUMBER}) | {Shape.TEXT}
    is_only_row = start >= len(grid.rows)
    if grid.width == 1 and (is_only_row or explains(str(labels[0]))):
        return False
    return votes == 0 and bool(shapes) and shapes <= POSSIBLE_LABELS


def _labels(header: Sequence[Row]) -> Row:
    """The lowest label of each column."""
    lowest: Row = list(header[-1])
    for row in reversed(header[:-1]):
        for column, cell in enumerate(row):
            if shape_of(lowest[column]) is Shape.MISSING:
                lowest[column] = cell
    return lowest


def _without_header(grid: Grid, titles: range) -> SheetLayout:
    """All rows are data, but for titles and notes."""
    footer = find_footer(grid, len(titles), has_header=False)
    data = tuple(range(len(titles), footer.end))
    return SheetLayout(tuple(titles), (), data, footer.totals, footer.notes, (), _INVENTED)


def _is_set_apart(grid: Grid, first: int) -> bool:
    return first > 0 and grid.row_numbers[first] - grid.row_numbers[first - 1] > 1


def _is_title_over(grid: Grid, first: int) -> bool:
    """Texts alone in the first column, over rows in which no cell is blank."""
    return (
        first < len(grid.rows) - 1
        and all(filled(row) == [0] and isinstance(row[0], str) for row in grid.rows[:first])
        and all(len(filled(row)) == grid.width for row in grid.rows[first:])
    )


def _with_header(
    grid: Grid, top: Sequence[Row], header: Sequence[int], captions: Sequence[int], votes: int
) -> SheetLayout:
    start = (*header, *captions)[-1] + 1
    footer = find_footer(grid, start, has_header=True)
    end = footer.end
    totals = set(footer.totals)
    found = dropped_rows(grid, header, range(start, end))
    dropped = tuple(item for item in found if item.row not in totals)
    gone = totals | {item.row for item in dropped}
    data = tuple(row for row in range(start, end) if row not in gone)
    return SheetLayout(
        titles=(*range(header[0]), *captions),
        header=tuple(header),
        data=data,
        totals=footer.totals,
        notes=footer.notes,
        dropped=dropped,
        confidence=min(
            _confidence(grid, top, header, votes), _trust_in_data(grid, top, range(start, end))
        ),
    )


def _trust_in_data(grid: Grid, top: Sequence[Row], data: range) -> float:
    """Little when the first row of the data looks like the header itself."""
    row = data.start
    if len(data) <= _FEW_ROWS or row >= len(top) or not is_complete(grid, top, row):
        return _SURE
    below = grid.rows[row + 1 : row + 1 + SAMPLED_ROWS]
    has_values = any(column_shape(cells) in VALUE_SHAPES for cells in zip(*below, strict=True))
    return _INVENTED if has_values else _SURE


def _confidence(grid: Grid, top: Sequence[Row], header: Sequence[int], votes: int) -> float:
    named = sum(any(filled([top[row][c]]) for row in header) for c in range(grid.width))
    if named * 2 < grid.width:
        return _MOSTLY_UNNAMED
    base = _SURE if votes > 0 else _CONVENTION
    if len(header) == 1:
        return base
    is_merged = any(list(top[row]) != list(grid.rows[row]) for row in header)
    return round(base - (_GROUPED if is_merged else _STACKED), 2)
