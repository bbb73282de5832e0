"""A cell of a workbook as text: as it shows in the sheet, or plain and exact."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

import polars as pl

from worksurface_pipeline.readers.grid import Cell, Null, NumberStyle, is_blank
from worksurface_pipeline.readers.units import PERCENT_UNIT

# Above this a float no longer tells neighbouring integers apart.
MAX_EXACT = 2**53


def shown_text(cell: Cell, style: NumberStyle | None) -> str | None:
    """What a reader of the sheet sees: percent, money and filled-up zeros, all else plain."""
    if style is None or isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return plain_text(cell)
    if style.zeros:
        return _filled_up(cell, style.zeros)
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
        return number_text(cell)
    if isinstance(cell, timedelta):
        return _duration_text(cell)
    return cell.isoformat(" ") if isinstance(cell, datetime) else cell.isoformat()


def number_text(number: float) -> str:
    """The shortest text that reads back as the number; whole numbers without a point."""
    if abs(number) < MAX_EXACT and number == int(number):
        return str(int(number))
    return repr(number)


def column_texts(cells: Sequence[Cell], styles: Sequence[NumberStyle | None] | None) -> pl.Series:
    """What the cells of a column show; `styles` None when no cell has a number format."""
    kinds = set(map(type, cells)) - {type(None)}
    if kinds == {str}:
        texts = pl.Series(cells, dtype=pl.String)
        return texts.set(texts.str.strip_chars() == "", None)
    if styles is not None:
        shown = [shown_text(cell, style) for cell, style in zip(cells, styles, strict=True)]
        return pl.Series(shown, dtype=pl.String)
    if kinds and kinds <= {int, float}:
        return _number_texts(pl.Series(cells, dtype=pl.Float64, strict=False))
    return pl.Series([plain_text(cell) for cell in cells], dtype=pl.String)


def _number_texts(values: pl.Series) -> pl.Series:
    if is_whole(values):
        return values.cast(pl.Int64).cast(pl.String)
    texts = [None if value is None else number_text(value) for value in values.to_list()]
    return pl.Series(texts, dtype=pl.String)


def is_whole(values: pl.Series) -> bool:
    """Whether all numbers are integers that a float holds exactly."""
    return ((values == values.round(0)) & (values.abs() < MAX_EXACT)).all()


def _filled_up(number: float, zeros: int) -> str:
    if number != int(number):
        return number_text(number)
    return f"{'-' if number < 0 else ''}{abs(int(number)):0{zeros}d}"


def _duration_text(span: timedelta) -> str:
    """Hours may exceed 24, as in the elapsed-time format of spreadsheets."""
    seconds = round(span.total_seconds())
    sign = "-" if seconds < 0 else ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{sign}{minutes // 60:02d}:{minutes % 60:02d}:{rest:02d}"
