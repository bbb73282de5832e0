"""Types for the columns of a workbook's sheet, by the values and number formats of its cells.

Percentages are stored as fractions, money as plain numbers with a unit, durations in seconds. A
column that mixes kinds is text, each cell as it reads in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

import polars as pl

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.readers.cell_texts import column_texts, is_whole
from worksurface_pipeline.readers.decimal_marks import Decimals
from worksurface_pipeline.readers.grid import Cell, Null, NumberStyle
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.nulls import NullPlaces, reasons_of
from worksurface_pipeline.readers.odd_cells import without_odd
from worksurface_pipeline.readers.text_columns import (
    TypedColumn,
    plain_column,
    type_formatted_texts,
)
from worksurface_pipeline.readers.units import PERCENT_UNIT

Styles = Sequence[NumberStyle | None]
_SILENT = Decimals()
_KINDS = {
    str: "text",
    bool: "boolean",
    int: "number",
    float: "number",
    datetime: "datetime",
    date: "date",
    time: "time",
    timedelta: "duration",
}
_SURE_TYPES = frozenset({int, float, bool, date, datetime, time, timedelta, type(None)})


def type_cells(
    cells: Sequence[Cell], styles: Styles | None = None, decimals: Decimals = _SILENT
) -> TypedColumn:
    """Type one column of a workbook; `styles` are the number formats of the same cells, if any.

    `decimals` is what the table tells of numbers that are kept as text.
    """
    texts = column_texts(cells, styles)
    values = _values(cells)
    kinds = _kinds(values)
    if kinds == {"text"}:
        return _texts(cells, texts, decimals)
    if "text" in kinds:
        values = without_odd(values)
        kinds = _kinds(values)
    column = _typed(values, styles, texts, kinds)
    if column is None:
        return _plain(cells, texts)
    return replace(column, nulls=_nulls(cells, values))


def _kinds(values: Sequence[Cell]) -> set[str]:
    return {_KINDS[kind] for kind in set(map(type, values)) - {type(None)}}


def styles_of(rows: Sequence[int], column_styles: Mapping[int, NumberStyle]) -> Styles | None:
    """The number formats of one column at the given sheet rows, None if there are none."""
    if not column_styles:
        return None
    styles = [column_styles.get(row) for row in rows]
    return styles if any(styles) else None


def _values(cells: Sequence[Cell]) -> Sequence[Cell]:
    """The cells with None in place of errors, lost formulas and missing markers."""
    if set(map(type, cells)) <= _SURE_TYPES:
        return cells
    return [None if _is_missing(cell) else cell for cell in cells]


def _is_missing(cell: Cell) -> bool:
    if isinstance(cell, str):
        return forms.is_missing(cell)
    return isinstance(cell, Null)


def _typed(
    values: Sequence[Cell], styles: Styles | None, texts: pl.Series, kinds: set[str]
) -> TypedColumn | None:
    """The column if all its values are of one kind other than text."""
    if kinds == {"number"}:
        return _numbers(values, styles, texts)
    if kinds == {"boolean"}:
        return TypedColumn(ColumnType.BOOLEAN, pl.Series(values, dtype=pl.Boolean), texts)
    if kinds and kinds <= {"date", "datetime"}:
        return _dates(values, texts)
    if kinds == {"time"}:
        return TypedColumn(ColumnType.TIME, pl.Series(values, dtype=pl.Time), texts)
    if kinds and kinds <= {"duration", "time"}:
        seconds = pl.Series([_seconds(value) for value in values], dtype=pl.Float64)
        return TypedColumn(ColumnType.DURATION, seconds, texts, "s")
    return None


def _nulls(cells: Sequence[Cell], values: Sequence[Cell]) -> tuple[NullPlaces, ...]:
    """Why cells are null: error values, formulas never calculated, markers, odd words."""
    if cells is values:
        return ()
    return reasons_of(
        [
            _reason(cell) if value is None else None
            for cell, value in zip(cells, values, strict=True)
        ]
    )


def _reason(cell: Cell) -> str | None:
    if isinstance(cell, Null):
        return cell.reason
    return cell.strip() if isinstance(cell, str) else None


def _numbers(values: Sequence[Cell], styles: Styles | None, texts: pl.Series) -> TypedColumn | None:
    """Numbers; None where cells are shown in different units, which no sum can mean."""
    numbers = pl.Series(values, dtype=pl.Float64, strict=False)
    present = _present_styles(values, styles)
    if len({style.unit for style in present if style and style.unit}) > 1:
        return None
    if present and is_whole(numbers) and all(style and style.zeros for style in present):
        return TypedColumn(ColumnType.IDENTIFIER, texts.set(numbers.is_null(), None), texts)
    unit = _unit(present)
    if unit == PERCENT_UNIT:
        return TypedColumn(ColumnType.PERCENT, numbers, texts, unit)
    if unit:
        return TypedColumn(ColumnType.CURRENCY, numbers, texts, unit)
    if is_whole(numbers):
        return TypedColumn(ColumnType.INTEGER, numbers.cast(pl.Int64), texts)
    return TypedColumn(ColumnType.DECIMAL, numbers, texts)


def _present_styles(values: Sequence[Cell], styles: Styles | None) -> Styles:
    if styles is None:
        return ()
    return [style for value, style in zip(values, styles, strict=True) if value is not None]


def _unit(styles: Styles) -> str:
    """The unit of a column: all cells percent, or one currency on at least half of them."""
    counts: dict[str, int] = {}
    for style in styles:
        unit = style.unit if style else ""
        counts[unit] = counts.get(unit, 0) + 1
    plain = counts.pop("", 0)
    if len(counts) != 1:
        return ""
    unit, count = counts.popitem()
    if unit == PERCENT_UNIT:
        return unit if plain == 0 else ""
    return unit if count >= plain else ""


def _dates(values: Sequence[Cell], texts: pl.Series) -> TypedColumn:
    """Dates, or datetimes when a cell has a time of day."""
    if not any(isinstance(v, datetime) and v.time() != time(0) for v in values):
        days = [v.date() if isinstance(v, datetime) else v for v in values]
        return TypedColumn(ColumnType.DATE, pl.Series(days, dtype=pl.Date), texts)
    moments = [
        datetime(v.year, v.month, v.day)
        if isinstance(v, date) and not isinstance(v, datetime)
        else v
        for v in values
    ]
    return TypedColumn(ColumnType.DATETIME, pl.Series(moments, dtype=pl.Datetime("us")), texts)


def _seconds(value: Cell) -> float | None:
    if isinstance(value, time):
        moment = datetime.combine(date.min, value)
        return (moment - datetime.min).total_seconds()
    return value.total_seconds() if isinstance(value, timedelta) else None


def _texts(cells: Sequence[Cell], texts: pl.Series, decimals: Decimals) -> TypedColumn:
    found = type_formatted_texts(texts, decimals)
    return _plain(cells, texts) if found.type is ColumnType.TEXT else found


def _plain(cells: Sequence[Cell], texts: pl.Series) -> TypedColumn:
    """A text column, null where an error or a lost formula gave no value."""
    reasons = [cell.reason if isinstance(cell, Null) else None for cell in cells]
    if not any(reasons):
        return plain_column(texts, texts)
    lost = reasons_of(reasons)
    values = texts.set(pl.Series([reason is not None for reason in reasons]), None)
    column = plain_column(values, texts)
    nulls = sorted((*lost, *column.nulls), key=lambda item: item.reason)
    return replace(column, nulls=tuple(nulls))
