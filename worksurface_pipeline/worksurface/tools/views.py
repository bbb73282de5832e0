"""A table as agents meet it: typed cells, and where each row comes from."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from worksurface_pipeline.kernel.sql import Scalar
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.surfaces.sets import TableData
from worksurface_pipeline.worksurface.tools.names import Names
from worksurface_pipeline.worksurface.tools.scope import ScopeData

SOURCE_FILE = "_source_file"
SOURCE_SHEET = "_source_sheet"
SOURCE_ROW = "_source_row_id"
# Samples come from the first rows: a look at a view must not cost a pass over it.
_SAMPLED_ROWS = 1000


def served_frame(
    record: TableRecord, data: TableData, interface: Interface = Interface.OPEN
) -> pl.DataFrame:
    """The frame of a view with its source columns last; sealed views name no file or sheet."""
    rows = pl.Series(SOURCE_ROW, data.row_numbers, dtype=pl.Int64)
    frame = _without_source_names(data.frame)
    if interface is Interface.SEALED:
        return frame.with_columns(rows)
    return frame.with_columns(
        pl.lit(record.filename).alias(SOURCE_FILE),
        pl.lit(record.sheet).alias(SOURCE_SHEET),
        rows,
    )


class ServedFrames(Mapping[str, pl.DataFrame]):
    """The frames of a scope's views by the names they are shown under, each made when asked for."""

    def __init__(self, scope: ScopeData, names: Names) -> None:
        self._scope = scope
        self._records = {names.view(view.id): view for view in scope.views}

    def __getitem__(self, shown: str) -> pl.DataFrame:
        record = self._records[shown]
        return served_frame(record, self._scope.cells[record.id], self._scope.interface)

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)


def sample_values(column: pl.Series, most: int) -> tuple[Scalar, ...]:
    """The first `most` different values of a column, as a query would return them."""
    if column.dtype.is_nested():
        return ()
    values = column.head(_SAMPLED_ROWS).drop_nulls().unique(maintain_order=True)
    return tuple(_scalar(value) for value in values.head(most).to_list())


def _without_source_names(frame: pl.DataFrame) -> pl.DataFrame:
    """A table that brings columns of these names keeps them, numbered: nothing is overwritten."""
    clashes = [name for name in frame.columns if name in (SOURCE_FILE, SOURCE_SHEET, SOURCE_ROW)]
    return frame.rename({name: f"{name}_2" for name in clashes})


def _scalar(value: Any) -> Scalar:
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    try:
        number = float(value)
    except (TypeError, ValueError):
        return str(value)
    return number if math.isfinite(number) else None
