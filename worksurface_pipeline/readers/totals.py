"""Rows below the data that sum them up: totals by their word, averages and the like by reckoning.

"Total" says enough. "Max", "Net" or "Tax" may be a name among the data: such a row counts where its
numbers are what its word says, or below one that counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import fmean, median

from worksurface_pipeline.kernel.text import parse_number
from worksurface_pipeline.readers.grid import Cell, Grid, Null, Row, filled
from worksurface_pipeline.readers.shapes import Shape, shape_of

Reckon = Callable[[Sequence[float]], float]

# Columns in which the label of a row of totals may stand when other texts follow it.
_LABEL_COLUMNS = 2
# Fewer numbers above equal their sum by chance, or their greatest.
_MIN_NUMBERS = 2
_MIN_EXTREME = 3
# One number that is the greatest of its column may be the record of a Max.
_MIN_AGREED = 2
# The share of its columns in which a row must agree; shares and codes do not add up.
_AGREEING = 0.5
# After the word: a rate, a unit in brackets, a colon.
_TAIL = (
    r"(?:\s*[(（]?\s*(?P<rate>\d+(?:[.,]\d+)?)\s*%\s*[)）]?|\s*[(（][^()（）]{1,12}[)）])?"
    r"\s*[:：]?$"
)
_TOTAL = re.compile(
    rf"^(?:(?:grand\s+|sub-?\s*|overall\s+|net\s+)?totals?|sum|(?:gesamt|zwischen)?summe|gesamt"
    rf"|totale|合\s*计|总\s*计|小\s*计|总\s*和|合\s*計|総\s*計|總\s*計|小\s*計){_TAIL}",
    re.IGNORECASE,
)
_SUM = (
    r"net|net amount|netto|gross|brutto|total (?:net|gross|amount|due|cost|price|sales|revenue)"
    r"|amount due|balance due|净额|总额|總額|金额合计"
)
_MEAN = r"average|avg\.?|mean|durchschnitt|mittelwert|moyenne|promedio|平均(?:值|数)?|均值"
_RATE = r"vat|tax|sales tax|gst|mwst\.?|ust\.?|tva|iva|税额|增值税|discount|rabatt|commission|fee"
_OTHER = r"std\.?|std\.? ?dev\.?|standard deviation|variance|count|shipping|标准差|计数"
_MEASURES: tuple[tuple[re.Pattern[str], Reckon | None, int], ...] = (
    (re.compile(rf"^(?:{_SUM}){_TAIL}", re.IGNORECASE), sum, _MIN_NUMBERS),
    (re.compile(rf"^(?:{_MEAN}){_TAIL}", re.IGNORECASE), fmean, _MIN_NUMBERS),
    (re.compile(rf"^(?:median|中位数){_TAIL}", re.IGNORECASE), median, _MIN_EXTREME),
    (re.compile(rf"^(?:max(?:imum|\.)?|最大值?|最高){_TAIL}", re.IGNORECASE), max, _MIN_EXTREME),
    (re.compile(rf"^(?:min(?:imum|\.)?|最小值?|最低){_TAIL}", re.IGNORECASE), min, _MIN_EXTREME),
    (re.compile(rf"^(?:{_RATE}|{_OTHER}){_TAIL}", re.IGNORECASE), None, _MIN_NUMBERS),
)


def first_total(grid: Grid, start: int, floor: int, end: int) -> int:
    """Position of the first of the rows that sum up the data from `start`; `end` without any.

    They are the last rows before `end`, none above `floor`.
    """
    first = end
    while first > floor and _label(grid.rows[first - 1], _is_summary):
        first -= 1
    data = range(start, first)
    for row in range(first, end):
        if is_total(grid.rows[row]) or _agrees(grid, data, row, is_alone=end - first == 1):
            return row
    return end


def is_total(row: Row) -> bool:
    """A row whose first text is a word for total and that holds a number (or a lost one)."""
    return bool(_label(row, lambda label: _TOTAL.match(label) is not None))


def _is_summary(label: str) -> bool:
    return any(word.match(label) for word in (_TOTAL, *(measure[0] for measure in _MEASURES)))


def _label(row: Row, is_meant: Callable[[str], bool]) -> str:
    """The first text of a row with numbers after it if it `is_meant`, else nothing."""
    cells = filled(row)
    label = row[cells[0]] if len(cells) > 1 else None
    if not isinstance(label, str) or not is_meant(label.strip()):
        return ""
    numbers = [c for c in cells[1:] if isinstance(row[c], Null) or shape_of(row[c]) is Shape.NUMBER]
    is_placed = cells[0] < _LABEL_COLUMNS or len(numbers) == len(cells) - 1
    return label.strip() if numbers and is_placed else ""


def _agrees(grid: Grid, data: range, row: int, *, is_alone: bool) -> bool:
    """Whether the numbers of a row are what its word makes of the numbers of `data`."""
    label = _label(grid.rows[row], _is_summary)
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


def _agreement(grid: Grid, data: range, row: Row, reckon: Reckon, least: int) -> tuple[int, int]:
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
