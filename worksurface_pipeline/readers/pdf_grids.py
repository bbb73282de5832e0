"""Tables of a PDF page whose rows leave cells empty: written with all their cells.

A row of a PDF holds what is printed; where a cell is empty the values after it would move to the
column before. Columns are told by the places of the cells of all rows of a table. A table without
empty cells needs none of this and stays as its lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from worksurface_pipeline.readers.pdf_cells import Column, columns_of, placed, split_cells, spread
from worksurface_pipeline.readers.pdf_lines import Fragment, Row

# Rows of one table are no further apart than this many letter heights.
_MAX_GAP = 2.0
# A table has its columns' names and two rows; a row of two cells has no place for an empty one.
_MIN_ROWS = 3
_MIN_COLUMNS = 3
# Cells longer than this on average are text in columns, not a table.
_MAX_LETTERS = 40.0
# A piece by itself in larger letters is a heading, not a cell.
_LARGER = 1.1
# So many rows at the top may span columns in ways that no grid shows.
_MAX_HEADS = 3

Cells = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Grid:
    """How many rows of its run stand before a grid, its columns, and its cells row by row."""

    head: int
    columns: list[Column]
    cells: Cells


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows of a region in their order; as `cells` if they are a table with empty cells."""

    rows: tuple[Row, ...]
    cells: Cells = ()


def stretches(rows: Sequence[Row]) -> Iterator[Stretch]:
    """The rows of a region: tables with empty cells apart from all else."""
    plain: list[Row] = []
    at = 0
    for run in _runs(list(map(split_cells, rows))):
        own = rows[at : at + len(run)]
        at += len(run)
        grid = _grid(run) if len(run) > 1 else None
        if grid is None:
            plain.extend(own)
            continue
        plain.extend(own[: grid.head])
        names = _names(plain[-1], run[grid.head], grid.columns) if plain else ()
        table = (*own[grid.head :],)
        if names:
            table = (plain.pop(), *table)
        if len(table) < _MIN_ROWS:
            plain.extend(table)
            continue
        if plain:
            yield Stretch(tuple(plain))
            plain = []
        yield Stretch(table, (names, *grid.cells) if names else grid.cells)
    if plain:
        yield Stretch(tuple(plain))


def _names(row: Row, below: Row, columns: Sequence[Column]) -> tuple[str, ...]:
    """The words of a line above a grid that are its columns' names, each above its own."""
    words = row[0].text.split()
    if len(row) > 1 or len(words) != len(columns) or _is_apart(row, below):
        return ()
    places = spread(row[0], words, 1 / max(len(row[0].text), 1))
    met = [[n for n, column in enumerate(columns) if column.meets(place)] for place in places]
    return tuple(words) if met == [[n] for n in range(len(columns))] else ()


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Runs of rows that may be one table; a row of one piece only stands between others."""
    run: list[Row] = []
    for row in rows:
        if run and _is_apart(run[-1], row):
            yield from _trimmed(run)
            run = []
        run.append(row)
    yield from _trimmed(run)


def _trimmed(run: list[Row]) -> Iterator[list[Row]]:
    """The run without what crosses its columns, and without single pieces at its ends."""
    many = [number for number, row in enumerate(run) if len(row) > 1]
    if not many:
        yield from ([row] for row in run)
        return
    first, last = many[0], many[-1] + 1
    yield from ([row] for row in run[:first])
    inner = run[first:last]
    columns = columns_of(inner)
    largest = max(item.size for row in inner if len(row) > 1 for item in row)
    cuts = [
        number
        for number, row in enumerate(inner)
        if len(row) == 1 and not (_fits(row[0], columns) and row[0].size <= _LARGER * largest)
    ]
    for start, stop in pairwise([-1, *cuts, len(inner)]):
        part = inner[start + 1 : stop]
        yield from _trimmed(part) if cuts and part else ([part] if part else ())
        if stop < len(inner):
            yield [inner[stop]]
    yield from ([row] for row in run[last:])


def _is_apart(above: Row, below: Row) -> bool:
    gap = below[0].y0 - max(item.y1 for item in above)
    return gap > _MAX_GAP * max(below[0].size, 1.0)


def _fits(item: Fragment, columns: Sequence[Column]) -> bool:
    return sum(column.meets(item) for column in columns) == 1


def _grid(run: Sequence[Row]) -> _Grid | None:
    """The grid of a run, None if it has none or if its lines tell as much."""
    for head in range(min(_MAX_HEADS, len(run) - 1) + 1):
        rows = run[head:]
        columns = columns_of(rows)
        cells = tuple(line for row in rows if (line := placed(row, columns)) is not None)
        if len(cells) == len(rows) and len(rows) > 1:
            grid = _Grid(head, columns, cells)
            return grid if _is_worth(rows, grid) else None
    return None


def _is_worth(rows: Sequence[Row], grid: _Grid) -> bool:
    """Whether the grid is a table's, and tells something that its lines would not."""
    texts = [text for row in grid.cells for text in row if text]
    is_short = sum(map(len, texts)) <= _MAX_LETTERS * len(texts)
    has_gaps = any(len(row) > 1 and not _is_full(row, grid.columns) for row in rows)
    return len(grid.columns) >= _MIN_COLUMNS and has_gaps and is_short


def _is_full(row: Row, columns: Sequence[Column]) -> bool:
    """Whether the row's cells reach over all columns."""
    return all(any(map(column.meets, row)) for column in columns)
