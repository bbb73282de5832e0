"""Names above the columns of a table without lines: which column each stands over.

What cannot be told for certain is left without a name, so that no value gets the wrong one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import normalise

# What the column of names is called where nothing stands above it; nobody reads it.
_CORNER = "name"

Columns = Sequence[tuple[float, float]]
"""The stretches across that columns cover, left to right."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a row, from `left` to `right`."""

    left: float
    right: float
    text: str


def names_over(cells: Sequence[Cell], columns: Columns) -> list[str | None]:
    """The names of a row above the columns that each covers; None where one goes on."""
    row: list[str | None] = [""] * len(columns)
    for cell in cells:
        covered = _covered(cell, columns)
        for n in covered:
            own = row[n] or ""
            row[n] = f"{own} {cell.text}".strip() if n == covered[0] else None
    return row


def _covered(cell: Cell, columns: Columns) -> list[int]:
    """The columns that a name stands over; one that stands beside them has the nearest room."""
    over = [n for n, (left, right) in enumerate(columns) if cell.left < right and left < cell.right]
    if over:
        return over
    middle = (cell.left + cell.right) / 2
    return [min(range(len(columns)), key=lambda n: abs(sum(columns[n]) / 2 - middle))]


def told_apart(heads: Sequence[list[str | None]]) -> tuple[str, ...]:
    """One name for each column out of the rows of names, "" where they do not tell it for certain.

    A lowest name over two columns is two that were set too close; so may be one of several words
    beside a column without any. Where the lowest names repeat,
    those above say which is which; a column that none of them stands over may belong to either.
    """
    lowest = heads[-1]
    several = {n for n, name in enumerate(lowest) if n and name and " " in name}
    joint = {n for n, name in enumerate(lowest) if name is None}
    joint |= {n - 1 for n in joint}
    bare = [n for n in range(1, len(lowest)) if not any(head[n] for head in heads)]
    joint |= {m for n in bare for m in (n - 1, n + 1) if m in several}
    counts = Counter(normalise(name) for name in lowest if name)
    is_grouped = bool(joint) or any(count > 1 for count in counts.values())
    open_ones = {n for head in heads[:-1] for n in range(1, len(head)) if head[n] == ""}
    doubtful = joint | (open_ones if is_grouped else set())
    names = ["" if n in doubtful else _stacked(heads, n) for n in range(len(lowest))]
    return (names[0] or _CORNER, *names[1:])


def _stacked(heads: Sequence[list[str | None]], column: int) -> str:
    """The names above a column from the top; where one goes on, that of its left neighbour."""
    words = []
    for head in heads:
        at = next(n for n in range(column, -1, -1) if head[n] is not None)
        words.append(head[at] or "")
    return " ".join(dict.fromkeys(filter(None, words)))
