"""Rows among the data that sum up others: by their word, by their numbers, or by both.

A word alone is enough where the row leaves cells blank that name every other row. Numbers alone
are enough where chance cannot explain them and the table ends with a total.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log10

import polars as pl

from worksurface_pipeline.readers.cell_numbers import is_number
from worksurface_pipeline.readers.decimal_marks import Decimals
from worksurface_pipeline.readers.grid import Cell, Null, Row, filled
from worksurface_pipeline.readers.number_texts import table_decimals
from worksurface_pipeline.readers.shapes import (
    POSSIBLE_LABELS,
    VALUE_SHAPES,
    Shape,
    column_shape,
    is_year,
    shape_of,
)
from worksurface_pipeline.readers.sums import Match, Sums
from worksurface_pipeline.readers.total_words import Word, surest_word

# Rows that tell how the data look, and the share of them that fill a column of every row.
_SAMPLED_ROWS = 200
_USUAL = 0.8
# Columns that are looked at: the names stand among the first ones, and so many sums are enough.
MAX_COLUMNS = 40
# Columns whose sums are looked for in every row, not only in those that look odd.
_WITNESSES = 3
# Decimal digits of evidence against chance: with a word, for a row that names nothing, for a row
# named like the others, for one in the midst of them, and for a word without a total at the end.
_WORDED, _NAMELESS, _NAMED, _AMID, _UNCLOSED = 1.9, 1.3, 2.5, 3.5, 5.0
# A sum of fewer numbers in a single column may be chance.
_MANY_PARTS = 3


class Keys(Enum):
    """What stands beside the label of a row in the columns that name the rows."""

    BLANK = "a name is missing that other rows have"
    ALONE = "there is no other name"
    TAKEN = "names as in other rows"


@dataclass(frozen=True, slots=True)
class Profile:
    """The columns of some rows: numbers, and names that are filled in every usual row.

    1, 2, 3 … may be either. `units` are the texts of columns that hold one text only.
    """

    values: tuple[int, ...]
    keys: tuple[int, ...]
    ordinals: frozenset[int]
    usual: tuple[int, ...]
    units: dict[int, Cell]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Profile:
        """What the first rows tell; such as are called totals say nothing."""
        looked = [row[:MAX_COLUMNS] for row in rows[:_SAMPLED_ROWS]]
        sample = [row for row in looked if label_word(row) is Word.NONE]
        columns = list(zip(*sample, strict=True))
        present = [[cell for cell in cells if not is_missing(cell)] for cells in columns]
        usual = tuple(n for n, c in enumerate(present) if c and len(c) >= _USUAL * len(sample))
        ordinals = frozenset(n for n, cells in enumerate(present) if _are_ordinals(cells))
        values = tuple(n for n, cells in enumerate(present) if _is_summable(cells))
        return cls(
            values=values,
            keys=tuple(n for n in usual if n in ordinals or n not in values),
            ordinals=ordinals,
            usual=usual,
            units={
                number: cells[0]
                for number, cells in enumerate(present)
                if len(cells) > 1 and isinstance(cells[0], str) and len(set(cells)) == 1
            },
        )

    def keys_of(self, row: Row) -> Keys:
        """Whether the row is named like the others."""
        label = _label_column(row)
        others = [column for column in self.keys if column != label]
        held = [column for column in others if not is_missing(row[column])]
        named = [
            column
            for column in held
            if column not in self.ordinals and not isinstance(row[column], Null)
        ]
        if any(row[column] != self.units.get(column) for column in named):
            return Keys.TAKEN
        return Keys.BLANK if len(held) < len(others) else Keys.ALONE


def is_missing(cell: Cell) -> bool:
    """Whether a cell holds nothing, or a mark for nothing."""
    return shape_of(cell) is Shape.MISSING and not isinstance(cell, Null)


def label_word(row: Row) -> Word:
    """The surest word for a total among the texts of a row."""
    return surest_word([cell for cell in row[:MAX_COLUMNS] if isinstance(cell, str)])


def label_of(row: Row) -> str:
    """The first text of a row that is no value, "" without any."""
    column = _label_column(row)
    return "" if column is None else str(row[column]).strip()


def holds_number(row: Row) -> bool:
    """Whether a row holds a value beside its label, or one that was lost."""
    label = _label_column(row)
    cells = (row[column] for column in filled(row) if column != label)
    return any(isinstance(cell, Null) or shape_of(cell) in VALUE_SHAPES for cell in cells)


def decimals_of(rows: Sequence[Row], delimiter: str) -> Decimals:
    """How a text table writes decimals, by its first rows."""
    columns = zip(*(row[:MAX_COLUMNS] for row in rows[:_SAMPLED_ROWS]), strict=True)
    texts = [[cell if isinstance(cell, str) else None for cell in cells] for cells in columns]
    return table_decimals([pl.Series(cells, dtype=pl.String) for cells in texts], delimiter)


def inner_totals(rows: Sequence[Row], profile: Profile, delimiter: str, *, below: bool) -> set[int]:
    """Positions of the rows that sum up others of `rows`; `below` tells of a total under them."""
    if len(rows) < 2 or not profile.values:
        return set()
    decimals = decimals_of(rows, delimiter) if delimiter else None
    closed = _scan(Sums(rows, decimals), profile, is_closed=True)
    if below or len(rows) - 1 in closed or not closed:
        return closed
    return _scan(Sums(rows, decimals), profile, is_closed=False)


def _scan(sums: Sums, profile: Profile, *, is_closed: bool) -> set[int]:
    rows = sums.rows
    odd = _odd_rows(rows, profile.usual)
    usual = [column for column in profile.values if column in profile.usual]
    witnesses = (usual or profile.values)[:_WITNESSES]
    worded = {row for row in odd if label_word(rows[row]) is not Word.NONE}
    odd = sorted(worded.union(sums.without_number(odd, witnesses)))
    for row in sums.suspects(witnesses, odd):
        match = sums.match(row, profile.values)
        is_last = row == len(rows) - 1
        if _is_total(rows, row, match, profile, is_closed=is_closed, is_last=is_last):
            sums.add(row, match)
    first = rows[0]
    if 0 not in sums.found and label_word(first) is Word.BARE and sums.is_rest(0, profile.values):
        sums.found.append(0)
    return set(sums.found)


def _odd_rows(rows: Sequence[Row], usual: Sequence[int]) -> list[int]:
    """Rows that leave a cell blank which other rows fill."""
    gaps = [number for number, row in enumerate(rows) if None in row]
    return [number for number in gaps if any(rows[number][column] is None for column in usual)]


def _is_total(
    rows: Sequence[Row],
    number: int,
    match: Match,
    profile: Profile,
    *,
    is_closed: bool,
    is_last: bool,
) -> bool:
    row = rows[number]
    if not holds_number(row) and not any(is_number(row[c]) for c in profile.values):
        return False
    word, keys = label_word(row), profile.keys_of(row)
    if word >= Word.HELD and keys is Keys.BLANK:
        return True
    if word is Word.NONE:
        return is_closed and _reckons(row, match, keys, len(rows), is_last=is_last)
    return _agrees(match, word, keys, is_closed=is_closed)


def _agrees(match: Match, word: Word, keys: Keys, *, is_closed: bool) -> bool:
    """Whether the numbers of a row bear out its word."""
    if keys is Keys.TAKEN:
        return match.is_whole and is_closed and match.evidence >= _NAMED
    if word is Word.BARE:
        return match.is_half
    if word is Word.SURE:
        return match.is_half and (is_closed or match.evidence >= _WORDED)
    # Shares do not add up; then two other columns must.
    fits = match.is_whole or (match.is_half and match.columns > 1 and match.evidence >= _NAMED)
    if not is_closed or match.parts < _MANY_PARTS:
        enough = _NAMED if match.columns == 1 else _WORDED
        return fits and match.evidence >= (enough if is_closed else _UNCLOSED)
    return fits


def _reckons(row: Row, match: Match, keys: Keys, height: int, *, is_last: bool) -> bool:
    """Whether numbers alone tell that a row of a closed table sums up others."""
    if not match.is_whole or keys is Keys.TAKEN:
        return False
    is_many = match.parts >= _MANY_PARTS or match.columns > 1
    if not label_of(row):
        return match.evidence >= _NAMELESS or (is_last and is_many)
    amid = 0.0 if is_last else _AMID - _NAMED + log10(height)
    return is_many and match.evidence >= _NAMED + amid


def _is_summable(cells: Sequence[Cell]) -> bool:
    """Numbers that count something, and are no years."""
    is_numeric = column_shape(cells) is Shape.NUMBER or _are_spans(cells)
    return is_numeric and not all(map(is_year, cells))


def _are_spans(cells: Sequence[Cell]) -> bool:
    return bool(cells) and all(is_number(cell) for cell in cells)


def _are_ordinals(cells: Sequence[Cell]) -> bool:
    """1, 2, 3 … from the first row on."""
    texts = [str(cell).removesuffix(".0") for cell in cells]
    return len(texts) > _MANY_PARTS and texts == [str(n) for n in range(1, len(texts) + 1)]


def _is_label(cell: Cell) -> bool:
    return isinstance(cell, str) and shape_of(cell) in POSSIBLE_LABELS


def _label_column(row: Row) -> int | None:
    return next((column for column in filled(row) if _is_label(row[column])), None)
