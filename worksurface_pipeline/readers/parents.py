"""Rows of a compact pivot table that sum up the indented rows below them.

"Asia" stands over the indented "China" and "Japan" with the sum of their numbers. Indents are those
of the cells, or blanks before the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.text import parse_number
from worksurface_pipeline.readers.grid import Cell, Grid, filled

# How the reason begins for which such a row is no data; its name follows.
PARENT = "sum of the rows indented below: "
# One parent at least has so many rows below it.
_MIN_CHILDREN = 2
# What sums of decimals may differ by.
_TRIFLE = 1e-6


def parent_rows(grid: Grid, data: range) -> list[int]:
    """Rows of `data` whose numbers are all the sums of the next deeper rows below them."""
    if not data or not _may_be_indented(grid):
        return []
    levels = [_level(grid, row) for row in data]
    if min(levels) == max(levels):
        return []
    found: dict[int, int] = {}
    # Rows that wait for the end of their children, each with these children.
    waiting: list[tuple[int, list[int]]] = []
    for place, level in enumerate([*levels, min(levels) - 1]):
        while waiting and levels[waiting[-1][0]] >= level:
            parent, children = waiting.pop()
            if _is_sum(grid, data[parent], [data[child] for child in children]):
                found[data[parent]] = len(children)
        if place < len(levels):
            if waiting:
                waiting[-1][1].append(place)
            waiting.append((place, []))
    # A number over its equal alone may be chance; beside true sums it is one of them.
    return sorted(found) if max(found.values(), default=0) >= _MIN_CHILDREN else []


def _may_be_indented(grid: Grid) -> bool:
    return bool(grid.indents) or any(
        isinstance(row[0], str) and row[0][:1].isspace() for row in grid.rows
    )


def _level(grid: Grid, row: int) -> int:
    """How far the first cell of a row is indented."""
    text = grid.rows[row][0]
    blanks = len(text) - len(text.lstrip()) if isinstance(text, str) else 0
    return blanks + grid.indents.get((grid.row_numbers[row], grid.column_numbers[0]), 0)


def _is_sum(grid: Grid, row: int, children: Sequence[int]) -> bool:
    """Whether each number of a row is the sum of those below it, and there is one."""
    if not children or not isinstance(grid.rows[row][0], str):
        return False
    cells = [column for column in filled(grid.rows[row]) if column > 0]
    return bool(cells) and all(
        _agrees(grid.rows[row][column], [grid.rows[child][column] for child in children])
        for column in cells
    )


def _agrees(stated: Cell, parts: Sequence[Cell]) -> bool:
    total, numbers = _number(stated), [_number(part) for part in parts]
    known = [number for number in numbers if number is not None]
    if total is None or not known:
        return False
    return abs(sum(known) - total) <= _TRIFLE * max(1.0, abs(total))


def _number(cell: Cell) -> float | None:
    if isinstance(cell, str):
        mention = parse_number(cell)
        return float(mention.number) if mention else None
    return float(cell) if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None
