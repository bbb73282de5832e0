"""What can be computed over a column of numbers by itself: amounts, levels, and what is neither.

Amounts add up; levels, shares and prices may be averaged and compared; points in time, row numbers
and codes are no measures.
"""

from __future__ import annotations

import re
from itertools import pairwise

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.tasks.expressions import Op
from worksurface_pipeline.worksurface.tasks.measures import is_fraction
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile
from worksurface_pipeline.worksurface.tasks.spoken import split_unit
from worksurface_pipeline.worksurface.tasks.words import stem

_FEWEST_VALUES = 3  # a measure with fewer distinct values is a flag
# Sums of these say nothing: levels, shares and points in time, not amounts.
_LEVEL_WORDS = (
    "price rate ratio share percent pct percentage average avg mean median score rating age"
    " temperature temp year month day week hour date time version level grade size index"
    " latitude longitude per number num latency interval speed load pressure humidity altitude"
    " reading setpoint offset deviation tolerance drift height width depth"
)
_LEVELS = frozenset(map(stem, _LEVEL_WORDS.split()))
# Temperatures and tensions are levels whatever they are called; so is a delay in milliseconds.
_LEVEL_UNITS = frozenset({"c", "f", "v", "ms"})
# The cost of one unit is a price; "units made" is an amount.
_EACH = (stem("unit"), stem("cost"))
# Numbers that such a name ends with tell rows apart: "Variable Number".
_NUMBERINGS = frozenset(map(stem, ("number", "num", "index", "position")))
# A statistic of what a row stands for: neither its total nor its mean over rows says anything.
_STATISTICS = frozenset(map(stem, ("median", "mean", "average", "avg", "percentile", "quartile")))
_PERCENTILE = re.compile(r"(?:^|[_ ])[pq]\d{1,2}(?:th)?(?:[_ ]|$)", re.IGNORECASE)
_TIMES = frozenset(map(stem, ("year", "month", "day", "week", "quarter", "date", "version")))


def is_measure(column: ColumnProfile) -> bool:
    """Whether a column without gaps holds varied amounts."""
    is_time = bool(_TIMES & set(column.parts))
    is_telling = len(column.name) > 1 or not column.name.isascii()
    is_varied = column.nulls == 0 and column.distinct >= _FEWEST_VALUES
    is_numbering = column.type is ColumnType.INTEGER and bool(_NUMBERINGS & set(column.parts[-1:]))
    is_amount = column.is_measure and not column.is_mixed and not is_numbering
    return is_amount and is_varied and is_telling and not is_time


def ops_of(column: ColumnProfile) -> tuple[Op, ...]:
    """The aggregates that say something of a measure: levels and shares are never summed.

    Statistics of a row's own many ("Median", "P75") are compared alone.
    """
    if _STATISTICS & set(column.parts) or _PERCENTILE.search(column.name):
        return (Op.MAX, Op.MIN)
    is_level = bool(_LEVELS & set(column.parts)) or is_fraction(column)
    is_level |= split_unit(column.name)[1].lower() in _LEVEL_UNITS
    is_level |= _EACH in pairwise(column.parts)
    return (Op.MEAN, Op.MAX, Op.MIN) if is_level else (Op.SUM, Op.MEAN, Op.MAX, Op.MIN)
