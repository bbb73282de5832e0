"""A legend beside a table, a blank column away: it explains the table and is no column of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Grid, is_blank
from worksurface_pipeline.readers.header import find_layout
from worksurface_pipeline.readers.key_values import explains
from worksurface_pipeline.readers.shapes import VALUE_SHAPES, shape_of

# A legend has at most so many columns, and so many cells from top to bottom.
_MAX_COLUMNS = 2
_MIN_CELLS, _MAX_CELLS = 2, 30
# A column without a name that fills more of the rows than this share is one of the table.
_SPARSE = 0.5
# This share of its cells explain something: "red = over budget".
_EXPLAINING = 0.5
_HEADING = re.compile(
    r"^(?:legend[ea]?|l[ée]gende|leyenda|colou?r (?:key|codes?)|key to .+|[图圖凡]例)\s*[:：]?$",
    re.IGNORECASE,
)


def beside_legend(grid: Grid, runs: Sequence[range]) -> tuple[range, range] | None:
    """The columns of the table and those of a legend on its right; `runs` lie between gaps."""
    table, legend = range(runs[-1].start), runs[-1]
    if not len(table) or len(legend) > _MAX_COLUMNS:
        return None
    column = legend.start
    rows = [row for row in range(len(grid.rows)) if not is_blank(grid.rows[row][column])]
    if not _MIN_CELLS <= len(rows) <= _MAX_CELLS:
        return None
    if any(shape_of(grid.rows[row][column]) in VALUE_SHAPES for row in rows):
        return None
    if _HEADING.match(str(grid.rows[rows[0]][column]).strip()):
        return table, legend
    return (table, legend) if len(legend) == 1 and _is_aside(grid, table, column, rows) else None


def _is_aside(grid: Grid, table: range, column: int, rows: Sequence[int]) -> bool:
    """Texts beside less than half of the data, without a name among the names of the columns."""
    main = grid.crop(range(len(grid.rows)), table)
    layout = find_layout(main)
    data = {main.row_numbers[row] for row in layout.data}
    header = {main.row_numbers[row] for row in layout.header}
    beside = [row for row in rows if grid.row_numbers[row] in data]
    if not header or not beside or len(beside) > _SPARSE * len(data):
        return False
    texts = [str(grid.rows[row][column]) for row in rows]
    explaining = sum(map(explains, texts))
    is_named = any(grid.row_numbers[row] in header for row in rows)
    return not is_named or explaining >= max(_MIN_CELLS, _EXPLAINING * len(texts))
