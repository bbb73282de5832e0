"""Types for the columns of a sheet: by value and number format in a workbook, by form in a text.

Percentages are stored as fractions, money as plain numbers with a unit. A column that mixes kinds
is text, each cell as it reads in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

import polars as pl

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.readers.grid import Cell, Null, NumberStyle, is_blank
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.text_columns import (
    TypedColumn,
    plain_column,
    type_formatted_texts,
)

PERCENT_UNIT = "percent"
# Above this a float no longer tells neighbouring integers apart.
_MAX_EXACT = 2**53
_DAY = timedelta(days=1)


def type_cells(cells: Sequence[Cell], styles: Sequence[NumberStyle | None]) -> TypedColumn:
    """Type one column of a workbook; `styles` are the number formats of the same cells."""
    texts = pl.Series(
        [shown_text(c, s) for c, s in zip(cells, styles, strict=True)], dtype=pl.String
    )
    present = [cell for cell in cells if not _is_missing(cell)]
    kinds = {_kind(cell) for cell in present}
    reasons = _reasons(cells)
    if kinds == {"number"}:
        return _numbers(cells, styles, texts, reasons)
    if kinds == {"boolean"}:
        values = pl.Series([_value(c) for c in cells], dtype=pl.Boolean)
        return TypedColumn(ColumnType.BOOLEAN, values, texts, null_reasons=reasons)
    if kinds and kinds <= {"date", "datetime"}:
        return TypedColumn(ColumnType.DATE, _dates(cells), texts, null_reasons=reasons)
    if kinds == {"text"}:
        return _texts(cells, texts)
    return _plain(cells, texts)


def shown_text(cell: Cell, style: NumberStyle | None) -> str | None:
    """What a reader of the sheet sees: percent and money as formatted, all else plain."""
    if style is None or isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return plain_text(cell)
    step = Decimal(1).scaleb(-style.decimals)
    exact = Decimal(repr(cell))
    if style.unit == PERCENT_UNIT:
        return f"{(exact * 100).quantize(step, ROUND_HALF_UP):f}%"
    amount = exact.quantize(step, ROUND_HALF_UP)
    return f"{'-' if amount < 0 else ''}{style.sign}{abs(amount):,f}"


def plain_text(cell: Cell) -> str | None:
    """A cell as plain text: 5.0 is "5", dates are ISO, errors as shown; None where empty."""
    if cell is None or is_blank(cell):
        return None
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Null):
        return cell.text or None
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (int, float)):
        return _number_text(cell)
    if isinstance(cell, timedelta):
        return _duration_text(cell)
    return cell.isoformat(" ") if isinstance(cell, datetime) else cell.isoformat()


def _number_text(number: float) -> str:
    if number == int(number) and abs(number) < _MAX_EXACT:
        return str(int(number))
    return repr(number)


def _duration_text(span: timedelta) -> str:
    """Hours may exceed 24, as in the elapsed-time format of spreadsheets."""
    seconds = round(span.total_seconds())
    sign = "-" if seconds < 0 else ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{sign}{minutes // 60:02d}:{minutes % 60:02d}:{rest:02d}"


def _kind(cell: Cell) -> str:
    if isinstance(cell, str):
        return "text"
    if isinstance(cell, bool):
        return "boolean"
    if isinstance(cell, (int, float)):
        return "number"
    if isinstance(cell, datetime):
        return "datetime"
    return "date" if isinstance(cell, date) else "time"


def _is_missing(cell: Cell) -> bool:
    if cell is None or isinstance(cell, Null):
        return True
    return isinstance(cell, str) and forms.is_missing(cell)


def _value(cell: Cell) -> Cell:
    return None if _is_missing(cell) else cell


def _reasons(cells: Sequence[Cell]) -> tuple[str, ...]:
    """Why cells are null: error values, formulas never calculated, missing markers."""
    found = {cell.reason for cell in cells if isinstance(cell, Null)}
    found |= {cell.strip() for cell in cells if isinstance(cell, str) and _is_missing(cell)}
    return tuple(sorted(found - {""}))


def _numbers(
    cells: Sequence[Cell],
    styles: Sequence[NumberStyle | None],
    texts: pl.Series,
    reasons: tuple[str, ...],
) -> TypedColumn:
    values = pl.Series([_value(c) for c in cells], dtype=pl.Float64, strict=False)
    unit = _unit([s for c, s in zip(cells, styles, strict=True) if not _is_missing(c)])
    if unit == PERCENT_UNIT:
        return TypedColumn(ColumnType.PERCENT, values, texts, unit, reasons)
    if unit:
        return TypedColumn(ColumnType.CURRENCY, values, texts, unit, reasons)
    is_whole = ((values == values.round(0)) & (values.abs() < _MAX_EXACT)).all()
    if is_whole:
        whole = values.cast(pl.Int64)
        return TypedColumn(ColumnType.INTEGER, whole, texts, null_reasons=reasons)
    return TypedColumn(ColumnType.DECIMAL, values, texts, null_reasons=reasons)


def _unit(styles: Sequence[NumberStyle | None]) -> str:
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


def _dates(cells: Sequence[Cell]) -> pl.Series:
    """Dates, or timestamps when a cell has a time of day."""
    values = [_value(cell) for cell in cells]
    if not any(isinstance(v, datetime) and v.time() != time(0) for v in values):
        days = [v.date() if isinstance(v, datetime) else v for v in values]
        return pl.Series(days, dtype=pl.Date)
    moments = [
        datetime(v.year, v.month, v.day) if _kind(v) == "date" and isinstance(v, date) else v
        for v in values
    ]
    return pl.Series(moments, dtype=pl.Datetime("us"))


def _texts(cells: Sequence[Cell], texts: pl.Series) -> TypedColumn:
    found = type_formatted_texts(texts)
    if found.type is ColumnType.TEXT:
        return _plain(cells, texts)
    return replace(found, null_reasons=_reasons(cells))


def _plain(cells: Sequence[Cell], texts: pl.Series) -> TypedColumn:
    """A text column, null where an error or a lost formula gave no value."""
    errors = {cell.reason for cell in cells if isinstance(cell, Null)}
    values = texts
    if errors:
        values = texts.set(pl.Series([isinstance(cell, Null) for cell in cells]), None)
    column = plain_column(values, texts)
    return replace(column, null_reasons=tuple(sorted(errors | set(column.null_reasons))))


def styles_of(
    rows: Sequence[int], column_styles: Mapping[int, NumberStyle]
) -> list[NumberStyle | None]:
    """The number formats of one column at the given sheet rows."""
    if not column_styles:
        return [None] * len(rows)
    return [column_styles.get(row) for row in rows]
