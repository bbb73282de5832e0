"""Tables without lines around their cells: rows whose pieces stand below each other in columns.

The columns are those of the rows with numbers; a name above belongs to the columns that it covers.
Rows that fill no column twice and have names right above them are a table, anything else is prose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.seeds.loose_heads import (
    Cell,
    Columns,
    names_over,
    told_apart,
)
from worksurface_pipeline.mmenterprise.seeds.parts import Box
from worksurface_pipeline.mmenterprise.seeds.readable import are_years, begins_with_figures
from worksurface_pipeline.readers.pdf_lines import Row

# Rows stand no further apart than this (letter heights).
_APART = 2.5
_LEAST_ROWS, _LEAST_COLUMNS = 2, 2
# With two columns alone, so many rows are no chance.
_ROWS_OF_PAIRS = 3
_MOST_HEADS = 3
_LONGEST_CELL = 60
_MOST_WORDS = 8  # of a name
# A column of figures has them in this share of its cells.
_FIGURES = 0.8
_CELLS = re.compile(r"\S+(?: \S+)*")

Cells = tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True, slots=True)
class FoundTable:
    """The cells of a table and where it stands."""

    box: Box
    rows: Cells


@dataclass(frozen=True, slots=True)
class _Line:
    """A row as cells, its place and the height of its letters."""

    cells: tuple[Cell, ...]
    top: float
    bottom: float
    size: float

    @property
    def is_short(self) -> bool:
        """Whether all cells are short."""
        return all(len(cell.text) <= _LONGEST_CELL for cell in self.cells)

    @property
    def figures(self) -> list[str]:
        """The cells that begin with figures."""
        return [cell.text for cell in self.cells if begins_with_figures(cell.text)]

    @property
    def is_body(self) -> bool:
        """A name and numbers behind it."""
        is_wide = len(self.cells) >= _LEAST_COLUMNS and _is_name(self.cells[0].text)
        return is_wide and self.is_short and bool(self.figures) and not self.is_head

    @property
    def is_head(self) -> bool:
        """Words alone, or years."""
        return self.is_short and (not self.figures or are_years(self.figures))


def loose_tables(rows: Sequence[Row]) -> list[FoundTable]:
    """The tables among the rows of one column of a page."""
    lines = [_line(row) for row in rows]
    found = []
    start = 0
    while start < len(lines):
        stop = start
        while stop < len(lines) and lines[stop].is_body and _follows(lines, start, stop):
            stop += 1
        table = _table(lines, start, stop) if stop - start >= _LEAST_ROWS else None
        if table is not None:
            found.append(table)
        start = max(stop, start + 1)
    return found


def _line(row: Row) -> _Line:
    """A row cut at wide blanks; letters count as equally wide."""
    cells = []
    for piece in row:
        wide = (piece.x1 - piece.x0) / max(len(piece.text), 1)
        for match in _CELLS.finditer(piece.text):
            left, right = (piece.x0 + wide * place for place in match.span())
            cells.append(Cell(left, right, match.group()))
    top, bottom = min(piece.y0 for piece in row), max(piece.y1 for piece in row)
    return _Line(tuple(cells), top, bottom, max(piece.size for piece in row))


def _follows(lines: Sequence[_Line], start: int, at: int) -> bool:
    """Whether a line stands right below the one before, where that one is in the run."""
    return at == start or _is_close(lines[at - 1], lines[at])


def _is_close(above: _Line, below: _Line) -> bool:
    return below.top - above.bottom < _APART * above.size


def _table(lines: Sequence[_Line], start: int, stop: int) -> FoundTable | None:
    body = lines[start:stop]
    columns = _columns(body)
    first = _first_head(lines, start, columns)
    rows = [_filled(line, columns) for line in body]
    heads = [names_over(line.cells, columns) for line in lines[first:start]]
    names = told_apart(heads) if heads else ()
    if not any(names[1:]) or not _is_table(columns, rows):
        return None
    whole = lines[first:stop]
    box = (
        min(cell.left for line in whole for cell in line.cells),
        whole[0].top,
        max(cell.right for line in whole for cell in line.cells),
        whole[-1].bottom,
    )
    return FoundTable(box, (names, *(tuple(row or ()) for row in rows)))


def _first_head(lines: Sequence[_Line], start: int, columns: Columns) -> int:
    """Where the rows of names above the body begin."""
    first = start
    while first > 0 and start - first < _MOST_HEADS:
        above = lines[first - 1]
        if not _is_head(above, columns) or not _is_close(above, lines[first]):
            break
        first -= 1
    return first


def _is_head(line: _Line, columns: Columns) -> bool:
    """Whether a line names columns; one piece from the margin on is a line of prose or a title."""
    is_lone = len(line.cells) == 1 and (len(columns) < _LEAST_COLUMNS or _is_left(line, columns))
    are_names = all(len(cell.text.split()) <= _MOST_WORDS for cell in line.cells)
    return line.is_head and are_names and not is_lone


def _is_left(line: _Line, columns: Columns) -> bool:
    return line.cells[0].left < columns[0][1]


def _columns(body: Sequence[_Line]) -> list[tuple[float, float]]:
    """The stretches across that cells of the body cover, left to right."""
    merged: list[tuple[float, float]] = []
    for cell in sorted((cell for line in body for cell in line.cells), key=lambda one: one.left):
        if merged and cell.left < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], cell.right))
        else:
            merged.append((cell.left, cell.right))
    return merged


def _filled(line: _Line, columns: Columns) -> list[str] | None:
    """The text of a line in each column; None where two pieces stand in one."""
    row = [""] * len(columns)
    for cell in line.cells:
        at = next(n for n, (_, right) in enumerate(columns) if cell.left < right)
        if row[at]:
            return None
        row[at] = cell.text
    return row


def _is_table(columns: Columns, rows: Sequence[list[str] | None]) -> bool:
    count = len(columns)
    is_large = count > _LEAST_COLUMNS or (count == _LEAST_COLUMNS and len(rows) >= _ROWS_OF_PAIRS)
    has_figures = any(_is_figures(rows, n) for n in range(1, count))
    return is_large and has_figures and all(row is not None for row in rows)


def _is_figures(rows: Sequence[list[str] | None], column: int) -> bool:
    filled = [row[column] for row in rows if row and row[column]]
    figures = sum(map(begins_with_figures, filled))
    return len(filled) >= _LEAST_ROWS and figures >= _FIGURES * len(filled)


def _is_name(text: str) -> bool:
    return any(char.isalpha() for char in text) and not begins_with_figures(text)
