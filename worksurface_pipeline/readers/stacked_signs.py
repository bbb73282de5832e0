"""The signs that a row of labels begins a table of its own below another one.

It breaks a column of values above, or it stands over values where the column above holds none; or
the titles of both tables count them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.cells import NOTE_LABEL
from worksurface_pipeline.readers.grid import Cell, Grid, Row, filled
from worksurface_pipeline.readers.shapes import (
    LABEL_SHAPES,
    VALUE_SHAPES,
    Shape,
    column_shape,
    shape_of,
)
from worksurface_pipeline.readers.totals import is_total

# Titles of its own that a stacked table may have above its header.
MAX_TITLES = 3
# A part must have at least so many columns; a list of key and value has no more.
_MIN_COLUMNS = 2
# Fewer rows of texts alone may be the upper part of a header, or may stand over numbers by chance.
_TEXT_ROWS = 2
# "Table 2: Staff", "Section B": a title that counts.
_COUNTED = re.compile(
    r"^\s*(table|section|part|tabelle|tableau|tabla|block|list|表|附表)\s*(?:\d+|[A-Z])\b",
    re.IGNORECASE,
)

Cells = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Above:
    """What the table before holds: its header, and of each column the cells and their shape."""

    header: Row
    columns: Sequence[Cells]
    shapes: Sequence[Shape]

    @classmethod
    def of(cls, header: Row, rows: Sequence[Row], width: int) -> Above:
        """The columns of these rows."""
        columns = [[row[column] for row in rows] for column in range(width)]
        return cls(header, columns, [column_shape(column) for column in columns])


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of rows without a blank one: its titles, its row of labels, its cells below."""

    titles: int
    row: int
    labels: Row
    part: Grid


def read_run(grid: Grid, run: Sequence[int]) -> Run | None:
    """The first row of `run` with two labels and nothing else, below few titles; None if none."""
    for position, row in enumerate(run[: MAX_TITLES + 1]):
        labels = grid.rows[row]
        cells = filled(labels)
        if len(cells) < _MIN_COLUMNS:
            continue
        is_last = position + 1 == len(run)
        if is_last or len(label_columns(labels)) < len(cells) or is_total(labels):
            return None
        if NOTE_LABEL.match(str(labels[cells[0]])):
            return None
        return Run(position, row, labels, grid.crop(run[position + 1 :], range(grid.width)))
    return None


def read_below(grid: Grid, run: Run) -> dict[int, Cells]:
    """The cells below each label of a run, by column of the whole grid."""
    places = {number: place for place, number in enumerate(run.part.column_numbers)}
    return {
        column: [row[places[number]] for row in run.part.rows] if number in places else []
        for column, number in enumerate(grid.column_numbers)
        if column in label_columns(run.labels)
    }


def label_columns(row: Row) -> list[int]:
    """Columns in which a row holds a label."""
    return [column for column in filled(row) if shape_of(row[column]) in LABEL_SHAPES]


def begins_table(above: Above, run: Run, below: Mapping[int, Cells], votes: int) -> bool:
    """Whether the labels of `run` cannot be data of the table above; `votes` for its header."""
    broken = [column for column in below if above.shapes[column] in VALUE_SHAPES]
    if votes < 0 or (votes >= 1 and broken):
        return votes >= 1
    if any(are_texts(below[column]) for column in broken):
        return True
    return _is_apart(above, run, below) and any(
        column_shape(cells) in VALUE_SHAPES
        and len(above.columns[column]) >= _TEXT_ROWS
        and are_texts(above.columns[column])
        and run.labels[column] not in above.columns[column]
        for column, cells in below.items()
    )


def are_texts(cells: Cells) -> bool:
    """Something, and no value in it."""
    shapes = {shape_of(cell) for cell in cells} - {Shape.MISSING}
    return bool(shapes) and not shapes & VALUE_SHAPES


def counted_title(grid: Grid, rows: Sequence[int]) -> str:
    """The word by which the first row of a table counts it ("Table 2" gives "table"), or ""."""
    texts = [grid.rows[rows[0]][cell] for cell in filled(grid.rows[rows[0]])]
    match = _COUNTED.match(str(texts[0])) if len(texts) == 1 else None
    return match[1].casefold() if match else ""


def _is_apart(above: Above, run: Run, below: Mapping[int, Cells]) -> bool:
    """A title of its own, other columns, or more of them than a list of key and value has."""
    is_other = list(below) != filled(above.header) and len(run.part.column_numbers) <= len(below)
    is_wide = len(below) > _MIN_COLUMNS and len(run.part.rows) >= _TEXT_ROWS
    return run.titles > 0 or is_other or is_wide
