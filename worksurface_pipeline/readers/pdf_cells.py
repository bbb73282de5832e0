"""Columns of a table on a PDF page, told by the places of its cells.

Fragments that share a stretch of the page's width stand in one column. A piece of a line may hold
several cells with blanks between them; where they stand is reckoned from their letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.readers.pdf_lines import Fragment, Row

# Blanks between two cells in one piece of a line, taken to be this wide (letter heights).
_BLANKS = re.compile(r" {2,}")
_CELL_GAP = 1.0


@dataclass(slots=True)
class Column:
    """Where a column lies on the page (points)."""

    x0: float
    x1: float

    def meets(self, item: Fragment) -> bool:
        """Whether a fragment stands in it, or runs across it."""
        return item.x0 < self.x1 and item.x1 > self.x0


def split_cells(row: Row) -> Row:
    """The row with each of its cells by itself: blanks in a piece part cells as gaps do."""
    return tuple(cell for item in row for cell in _cells_of(item))


def _cells_of(item: Fragment) -> Iterator[Fragment]:
    texts = _BLANKS.split(item.text)
    if len(texts) == 1:
        yield item
        return
    gap = item.size * _CELL_GAP / (item.x1 - item.x0)
    yield from spread(item, texts, min(gap, 1 / (2 * len(texts))))


def spread(item: Fragment, texts: Sequence[str], gap: float) -> Iterator[Fragment]:
    """Parts of a piece, their places reckoned from their letters; `gap` is a share of the width."""
    width = item.x1 - item.x0
    step = width * (1 - gap * (len(texts) - 1)) / max(sum(map(len, texts)), 1)
    x0 = item.x0
    for text in texts:
        x1 = x0 + step * len(text)
        yield Fragment(x0, item.y0, x1, item.y1, text, item.size)
        x0 = x1 + gap * width


def columns_of(rows: Sequence[Row]) -> list[Column]:
    """The columns that the rows of several pieces stand in, fullest rows first."""
    columns: list[Column] = []
    for row in sorted((row for row in rows if len(row) > 1), key=len, reverse=True):
        for item in row:
            met = [column for column in columns if column.meets(item)]
            if not met:
                columns.append(Column(item.x0, item.x1))
            elif len(met) == 1:
                met[0].x0, met[0].x1 = min(met[0].x0, item.x0), max(met[0].x1, item.x1)
    return _merged(sorted(columns, key=lambda column: column.x0), rows)


def _merged(columns: list[Column], rows: Sequence[Row]) -> list[Column]:
    """Neighbours that no row fills both are one column: its head on the left, figures right."""
    while True:
        taken = [{n for n, c in enumerate(columns) if any(map(c.meets, row))} for row in rows]
        alone = [
            (columns[n + 1].x0 - columns[n].x1, n)
            for n in range(len(columns) - 1)
            if not any({n, n + 1} <= met for met in taken)
        ]
        if not alone:
            return columns
        at = min(alone)[1]
        columns[at : at + 2] = [Column(columns[at].x0, columns[at + 1].x1)]


def placed(row: Row, columns: Sequence[Column]) -> tuple[str, ...] | None:
    """The row's cells by column, a wide one in its first; None if two share a column."""
    cells = [""] * len(columns)
    used: set[int] = set()
    for item in row:
        met = {number for number, column in enumerate(columns) if column.meets(item)}
        if not met or met & used:
            return None
        used |= met
        cells[min(met)] = item.text
    return tuple(cells)
