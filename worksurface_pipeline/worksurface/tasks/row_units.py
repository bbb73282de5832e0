"""Columns of numbers that no sum, mean or ranking can mean, for their rows are of several units.

Three things tell it: a column that names the unit of each row, percent formats on some cells of a
column, and rows named as ratios ("Margin", "EPS") among amounts of another magnitude. The rows of
an income statement are no more alike: its profit is made of the rows above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from worksurface_pipeline.kernel.cells import CURRENCIES
from worksurface_pipeline.readers.model import Column, ColumnType
from worksurface_pipeline.readers.table_units import MONEY_NAME
from worksurface_pipeline.readers.units import parse_unit

_NUMERIC = (ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.CURRENCY)
_UNIT_NAME = re.compile(
    r"^(?:units?|uom|unit of measure(?:ment)?|einheit|me|mengeneinheit|currency|curr\.?|ccy|währung"
    r"|devise|unité|unidad|单位|计量单位|單位|币种|货币)$",
    re.IGNORECASE,
)
_COUNT_NAME = re.compile(
    r"count|number|\bno\b|qty|quantity|headcount|staff|employees|population|years?\b|\bage\b|rank"
    r"|\bdays?\b|\bhours?\b|score|anzahl|menge|stück|数量|人数|天数",
    re.IGNORECASE,
)
_RATIO_LABEL = (
    r"(?i)[%\uff05]|\b(?:margins?|eps|per (?:\w+ )?share|growth|yoy|ratio|rate|pct|percent(?:age)?"
    r"|marge|quote|rendite|wachstum|anteil)\b|率|占比|每股|同比"
)
_INCOME_LABEL = r"(?i)^\W*(?:(?:net|total) )?(?:revenues?|sales|turnover|umsatz\w*|营业收入)\b"
_RESULT_LABEL = (
    r"(?i)^\W*(?:(?:gross|net|operating|total) )?(?:profit|income|loss|earnings|ebit(?:da)?)"
    r"(?: for the \w+| before .+| after .+)?[\W\d]*$"
    r"|^\W*(?:roh|betriebs)?(?:ertrag|ergebnis)\W*$|^\W*jahresüberschuss|^\W*(?:毛利|净利|营业利润)"
)
_PERCENT = r"[%\uff05]\s*\)?\s*$"
# Half of the names in such a column are units that are known: "Unit" may be a part of a firm.
_KNOWN_SHARE = 0.5
# Ratios lie so far below the amounts that they stand among.
_MAGNITUDE = 10
_FEWEST_AMOUNTS = 2


def mixed_columns(
    columns: Sequence[Column], frame: pl.DataFrame, texts: pl.DataFrame
) -> Mapping[str, str]:
    """Names of columns of numbers over rows of several units, each with what tells it."""
    numbers = [
        column
        for column in columns
        if column.type in _NUMERIC and frame[column.name].dtype.is_numeric()
    ]
    found = {column.name: told for column in numbers if (told := _formats(column, frame, texts))}
    for unit in columns:
        if numbers and _UNIT_NAME.match(unit.name.strip()):
            found |= {name: told for name, told in _by_unit(unit, numbers, frame, texts)}
    return found | dict(_by_label(columns, numbers, frame))


def _formats(column: Column, frame: pl.DataFrame, texts: pl.DataFrame) -> str:
    shown = texts[column.name].filter(frame[column.name].is_not_null()).drop_nulls()
    percents = int(shown.str.contains(_PERCENT).sum()) if len(shown) else 0
    is_mixed = 0 < percents < len(shown)
    return f"{percents} of its {len(shown)} cells are shown in percent" if is_mixed else ""


def _by_unit(
    unit: Column, numbers: Sequence[Column], frame: pl.DataFrame, texts: pl.DataFrame
) -> Iterator[tuple[str, str]]:
    names = texts[unit.name].str.strip_chars()
    known = {name: parse_unit(name) for name in names.drop_nulls().unique().to_list() if name}
    if sum(item is not None for item in known.values()) < max(_KNOWN_SHARE * len(known), 1):
        return
    are_money = {name in CURRENCIES for name in known}
    for column in numbers:
        present = frame[column.name].is_not_null()
        kinds = sorted(name for name in names.filter(present).drop_nulls().unique() if name)
        if len(kinds) > 1 and column.name != unit.name and _is_told(column, are_money):
            yield column.name, f"{unit.name} has {', '.join(kinds[:3])}"


def _is_told(column: Column, are_money: set[bool]) -> bool:
    """Whether the unit of a row is that of this column: money for money, measures for the rest."""
    if column.unit:
        return False
    if are_money == {True}:
        return not _COUNT_NAME.search(column.name)
    return are_money != {False} or not MONEY_NAME.search(column.name)


def _by_label(
    columns: Sequence[Column], numbers: Sequence[Column], frame: pl.DataFrame
) -> Iterator[tuple[str, str]]:
    label = next((one.name for one in columns if one.type is ColumnType.TEXT), None)
    if label is None or frame[label].n_unique() < frame.height:
        return
    labels = frame[label]
    if labels.str.contains(_INCOME_LABEL).any() and labels.str.contains(_RESULT_LABEL).any():
        yield from ((column.name, "they are those of an income statement") for column in numbers)
        return
    is_ratio = labels.str.contains(_RATIO_LABEL).fill_null(value=False)
    for column in numbers:
        values = frame[column.name].cast(pl.Float64).abs()
        ratios, amounts = values.filter(is_ratio).drop_nulls(), values.filter(~is_ratio)
        if len(ratios) and amounts.count() >= _FEWEST_AMOUNTS and _is_far(ratios, amounts):
            first = labels.filter(is_ratio & values.is_not_null()).first()
            yield column.name, f"the row {first!r} is a ratio among amounts"


def _is_far(ratios: pl.Series, amounts: pl.Series) -> bool:
    largest, middle = ratios.max(), amounts.median()
    return (
        isinstance(largest, float) and isinstance(middle, float) and largest * _MAGNITUDE <= middle
    )
