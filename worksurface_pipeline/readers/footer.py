"""The rows after the data: notes, found from the end upwards, and totals wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import cast

from worksurface_pipeline.kernel.cells import NOTE_LABEL
from worksurface_pipeline.readers.grid import Grid, Row, filled, is_blank
from worksurface_pipeline.readers.shapes import (
    LABEL_SHAPES,
    VALUE_SHAPES,
    Shape,
    column_shape,
    shape_of,
)
from worksurface_pipeline.readers.total_rows import MAX_COLUMNS
from worksurface_pipeline.readers.totals import find_totals

# Rows from the end that may be totals or notes, and rows that tell how the data look.
MAX_FOOTER_ROWS = 60
_SAMPLED_ROWS = 200
# A lone text as long as this is prose, not the name of a record.
_PROSE_LENGTH = 40
# "Approved by: Bob", or the label alone with the name in the next cell.
_LABELLED = re.compile(r"^[^\W\d][^:：]{0,40}[:：]\s*(?P<text>.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Footer:
    """Positions of the rows that are totals or notes; all rows from `end` on are such."""

    totals: tuple[int, ...]
    notes: tuple[int, ...]
    end: int


@dataclass(frozen=True, slots=True)
class _Body:
    """What the data rows usually look like."""

    fill: float
    first_shape: Shape
    values: Mapping[int, Shape]


def find_footer(grid: Grid, start: int, *, has_header: bool) -> Footer:
    """Totals among and below the data that begin at `start`, notes below. One data row is left.

    Notes are the trailing rows that hold little more than one text, from the first of them that
    reads like a note: its continuation lines need not.
    """
    key = start, has_header
    if key not in grid.kept:
        grid.kept[key] = _find_footer(grid, start, has_header=has_header)
    return cast("Footer", grid.kept[key])


def _find_footer(grid: Grid, start: int, *, has_header: bool) -> Footer:
    body = _body(grid, start)
    floor = max(start + 1, len(grid.rows) - MAX_FOOTER_ROWS)
    end = len(grid.rows)
    lone = end
    while lone > floor and _is_lone(grid, lone - 1, body):
        lone -= 1
    notes = next((row for row in range(lone, end) if _is_note(grid, row, body)), end)
    totals = find_totals(grid, start, floor, notes) if has_header else ()
    known = set(totals)
    last = notes
    while last - 1 in known:
        last -= 1
    return Footer(totals, tuple(range(notes, end)), last)


def _body(grid: Grid, start: int) -> _Body:
    rows = grid.rows[start : start + _SAMPLED_ROWS]
    fill = median([len(filled(row)) for row in rows]) if rows else 0
    unsigned = [row[:MAX_COLUMNS] for row in rows if not _reads_signed(row)]
    shapes = enumerate(column_shape(cells) for cells in zip(*unsigned, strict=True))
    values = {column: shape for column, shape in shapes if shape in VALUE_SHAPES}
    return _Body(fill, column_shape(row[0] for row in rows), values)


def _is_lone(grid: Grid, row: int, body: _Body) -> bool:
    """A row that holds a text in its first cell and nothing else, or little else; or names."""
    cells = filled(grid.rows[row])
    if _is_signed(grid, row, body):
        return True
    if cells[0] != 0 or not isinstance(grid.rows[row][0], str):
        return False
    return len(cells) == 1 or _is_stray(grid, row, body)


def _is_stray(grid: Grid, row: int, body: _Body) -> bool:
    """A sparse row with a text where the first column holds numbers or dates."""
    is_sparse = grid.width >= 3 and len(filled(grid.rows[row])) * 2 < body.fill
    has_values = body.first_shape not in (*LABEL_SHAPES, Shape.MISSING)
    return is_sparse and has_values and shape_of(grid.rows[row][0]) in LABEL_SHAPES


def _is_signed(grid: Grid, row: int, body: _Body) -> bool:
    """Who made and who approved it: "Prepared by: Ann | Approved by: Bob", and no value."""
    cells = grid.rows[row]
    is_valued = any(shape_of(cells[column]) is shape for column, shape in body.values.items())
    return bool(body.values) and not is_valued and _reads_signed(cells)


def _reads_signed(row: Row) -> bool:
    """Labels with a colon alone, each with its text in the same cell or in the next one."""
    is_open = False
    for cell in (row[column] for column in filled(row)):
        label = _LABELLED.match(cell.strip()) if isinstance(cell, str) else None
        if label is None and not is_open:
            return False
        is_open = label is not None and not label["text"]
    return True


def _is_note(grid: Grid, row: int, body: _Body) -> bool:
    if _is_signed(grid, row, body):
        return True
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
