"""The unit that a table states once for all: "Angaben in TEUR", "(in millions)", "单位：元".

It stands in a line above the table, or heads the column of labels ("EUR thousand"). Only columns of
amounts that state no unit of their own take it: never percent, counts, years, ranks or numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.text_columns import TypedColumn
from worksurface_pipeline.readers.units import PERCENT_UNIT, HeaderUnit, parse_unit

_STATED = r"(?P<unit>[^,;:，；()（）\[\]|]{1,40})"
_IN = rf"\bin\s+(?={_STATED})"
_SAID = re.compile(
    r"\b(?:angaben|beträge|werte|zahlen|amounts?|figures|values|numbers|expressed|stated|reported"
    r"|presented)\b",
    re.IGNORECASE,
)
_PHRASES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:^|[(（\[|])\s*(?:all\s+|alle\s+)?{_IN}",
        rf"(?:单位|單位|(?<!\w )\bunits?|\bcurrency|\beinheit|\bwährung)\s*[:：]\s*{_STATED}",
    )
)
_ANY_IN = re.compile(_IN, re.IGNORECASE)
# "(in person)" and "in week 45" state no unit.
_SINGULAR = frozenset(
    {"person", "unit", "piece", "second", "minute", "hour", "day", "week", "month", "year", "point"}
)
_BRACKETS = re.compile(r"[(（\[]([^()（）\[\]]{1,30})[)）\]]")
# The unit is the beginning of what was found, of at most so many words.
_MOST_WORDS = 5
# Names of what a unit of money, or a scale, does not measure.
_OTHER_NAME = re.compile(
    r"[%％]|\b(?:rate|ratio|share|percent\w*|pct|margins?|growth|eps|per|count|number|no|nr|note|notes"
    r"|qty|quantity|units?|headcount|staff|employees?|fte|id|code|rank|pos|year|month|day|date|age"
    r"|score|index|anzahl|menge|stück|mitarbeiter|jahr|monat|quote|anteil|marge|konto|kst)\b"
    r"|率|占比|比例|人数|数量|件数|年份|年度|月份|序号|编号|排名|天数",
    re.IGNORECASE,
)
# "Amounts in thousands of dollars" says nothing of what counts the taxpayers.
_OF_AMOUNTS = re.compile(r"\bamounts?\b|\bbeträge\b|金额", re.IGNORECASE)
MONEY_NAME = re.compile(
    r"amount|price|cost|value|sales|revenue|income|profit|expense|budget|\bfee|salary|wage|balance"
    r"|\btax|debt|asset|liabilit|equity|cash|loan|payment|invoice|turnover|earnings|ebit|betrag"
    r"|preis|umsatz|kosten|aufwand|ertrag|gewinn|steuer|saldo|金额|单价|总价|费用|收入|成本|利润",
    re.IGNORECASE,
)
"""Names of columns of money."""
# The "tax auditor" is none.
_MONEY_END = re.compile(rf"(?:{MONEY_NAME.pattern})\w{{0,3}}[\W\d]*$", re.IGNORECASE)
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_AMOUNTS = (ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.CURRENCY)
_SIGNS = r"[%\uff05]"


@dataclass(frozen=True, slots=True)
class TableUnit:
    """What a table states; `is_of_amounts` where it speaks of amounts and not of all figures."""

    unit: HeaderUnit
    is_of_amounts: bool = False


def table_unit(lines: Sequence[str], corner: str) -> TableUnit | None:
    """The one unit that the lines above a table, or the head of its labels, state for all of it."""
    found = {
        TableUnit(unit, _OF_AMOUNTS.search(line) is not None)
        for line in lines
        if (unit := _of_line(line))
    }
    if not found and (head := _whole(corner)):
        found = {TableUnit(head)}
    one = found.pop() if len(found) == 1 else None
    return None if one is None or one.unit.unit == PERCENT_UNIT else one


def with_table_unit(
    column: TypedColumn, scale: float, header: str, stated: TableUnit
) -> tuple[TypedColumn, float]:
    """The column and its scale under the unit of its table, if it is one of amounts without."""
    if scale != 1 or column.type not in _AMOUNTS or not _is_amount(column, header):
        return column, scale
    unit = stated.unit
    if column.type is ColumnType.CURRENCY:
        is_same = column.unit == unit.unit or (not unit.is_money and unit.scale != 1)
        return column, unit.scale if is_same else scale
    if column.unit or (stated.is_of_amounts and not _is_money(header)):
        return column, scale
    return replace(column, unit=unit.unit), unit.scale


def _of_line(line: str) -> HeaderUnit | None:
    phrases = (*_PHRASES, _ANY_IN) if _SAID.search(line) else _PHRASES
    stated = [match["unit"] for phrase in phrases for match in phrase.finditer(line)]
    whole = [line, *_BRACKETS.findall(line)]
    found = (*map(_beginning, stated), *map(_whole, whole))
    return next(filter(None, found), None)


def _beginning(text: str) -> HeaderUnit | None:
    """The unit that a text begins with; a mere measure must be all of it."""
    words = text.rstrip(" .").split()
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        unit = None if words[count - 1] == "of" else parse_unit(" ".join(words[:count]))
        if unit is not None and (unit.is_money or unit.scale != 1):
            return unit
    is_name = text.strip().casefold() in _SINGULAR
    return None if is_name else parse_unit(text.strip())


def _whole(text: str) -> HeaderUnit | None:
    """A text that is nothing but a unit of money; "units" or "days" alone may be a name."""
    unit = parse_unit(text)
    return unit if unit is not None and unit.is_money else None


def _is_money(header: str) -> bool:
    """Whether the header, or the group that it stands in, ends in a word of money."""
    return any(_MONEY_END.search(part) for part in header.split(" / "))


def _is_amount(column: TypedColumn, header: str) -> bool:
    if _OTHER_NAME.search(header) or column.texts.str.contains(_SIGNS).any():
        return False
    numbers = column.values.drop_nulls().cast(pl.Float64)
    are_years = column.type is ColumnType.INTEGER and numbers.is_between(_FIRST_YEAR, _LAST_YEAR)
    return bool(len(numbers)) and not (are_years is not False and are_years.all())
