"""Where the header of a sheet is, what stands above it, and where the data end.

The rule of thumb: a header is the first row that spans the table and whose cells look other than
the values below them. Rows above it with a single text are titles; trailing rows are totals when
their first cell says so, notes when they are prose. Every non-blank row gets exactly one role.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.readers.footer import find_footer
from worksurface_pipeline.readers.grid import Grid, Row, filled
from worksurface_pipeline.readers.header_rows import first_spanning, header_rows, with_merges
from worksurface_pipeline.readers.shapes import POSSIBLE_LABELS, Shape, shape_of
from worksurface_pipeline.readers.votes import header_votes, is_numbering

# How sure we are of a header that the votes confirm, of one that stands by convention alone, of
# none at all, and of one that leaves most columns without a name.
_SURE = 1.0
_CONVENTION = 0.7
_INVENTED = 0.5
_MOSTLY_UNNAMED = 0.3
# Taken off for a header of several rows, joined along merged cells or by their position alone.
_GROUPED = 0.1
_STACKED = 0.3


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """Roles of the rows of a grid, by position; `header` is empty when the file states none."""

    titles: tuple[int, ...]
    header: tuple[int, ...]
    data: tuple[int, ...]
    totals: tuple[int, ...]
    notes: tuple[int, ...]
    dropped: tuple[int, ...]
    confidence: float


def find_layout(grid: Grid) -> SheetLayout:
    """The layout of a grid with at least one row."""
    top = with_merges(grid)
    first = first_spanning(grid, top)
    if first is None:
        return _without_header(grid, 0)
    header = header_rows(grid, top, first)
    labels = _labels([top[row] for row in header])
    votes = header_votes(grid, labels, header[-1] + 1)
    if not _is_header(grid, labels, header[-1] + 1, votes, len(header)):
        return _without_header(grid, first)
    return _with_header(grid, top, header, votes)


def _is_header(grid: Grid, labels: Row, start: int, votes: int, height: int) -> bool:
    """The decision on the votes; without any, a row of labels over rows of text is a header."""
    if height > 1 or votes > 0:
        return votes >= 0
    shapes = {shape_of(cell) for cell in labels} - {Shape.MISSING}
    is_only_row = start >= len(grid.rows)
    if is_only_row and grid.width == 1:
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


def _without_header(grid: Grid, first: int) -> SheetLayout:
    """All rows are data, but for titles that a blank row sets apart."""
    titles = tuple(range(first)) if _is_set_apart(grid, first) else ()
    footer = find_footer(grid, len(titles), has_header=False)
    data = tuple(range(len(titles), len(grid.rows) - len(footer.totals) - len(footer.notes)))
    return SheetLayout(titles, (), data, footer.totals, footer.notes, (), _INVENTED)


def _is_set_apart(grid: Grid, first: int) -> bool:
    return first > 0 and grid.row_numbers[first] - grid.row_numbers[first - 1] > 1


def _with_header(grid: Grid, top: Sequence[Row], header: Sequence[int], votes: int) -> SheetLayout:
    start = header[-1] + 1
    footer = find_footer(grid, start, has_header=True)
    end = len(grid.rows) - len(footer.totals) - len(footer.notes)
    repeated = _repeated_header(grid, header, start, end)
    if start < end and is_numbering(grid.rows[start]):
        repeated = (start, *repeated)
    dropped = frozenset(repeated)
    data = tuple(row for row in range(start, end) if row not in dropped)
    return SheetLayout(
        titles=tuple(range(header[0])),
        header=tuple(header),
        data=data,
        totals=footer.totals,
        notes=footer.notes,
        dropped=repeated,
        confidence=_confidence(grid, top, header, votes),
    )


def _repeated_header(grid: Grid, header: Sequence[int], start: int, end: int) -> tuple[int, ...]:
    """Data rows equal to the header, as printed again on each page."""
    labels = list(grid.rows[header[-1]])
    if len(filled(labels)) < 2:
        return ()
    return tuple(row for row in range(start, end) if list(grid.rows[row]) == labels)


def _confidence(grid: Grid, top: Sequence[Row], header: Sequence[int], votes: int) -> float:
    named = sum(any(filled([top[row][c]]) for row in header) for c in range(grid.width))
    if named * 2 < grid.width:
        return _MOSTLY_UNNAMED
    base = _SURE if votes > 0 else _CONVENTION
    if len(header) == 1:
        return base
    is_merged = any(list(top[row]) != list(grid.rows[row]) for row in header)
    return round(base - (_GROUPED if is_merged else _STACKED), 2)
