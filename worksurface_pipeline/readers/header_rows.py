"""Which rows make up the header: merged or grouped names stand over several rows."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from worksurface_pipeline.kernel.cells import UNIT_LINE
from worksurface_pipeline.readers.grid import Grid, Merge, Row, filled
from worksurface_pipeline.readers.shapes import (
    LABEL_SHAPES,
    VALUE_SHAPES,
    Shape,
    column_shape,
    is_year,
    shape_of,
)
from worksurface_pipeline.readers.title_lines import is_title_line
from worksurface_pipeline.readers.votes import SAMPLED_ROWS, are_years, is_numbering

# Rows searched for a header.
_SEARCHED_ROWS = 40
# A merged header is at most this high: a cell merged over the whole sheet is no header.
_MAX_HEADER_ROWS = 5
# A row spans the table when it fills this share of what rows usually fill.
_SPANNING_SHARE = 0.5


def with_merges(grid: Grid, least: int = 0) -> list[Row]:
    """The first rows, `least` of them or more, with each merged value in all cells of its range."""
    count = max(_SEARCHED_ROWS, least)
    rows = [list(row) for row in grid.rows[:count]]
    lines = {number: index for index, number in enumerate(grid.row_numbers[:count])}
    places = {number: index for index, number in enumerate(grid.column_numbers)}
    for merge in grid.merges:
        if merge.bottom - merge.top < _MAX_HEADER_ROWS:
            _fill(rows, merge, lines, places)
    return rows


def _fill(rows: list[Row], merge: Merge, lines: dict[int, int], places: dict[int, int]) -> None:
    if merge.top not in lines or merge.left not in places:
        return
    value = rows[lines[merge.top]][places[merge.left]]
    columns = [places[c] for c in places if merge.left <= c <= merge.right]
    for number in range(merge.top, merge.bottom + 1):
        if number in lines:
            for column in columns:
                rows[lines[number]][column] = value


def first_spanning(grid: Grid, top: Sequence[Row]) -> int | None:
    """The first row that fills enough of the table with more than one text."""
    counts = [len(filled(row)) for row in grid.rows[: _SEARCHED_ROWS + SAMPLED_ROWS]]
    if grid.width == 1:
        return 0
    # Section labels and notes, alone in their rows, say nothing of the table's width.
    usual = median([count for count in counts if count > 1] or counts)
    needed = max(2, round(usual * _SPANNING_SHARE + 0.01))
    for index, row in enumerate(top):
        cells = filled(row)
        if len(cells) >= needed and len({str(row[c]) for c in cells}) > 1:
            return index
    return None


def header_rows(grid: Grid, top: Sequence[Row], first: int) -> list[int]:
    """`first`, a group row above it, and the rows below that carry the header on."""
    rows = [first]
    while len(rows) < _MAX_HEADER_ROWS and rows[-1] + 2 < len(grid.rows):
        following = rows[-1] + 1
        if following >= len(top) or not _continues(grid, top, rows, following):
            break
        rows.append(following)
    if first > 0 and is_group_row(grid, top, first - 1, first):
        rows.insert(0, first - 1)
    while len(rows) > 1 and rows[0] > 0 and _is_stacked_row(grid, top, rows[0] - 1):
        rows.insert(0, rows[0] - 1)
    return rows


def _is_stacked_row(grid: Grid, top: Sequence[Row], row: int) -> bool:
    """A row directly above a header of several rows whose labels all stand right of its first.

    A lone text in the first column is a title, one in the last a remark ("Unit: USD").
    """
    if grid.row_numbers[row + 1] - grid.row_numbers[row] > 1 or grid.merges:
        return False
    cells = filled(top[row])
    if cells[0] == 0 or cells[0] == grid.width - 1:
        return False
    texts = [top[row][cell] for cell in cells]
    return all(shape_of(t) in LABEL_SHAPES for t in texts) and not any(
        UNIT_LINE.match(str(text)) for text in texts
    )


def _continues(grid: Grid, top: Sequence[Row], rows: Sequence[int], row: int) -> bool:
    """Whether `row` belongs to the header that `rows` begin."""
    if is_numbering(grid.rows[row]):
        return False
    number = grid.row_numbers[row]
    first = grid.row_numbers[rows[0]]
    if any(m.top < number <= m.bottom and m.top >= first for m in _low_merges(grid, rows)):
        return not _holds_values(grid, top, row)
    if number - grid.row_numbers[row - 1] > 1 or _holds_values(grid, top, row):
        return False
    if are_years(top[row]):
        return _are_year_names(grid, top, rows, row)
    over_values = _labels_over_values(grid, top, row)
    fills_gap = _fills_gap(grid, top, rows, row)
    return over_values >= 1 and (fills_gap or over_values >= 2 or _has_groups(grid, rows))


def _fills_gap(grid: Grid, top: Sequence[Row], rows: Sequence[int], row: int) -> bool:
    gaps = [c for c in range(grid.width) if all(not filled([top[r][c]]) for r in rows)]
    return any(filled([top[row][column]]) for column in gaps)


def _are_year_names(grid: Grid, top: Sequence[Row], rows: Sequence[int], row: int) -> bool:
    """Years below group names, each over numbers that are none: no row of data holds them."""
    cells = [c for c in filled(top[row]) if is_year(top[row][c])]
    body = grid.rows[row + 1 : row + 1 + SAMPLED_ROWS]
    below = [[line[c] for line in body if filled([line[c]])] for c in cells]
    if any(values and all(map(is_year, values)) for values in below):
        return False
    return _fills_gap(grid, top, rows, row) or (0 not in filled(top[row]) and len(rows) == 1)


def _low_merges(grid: Grid, rows: Sequence[int]) -> list[Merge]:
    numbers = {grid.row_numbers[row] for row in rows}
    low = [m for m in grid.merges if m.bottom - m.top < _MAX_HEADER_ROWS]
    return [merge for merge in low if merge.top in numbers]


def _has_groups(grid: Grid, rows: Sequence[int]) -> bool:
    return any(merge.right > merge.left for merge in _low_merges(grid, rows))


def _body_shapes(grid: Grid, row: int) -> list[Shape]:
    body = grid.rows[row + 1 : row + 1 + SAMPLED_ROWS]
    return [column_shape(line[c] for line in body) for c in range(grid.width)]


def _holds_values(grid: Grid, top: Sequence[Row], row: int) -> bool:
    """Whether a value stands over values of its own shape: then the row is data."""
    labels = top[row]
    if are_years(labels):
        return False
    shapes = _body_shapes(grid, row)
    return any(
        shape in VALUE_SHAPES and shape_of(label) is shape
        for label, shape in zip(labels, shapes, strict=True)
    )


def _labels_over_values(grid: Grid, top: Sequence[Row], row: int) -> int:
    shapes = _body_shapes(grid, row)
    return sum(
        shape in VALUE_SHAPES and shape_of(label) in LABEL_SHAPES
        for label, shape in zip(top[row], shapes, strict=True)
    )


def is_group_row(grid: Grid, top: Sequence[Row], row: int, below: int) -> bool:
    """A row of group names directly above: at least two, right of column one or over a gap."""
    if grid.row_numbers[below] - grid.row_numbers[row] > 1:
        return False
    cells = filled(top[row])
    if len(cells) < 2 or any(shape_of(top[row][c]) not in LABEL_SHAPES for c in cells):
        return False
    if any(UNIT_LINE.match(str(top[row][c])) for c in cells):
        return False
    if is_title_line(grid, top, row, below):
        return False
    return cells[0] > 0 or any(not filled([top[below][column]]) for column in cells)
