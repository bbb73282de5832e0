"""Rows among the data that are none: column numbers, headers printed again, headings, subtotals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.readers.grid import Grid, Row, filled
from worksurface_pipeline.readers.parents import PARENT, parent_rows
from worksurface_pipeline.readers.sections import SECTION, section_rows
from worksurface_pipeline.readers.votes import SAMPLED_ROWS, numbers_columns

# A header of one label may well stand among the data again.
_LABELS = 2
REPEATED = "header printed again"
COLUMN_NUMBERS = "column numbers"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A row among the data that is none, by position, and why."""

    row: int
    reason: str


def dropped_rows(grid: Grid, header: Sequence[int], data: range) -> tuple[Dropped, ...]:
    """Rows of `data` that number the columns, print the header again, head or sum up others."""
    found = []
    if data and numbers_columns(grid.rows[data[0]], _sample(grid, data)):
        found.append(Dropped(data[0], COLUMN_NUMBERS))
    labels = list(grid.rows[header[-1]]) if header else []
    if len(filled(labels)) >= _LABELS:
        found += [Dropped(row, REPEATED) for row in data if list(grid.rows[row]) == labels]
    found += [Dropped(row, SECTION + _key(grid, row)) for row in section_rows(grid, data)]
    found += [Dropped(row, PARENT + _key(grid, row)) for row in parent_rows(grid, data)]
    return tuple(sorted(found, key=lambda item: item.row))


def _key(grid: Grid, row: int) -> str:
    return str(grid.rows[row][0]).strip()


def _sample(grid: Grid, data: range) -> Sequence[Row]:
    """Rows below the first one."""
    return grid.rows[data.start + 1 : min(data.stop, data.start + 1 + SAMPLED_ROWS)]
