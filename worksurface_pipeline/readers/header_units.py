"""What a header says of the numbers below it: their unit, or that they are names and no numbers."""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.text_columns import TypedColumn
from worksurface_pipeline.readers.units import PERCENT_UNIT, HeaderUnit, header_unit

# Numbers of so many digits, all different and equally long, under a name that ends in "id".
_ID_DIGITS = 6
_ID_NAME = re.compile(r"(?:(?:^|[^A-Za-z])[Ii][Dd]|ID|[a-z]Id|编号|单号)$")
_PLAIN_NUMBERS = (ColumnType.INTEGER, ColumnType.DECIMAL)


def with_header_unit(column: TypedColumn, header: str) -> tuple[TypedColumn, float]:
    """The column with the unit of its header, and the scale of its values.

    A unit that the cells state themselves wins. Under "%" numbers that all lie between -1 and 1,
    some of them broken, are fractions; any others are points of percent, kept as they are.
    """
    if column.type is ColumnType.INTEGER and _is_id(column.values, header):
        texts = column.values.cast(pl.String)
        return replace(column, type=ColumnType.IDENTIFIER, values=texts), 1.0
    found = _stated(column, header)
    if found is None:
        return column, 1.0
    if column.type is ColumnType.CURRENCY:
        return column, found.scale if found.is_money else 1.0
    if found.unit == PERCENT_UNIT:
        return _percent(column)
    kind = ColumnType.CURRENCY if found.is_money else column.type
    return replace(column, type=kind, unit=found.unit), found.scale


def _stated(column: TypedColumn, header: str) -> HeaderUnit | None:
    if column.type in (*_PLAIN_NUMBERS, ColumnType.CURRENCY):
        return header_unit(header)
    return None


def _is_id(values: pl.Series, header: str) -> bool:
    if not _ID_NAME.search(header):
        return False
    digits = values.drop_nulls().cast(pl.String).str.len_chars()
    if len(digits) < 2 or digits.n_unique() > 1 or digits[0] < _ID_DIGITS:
        return False
    return values.drop_nulls().n_unique() == len(digits)


def _percent(column: TypedColumn) -> tuple[TypedColumn, float]:
    numbers = column.values.drop_nulls()
    is_fraction = column.type is ColumnType.DECIMAL and (numbers.abs() <= 1.0).all()
    if not is_fraction or not len(numbers):
        return replace(column, unit=PERCENT_UNIT), 0.01
    values = column.values.cast(pl.Float64)
    return replace(column, type=ColumnType.PERCENT, values=values, unit=PERCENT_UNIT), 1.0
