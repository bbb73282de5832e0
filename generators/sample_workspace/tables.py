"""Tables held in memory, and the figures that rubrics quote from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random
from typing import TypeAlias

from generators.sample_workspace.world import rng

Cell: TypeAlias = str | int | float | bool | date | None
Row: TypeAlias = tuple[Cell, ...]
Figure: TypeAlias = Fraction | int


@dataclass(frozen=True)
class Table:
    """Named columns and rows of cells."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.rows)

    def where(self, **wanted: Cell) -> Table:
        """Keep the rows whose cells equal the wanted ones."""
        places = [(self.columns.index(name), cell) for name, cell in wanted.items()]
        kept = (row for row in self.rows if all(row[i] == cell for i, cell in places))
        return Table(self.columns, tuple(kept))

    def values(self, column: str) -> list[Cell]:
        """List one column's cells."""
        place = self.columns.index(column)
        return [row[place] for row in self.rows]

    def numbers(self, column: str) -> list[Fraction]:
        """List one column's numbers exactly as they will be written; empty cells are left out."""
        return [Fraction(str(cell)) for cell in self.values(column) if cell is not None]

    def total(self, column: str) -> Fraction:
        """Add up one column."""
        return sum(self.numbers(column), Fraction(0))

    def mean(self, column: str) -> Fraction:
        """Average one column's numbers."""
        return self.total(column) / len(self.numbers(column))

    def highest(self, column: str) -> Fraction:
        """Find the largest number of one column."""
        return max(self.numbers(column))

    def distinct(self, column: str) -> int:
        """Count the different cells of one column."""
        return len(set(self.values(column)))

    def share(self, **wanted: Cell) -> Fraction:
        """Give the share of the rows that fit."""
        return Fraction(len(self.where(**wanted)), len(self))

    def top(self, column: str) -> tuple[str, int]:
        """Name the commonest value and its count; a tie would make a rubric ambiguous."""
        (first, count), (_, second) = Counter(self.values(column)).most_common(2)
        if count == second:
            raise ValueError(f"no single commonest value in {column}")
        return str(first), count

    def row_of_highest(self, column: str) -> dict[str, Cell]:
        """Give the one row that holds the largest number."""
        peak = self.highest(column)
        place = self.columns.index(column)
        rows = [row for row in self.rows if row[place] is not None]
        found = [row for row in rows if Fraction(str(row[place])) == peak]
        if len(found) != 1:
            raise ValueError(f"no single highest row in {column}")
        return dict(zip(self.columns, found[0], strict=True))


def make(
    name: str, columns: tuple[str, ...], size: int, row: Callable[[Random, int], Row]
) -> Table:
    """Draw a table row by row from the generator that belongs to its name."""
    random = rng(name)
    return Table(columns, tuple(row(random, number) for number in range(1, size + 1)))


def weighted(random: Random, weights: dict[str, int]) -> str:
    """Draw one key, each as often as its weight says."""
    return random.choices(list(weights), weights=list(weights.values()))[0]


def say(value: Figure, digits: int = 0) -> str:
    """Write a figure as people do: thousands with commas, halves rounded up."""
    exact = Fraction(value)
    decimal = Decimal(exact.numerator) / Decimal(exact.denominator)
    rounded = decimal.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    return f"{rounded:,}"


def percent(share: Figure, digits: int = 1) -> str:
    """Write a share in percent."""
    return f"{say(Fraction(share) * 100, digits)}%"
