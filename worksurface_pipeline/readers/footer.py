"""The rows after the data: totals and notes, found from the end upwards."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from worksurface_pipeline.kernel.cells import NOTE_LABEL
from worksurface_pipeline.readers.grid import Grid, filled, is_blank
from worksurface_pipeline.readers.shapes import LABEL_SHAPES, Shape, column_shape, shape_of
from worksurface_pipeline.readers.totals import first_total

# Rows from the end that may be totals or notes, and rows that tell how the data look.
_MAX_FOOTER_ROWS = 60
_SAMPLED_ROWS = 200
# A lone text as long as this is prose, not the name of a record.
_PROSE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Footer:
    """Positions of trailing total and note rows; together they are the last rows of the grid."""

    totals: tuple[int, ...]
    notes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Body:
    """What the data rows usually look like."""

    fill: float
    first_shape: Shape


def find_footer(grid: Grid, start: int, *, has_header: bool) -> Footer:
    """Totals and notes below the data that begin at `start`. One data row at least is left.

    Notes are the trailing rows that hold little more than one text, from the first of them that
    reads like a note: its continuation lines need not.
    """
    body = _body(grid, start)
    floor = max(start + 1, len(grid.rows) - _MAX_FOOTER_ROWS)
    end = len(grid.rows)
    lone = end
    while lone > floor and _is_lone(grid, lone - 1, body):
        lone -= 1
    notes = next((row for row in range(lone, end) if _is_note(grid, row, body)), end)
    totals = first_total(grid, start, floor, notes) if has_header else notes
    return Footer(tuple(range(totals, notes)), tuple(range(notes, end)))


def _body(grid: Grid, start: int) -> _Body:
    rows = grid.rows[start : start + _SAMPLED_ROWS]
    fill = median([len(filled(row)) for row in rows]) if rows else 0
    return _Body(fill, column_shape(row[0] for row in rows))


def _is_lone(grid: Grid, row: int, body: _Body) -> bool:
    """A row that holds a text in its first cell and nothing else, or little else."""
    cells = filled(grid.rows[row])
    if cells[0] != 0 or not isinstance(grid.rows[row][0], str):
        return False
    return len(cells) == 1 or _is_stray(grid, row, body)


def _is_stray(grid: Grid, row: int, body: _Body) -> bool:
    """A sparse row with a text where the first column holds numbers or dates."""
    is_sparse = grid.width >= 3 and len(filled(grid.rows[row])) * 2 < body.fill
    has_values = body.first_shape not in (*LABEL_SHAPES, Shape.MISSING)
    return is_sparse and has_values and shape_of(grid.rows[row][0]) in LABEL_SHAPES


def _is_note(grid: Grid, row: int, body: _Body) -> bool:
    text = grid.rows[row][0]
    if not isinstance(text, str):
        return False
    if grid.width >= 2 and NOTE_LABEL.match(text):
        return True
    return _is_stray(grid, row, body) or _is_prose(grid, row, text, body)


def _is_prose(grid: Grid, row: int, text: str, body: _Body) -> bool:
    """A lone text after a blank row, or a long one under full rows."""
    is_after_gap = grid.row_numbers[row] - grid.row_numbers[row - 1] > 1
    if grid.width == 1:
        return is_after_gap and len(text) >= _PROSE_LENGTH and body.first_shape is not Shape.TEXT
    if body.fill < 2 or is_blank(text):
        return False
    return is_after_gap or len(text) >= _PROSE_LENGTH
