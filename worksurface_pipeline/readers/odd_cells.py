"""The few cells of a column of values that hold a word instead: "see note", "withheld".

They have no value, and the word is the reason. A cell with a digit in it is never such a word: it
may be a value in another form, or a code. Nor is any word beside whole numbers that are all of one
width: those are codes themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.readers.grid import Cell, is_blank
from worksurface_pipeline.readers.model import ColumnType

# In a column of at least so many cells this share may be words; shorter columns stay text.
_FEWEST_CELLS = 100
_MOST_ODD = 0.01
# More different words than these are content, and no marks.
_MOST_WORDS = 20
# Cells looked at, evenly spread, before the whole column is: most columns of text end here.
_PROBE = 32
_MOST_ODD_IN_PROBE = 4
_DIGIT = r"[0-9\uff10-\uff19]"
VALUE_TYPES = frozenset(
    {
        ColumnType.INTEGER,
        ColumnType.DECIMAL,
        ColumnType.PERCENT,
        ColumnType.CURRENCY,
        ColumnType.DATE,
        ColumnType.DATETIME,
        ColumnType.TIME,
        ColumnType.DURATION,
    }
)
"""Types whose columns may hold such words."""


def odd_texts(present: pl.Series) -> pl.Series | None:
    """True where a string is such a word; None where the column has none, or too many."""
    if len(present) < _FEWEST_CELLS:
        return None
    probe = present.gather_every(len(present) // _PROBE).to_list()
    if sum(not _has_digit(text) for text in probe) > _MOST_ODD_IN_PROBE:
        return None
    is_odd = ~present.str.contains(_DIGIT)
    count = is_odd.sum()
    if not 0 < count <= len(present) * _MOST_ODD:
        return None
    return is_odd if present.filter(is_odd).n_unique() <= _MOST_WORDS else None


def without_odd(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Cells of a workbook with None in place of such words; as they are where that is no column.

    `cells` hold None where a value is missing.
    """
    words = [cell for cell in cells if isinstance(cell, str) and not is_blank(cell)]
    filled = sum(not is_blank(cell) for cell in cells)
    if filled < _FEWEST_CELLS or not 0 < len(words) <= filled * _MOST_ODD:
        return cells
    if len(set(words)) > _MOST_WORDS or any(map(_has_digit, words)):
        return cells
    values = [None if isinstance(cell, str) else cell for cell in cells]
    numbers = [value for value in values if isinstance(value, (int, float))]
    return cells if are_codes(pl.Series(numbers, dtype=pl.Float64)) else values


def are_codes(numbers: pl.Series) -> bool:
    """Whether all are whole and have equally many digits, more than one."""
    if not len(numbers) or not (numbers == numbers.round(0)).all():
        return False
    widths = numbers.cast(pl.Int64, strict=False).cast(pl.String).str.len_chars()
    return widths.n_unique() == 1 and widths[0] is not None and widths[0] > 1


def _has_digit(word: str) -> bool:
    return any(char.isdigit() for char in word)
