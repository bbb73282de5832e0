"""The numbers of a column as floats, whatever else stands in it: for sums, not for values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import numpy.typing as npt
import polars as pl

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.kernel.text import parse_number
from worksurface_pipeline.readers.decimal_marks import Decimals
from worksurface_pipeline.readers.grid import Cell
from worksurface_pipeline.readers.number_texts import read_numbers
from worksurface_pipeline.readers.shapes import Shape, shape_of

Floats = npt.NDArray[np.float64]


def numbers_of(cells: Sequence[Cell], decimals: Decimals | None) -> Floats:
    """The numbers of a column, NaN where a cell holds none; without `decimals` cells have types."""
    if decimals is None:
        return _numbers_of_cells(cells)
    texts = pl.Series(cells, dtype=pl.String).str.strip_chars()
    if decimals.mark == ".":
        numbers = texts.cast(pl.Float64, strict=False)
        if numbers.null_count() == texts.replace("", None).null_count():
            return _finite(numbers)
    return _numbers_of_texts(texts, decimals)


def _numbers_of_cells(cells: Sequence[Cell]) -> Floats:
    try:
        return np.array(cells, dtype=np.float64)
    except (TypeError, ValueError):  # there are other things than numbers and gaps
        return np.array([_number(cell) for cell in cells], dtype=np.float64)


def _number(cell: Cell) -> float:
    if isinstance(cell, float) or (isinstance(cell, int) and not isinstance(cell, bool)):
        return float(cell)
    if isinstance(cell, timedelta):
        return cell.total_seconds()
    mention = parse_number(cell) if isinstance(cell, str) else None
    return float(mention.number) if mention else float("nan")


def _numbers_of_texts(stripped: pl.Series, decimals: Decimals) -> Floats:
    """As the column will be read, but for the cells that are no numbers."""
    form = "|".join((forms.DECIMAL, forms.PERCENT, forms.MONEY, forms.OTHER_NUMBER))
    is_number = stripped.str.contains(form).fill_null(value=False)
    reading = read_numbers(stripped.filter(is_number), decimals) if is_number.any() else None
    values = np.full(len(stripped), np.nan)
    if reading is not None:
        values[is_number.to_numpy()] = _finite(reading.values.cast(pl.Float64))
    return values


def _finite(numbers: pl.Series) -> Floats:
    values = numbers.fill_null(float("nan")).to_numpy().copy()
    values[~np.isfinite(values)] = np.nan
    return values


def is_number(cell: Cell) -> bool:
    """Whether a cell holds something that can be summed."""
    return shape_of(cell) is Shape.NUMBER or isinstance(cell, timedelta)
