"""Rows that sum up others: totals by word or numbers, averages and the like by reckoning.

Below the data "Total" says enough. "Max", "Net" or "Tax" may be a name among the data: such a row
counts where its numbers are what its word says, or below one that counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from statistics import fmean, median

from worksurface_pipeline.kernel.text import parse_number
from worksurface_pipeline.readers.grid import Cell, Grid, Row, filled
from worksurface_pipeline.readers.total_rows import (
    Keys,
    Profile,
    holds_number,
    inner_totals,
    label_of,
    label_word,
)
from worksurface_pipeline.readers.total_words import LABEL_END, Word

Reckon = Callable[[Sequence[float]], float]

# Fewer numbers above equal their sum by chance, or their greatest.
_MIN_NUMBERS = 2
_MIN_EXTREME = 3
# One number that is the greatest of its column may be the record of a Max.
_MIN_AGREED = 2
# The share of its columns in which a row must agree; shares and codes do not add up.
_AGREEING = 0.5
_SUM = (
    r"net|net amount|netto|gross|brutto|total (?:net|gross|amount|due|cost|price|sales|revenue)"
    r"|amount due|balance due|净额|总额|總額|金额合计"
)
_MEAN = r"average|avg\.?|mean|durchschnitt|mittelwert|moyenne|promedio|平均(?:值|数)?|均值"
_RATE = r"vat|tax|sales tax|gst|mwst\.?|ust\.?|tva|iva|税额|增值税|discount|rabatt|commission|fee"
_MOST = r"max(?:imum|\.)?|highest|höchst(?:er|wert)|最大值?|最高值?"
_LEAST = r"min(?:imum|\.)?|lowest|niedrigst(?:er|wert)|最小值?|最低值?"
_OTHER = r"std\.?|std\.? ?dev\.?|standard deviation|variance|count|shipping|标准差|计数"
_MEASURES: tuple[tuple[re.Pattern[str], Reckon | None, int], ...] = (
    (re.compile(rf"^(?:{_SUM}){LABEL_END}", re.IGNORECASE), sum, _MIN_NUMBERS),
    (re.compile(rf"^(?:{_MEAN}){LABEL_END}", re.IGNORECASE), fmean, _MIN_NUMBERS),
    (re.compile(rf"^(?:median|中位数){LABEL_END}", re.IGNORECASE), median, _MIN_EXTREME),
    (re.compile(rf"^(?:{_MOST}){LABEL_END}", re.IGNORECASE), max, _MIN_EXTREME),
    (re.compile(rf"^(?:{_LEAST}){LABEL_END}", re.IGNORECASE), min, _MIN_EXTREME),
    (re.compile(rf"^(?:{_RATE}|{_OTHER}){LABEL_END}", re.IGNORECASE), None, _MIN_NUMBERS),
)


def find_totals(grid: Grid, start: int, floor: int, end: int) -> tuple[int, ...]:
    """Positions of the rows from `start` to before `end` that sum up others, in order.

    Below the data stand the last rows before `end`, none above `floor`, that are called so.
    """
    rows = grid.rows[start:end]
    profile = Profile.of(rows)
    run = end
    while run > floor and _is_summary(grid.rows[run - 1], profile):
        run -= 1
    inner = inner_totals(rows[: run - start], profile, grid.delimiter, below=run < end)
    data = [n for n in range(start, run) if n - start not in inner] if run < end else []
    first = _first_below(grid, data, run, end)
    if run < first == end:
        inner = inner_totals(rows, profile, grid.delimiter, below=False)
    found = {start + row for row in inner if row > 0 or len(inner) < run - start}
    return tuple(sorted({*found, *_following(grid, start, found, first), *range(first, end)}))


def is_total(row: Row) -> bool:
    """A row whose label is a word for total and that holds a number (or a lost one)."""
    return label_word(row) is Word.BARE and holds_number(row)


def _first_below(grid: Grid, data: Sequence[int], run: int, end: int) -> int:
    """The first row from `run` on that sums up the data by its word or by its numbers."""
    for row in range(run, end):
        is_sure = label_word(grid.rows[row]) >= Word.SURE
        if is_sure or _agrees(grid, data, row, is_alone=end - run == 1):
            return row
    return end


def _is_summary(row: Row, profile: Profile) -> bool:
    """Whether a row is called a total, an average or the like, and holds a number."""
    if not holds_number(row):
        return False
    if label_word(row) >= Word.SURE:
        return profile.keys_of(row) is not Keys.TAKEN
    return _is_measured(label_of(row))


def _is_measured(label: str) -> bool:
    return any(word.match(label) for word, _, _ in _MEASURES)


def _following(grid: Grid, start: int, found: Collection[int], end: int) -> range:
    """Rows from the last total to `end` that fill no more than it does: a tax, what is due."""
    if not found or max(found) >= end:
        return range(0)
    last = max(found)
    stated = set(filled(grid.rows[last]))
    is_sparse = any(not stated.issuperset(filled(row)) for row in grid.rows[start : min(found)])
    rows = range(last + 1, end)
    is_sparse = is_sparse and all(stated.issuperset(filled(grid.rows[row])) for row in rows)
    return rows if is_sparse else range(0)


def _agrees(grid: Grid, data: Sequence[int], row: int, *, is_alone: bool) -> bool:
    """Whether the numbers of a row are what its word makes of the numbers of `data`."""
    label = label_of(grid.rows[row])
    for word, measure, least in _MEASURES:
        match = word.match(label)
        reckon = measure or _share(match["rate"] if match else None)
        if match and reckon:
            agreed, compared = _agreement(grid, data, grid.rows[row], reckon, least)
            enough = _MIN_AGREED if is_alone and least == _MIN_EXTREME else 1
            return agreed >= max(enough, _AGREEING * compared)
    return False


def _share(rate: str | None) -> Reckon | None:
    """So many percent of a sum; None for no rate."""
    percent = _number(rate)
    return None if percent is None else lambda numbers: sum(numbers) * percent / 100


def _agreement(
    grid: Grid, data: Sequence[int], row: Row, reckon: Reckon, least: int
) -> tuple[int, int]:
    """How many numbers of a row are reckoned from their columns, and how many could be."""
    agreed = []
    for column in filled(row):
        stated = _number(row[column])
        found = [_number(grid.rows[line][column]) for line in data]
        numbers = [number for number in found if number is not None]
        if stated is not None and len(numbers) >= least:
            agreed.append(abs(reckon(numbers) - stated) <= _rounding(row[column]))
    return sum(agreed), len(agreed)


def _number(cell: Cell) -> float | None:
    if isinstance(cell, str):
        mention = parse_number(cell)
        return float(mention.number) if mention else None
    return float(cell) if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None


def _rounding(cell: Cell) -> float:
    """How far a printed number may be from the true one: half of its last digit, and a trifle."""
    mention = parse_number(str(cell))
    digits = mention.digits if mention else 0
    return 0.5 * 10.0**-digits + 1e-9
