"""What a reader of column values hands back: a type, the values, and a unit."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.readers.model import ColumnType


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """Values as they are meant, one for each string that was read; `unit` is "" if none."""

    type: ColumnType
    values: pl.Series
    unit: str = ""


def checked(kind: ColumnType, values: pl.Series, unit: str = "") -> ColumnReading | None:
    """Nothing when a cell did not convert or became infinite (1e400)."""
    if values.null_count() or (values.dtype == pl.Float64 and not values.is_finite().all()):
        return None
    return ColumnReading(kind, values, unit)
