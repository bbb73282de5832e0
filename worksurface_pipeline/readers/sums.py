"""Does a row hold the sums of rows above it? Reckoned in one pass over the columns of numbers.

A row may sum up the rows since the last total, all rows of data, or the totals since the last row
that summed up totals. Columns are read when they are asked for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import isclose, log10

import numpy as np
import numpy.typing as npt

from worksurface_pipeline.readers.cell_numbers import Floats, numbers_of
from worksurface_pipeline.readers.decimal_marks import Decimals
from worksurface_pipeline.readers.grid import Cell, Row

# How far floats that were added up may be from the sum, and the error of sums of many rows.
_RELATIVE, _ABSOLUTE, _DRIFT = 1e-9, 1e-9, 1e-13
# Digits of one number that count as evidence; more of them say no more.
_MAX_EVIDENCE = 6.0
# Decimals that are looked at to know the smallest step of a column.
_MAX_DECIMALS = 6
# Columns compared in a row; so many that agree leave no doubt.
_MAX_COLUMNS = 24
# Rows looked at a time for one that holds a sum; after each find the rest is looked at anew.
_WINDOW = 1024
# A sum of fewer numbers is no sum.
_MIN_PARTS = 2
# Shares that make up a whole.
_WHOLES = (1.0, 100.0)


class Mode(Enum):
    """Which rows a row sums up."""

    SINCE_LAST = "since the last total"
    TOTALS = "the totals"
    ALL = "all rows"


@dataclass(frozen=True, slots=True)
class Match:
    """How many columns of a row agree with one mode, of how many compared.

    `evidence` is how unlikely this is by chance, in decimal digits; `columns` agree independently;
    `parts` is the number of numbers that were summed.
    """

    mode: Mode
    agreed: int
    compared: int
    evidence: float
    columns: int
    parts: int

    @property
    def is_whole(self) -> bool:
        """Whether every number of the row is a sum."""
        return self.agreed == self.compared > 0

    @property
    def is_half(self) -> bool:
        """Whether half of them are; shares and prices do not add up."""
        return self.agreed * 2 >= self.compared and self.agreed > 0


@dataclass(slots=True)
class _Column:
    """Numbers of a column with their sums from the start; `totals` and `parts` are of totals."""

    values: Floats
    prefix: Floats
    counts: npt.NDArray[np.int64]
    step: float
    totals: float = 0.0
    total_count: int = 0
    subtotals: float = 0.0
    subtotal_count: int = 0

    def sum_of(self, mode: Mode, row: int, base: int) -> tuple[float, int]:
        """What the row should hold, and of how many numbers that is the sum."""
        if mode is Mode.TOTALS:
            return self.subtotals, self.subtotal_count
        if mode is Mode.ALL:
            return self.prefix[row] - self.totals, int(self.counts[row]) - self.total_count
        return self.prefix[row] - self.prefix[base], int(self.counts[row] - self.counts[base])

    def slack(self, row: int) -> float:
        """The error that a sum may have."""
        return float(_ABSOLUTE + _DRIFT * abs(self.prefix[row]))


@dataclass(slots=True)
class Sums:
    """The numbers of some rows, and which of them were found to be totals."""

    rows: Sequence[Row]
    decimals: Decimals | None
    found: list[int] = field(default_factory=list)
    _base: int = 0
    _subtotals: set[int] = field(default_factory=set)
    _columns: dict[int, _Column] = field(default_factory=dict)

    def match(self, row: int, columns: Sequence[int]) -> Match:
        """The mode that fits the row best."""
        stated = [c for c in columns[:_MAX_COLUMNS] if not np.isnan(self._column(c).values[row])]
        return max(
            (self._match(row, stated, mode) for mode in self._modes(row)),
            key=lambda match: (match.is_whole, match.agreed, match.evidence),
        )

    def add(self, row: int, match: Match) -> None:
        """Takes a row for a total of what `match` tells."""
        self.found.append(row)
        self._base = row + 1
        is_lowest = match.mode is Mode.SINCE_LAST
        if is_lowest:
            self._subtotals.add(row)
        else:
            self._subtotals.clear()
        for column in self._columns.values():
            _account(column, row, is_lowest=is_lowest)

    def without_number(self, rows: Sequence[int], columns: Sequence[int]) -> list[int]:
        """Those of `rows` in which all of `columns` are blank."""
        places = np.array(rows, dtype=np.int64)
        for column in columns:
            places = places[np.isnan(self._column(column).values[places])]
        return [int(place) for place in places]

    def suspects(self, columns: Sequence[int], odd: Sequence[int]) -> Iterator[int]:
        """The `odd` rows and those that hold a sum in one of `columns`.

        In order; what is found meanwhile counts for those that follow.
        """
        row = 0
        while row < len(self.rows):
            end = min(row + _WINDOW, len(self.rows))
            strange = odd[bisect_left(odd, row) : bisect_left(odd, end)]
            near = {*strange, *self._sums_within(columns, row, end)}
            known = len(self.found)
            for suspect in sorted(near):
                yield suspect
                if len(self.found) > known:
                    end = suspect + 1
                    break
            row = end

    def is_rest(self, row: int, columns: Sequence[int]) -> bool:
        """Whether a row holds the sums of all other rows of data, at least three."""
        checks = []
        for column in (self._column(c) for c in columns[:_MAX_COLUMNS]):
            value = column.values[row]
            if not np.isnan(value):
                rest = column.prefix[-1] - column.totals - value
                many = column.counts[-1] - column.total_count > _MIN_PARTS + 1
                checks.append(bool(many) and _is_near(value, rest, column.slack(-1)))
        return bool(checks) and all(checks)

    def _modes(self, row: int) -> list[Mode]:
        modes = [Mode.SINCE_LAST] if row > self._base else []
        modes += [Mode.TOTALS] if len(self._subtotals) >= _MIN_PARTS else []
        return [*modes, Mode.ALL] if self.found or not modes else modes

    def _match(self, row: int, columns: Sequence[int], mode: Mode) -> Match:
        agreed, compared, parts = 0, 0, 0
        telling: list[int] = []
        evidence = 0.0
        for number in columns:
            column = self._column(number)
            value = float(column.values[row])
            expected, count = column.sum_of(mode, row, self._base)
            if value == 0 and abs(expected) <= column.slack(row):
                continue
            compared += 1
            if not _is_near(value, expected, column.slack(row)):
                continue
            agreed += 1
            parts = max(parts, count)
            if count >= _MIN_PARTS and not self._is_multiple(row, number, telling):
                telling.append(number)
                evidence += _evidence(value, column.step)
        return Match(mode, agreed, compared, evidence, len(telling), parts)

    def _is_multiple(self, row: int, number: int, others: Sequence[int]) -> bool:
        """Whether a column goes with another one: an amount at one price says nothing more."""
        if not others or row == 0:
            return False
        own, other = self._column(number).values, self._column(others[0]).values
        return isclose(own[row] * other[row - 1], own[row - 1] * other[row], rel_tol=_RELATIVE)

    def _sums_within(self, columns: Sequence[int], start: int, end: int) -> list[int]:
        hits = np.zeros(end - start, dtype=bool)
        for column in map(self._column, columns):
            values, sums = column.values[start:end], column.prefix[start:end]
            slack = _ABSOLUTE + _DRIFT * np.abs(sums) + _RELATIVE * np.abs(values)
            since, over_all = sums - column.prefix[self._base], sums - column.totals
            for expected in (since, over_all, column.subtotals):
                hits |= (np.abs(values - expected) <= slack) & (values != 0)
        return [int(row) for row in np.flatnonzero(hits) + start]

    def _column(self, number: int) -> _Column:
        if number not in self._columns:
            column = _column([row[number] for row in self.rows], self.decimals)
            for row in self.found:
                _account(column, row, is_lowest=row in self._subtotals)
            self._columns[number] = column
        return self._columns[number]


def _account(column: _Column, row: int, *, is_lowest: bool) -> None:
    """A row became a total; no total but the lowest is summed up by another one."""
    value = float(np.nan_to_num(column.values[row]))
    column.totals += value
    column.total_count += value != 0
    column.subtotals = column.subtotals + value if is_lowest else 0.0
    column.subtotal_count = column.subtotal_count + (value != 0) if is_lowest else 0


def _column(cells: Sequence[Cell], decimals: Decimals | None) -> _Column:
    values = numbers_of(cells, decimals)
    plain = np.nan_to_num(values)
    prefix = np.concatenate(([0.0], np.cumsum(plain)))
    counts = np.concatenate(([0], np.cumsum(plain != 0)))
    return _Column(values, prefix, counts, _step(plain))


def _step(values: Floats) -> float:
    """The power of ten of which all numbers are multiples: what a coincidence must hit."""
    looked = values[values != 0][:_WINDOW]
    step = 1000.0
    for _ in range(_MAX_DECIMALS + 3):
        scaled = looked / step
        if np.allclose(scaled, np.round(scaled), rtol=0, atol=1e-6):
            break
        step /= 10
    return step


def _evidence(value: float, step: float) -> float:
    bonus = 1.0 if value in _WHOLES else 0.0
    return min(_MAX_EVIDENCE, max(0.0, log10(max(abs(value) / step, 1.0))) + bonus)


def _is_near(value: float, expected: float, slack: float) -> bool:
    return abs(value - expected) <= slack + _RELATIVE * abs(value)
