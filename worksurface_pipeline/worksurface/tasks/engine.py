"""Plain DuckDB over the views of one persona: for our own SQL during derivation.

What an agent writes never comes here; proofs are replayed elsewhere, through the locked session.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from types import TracebackType
from typing import Any, Self

import duckdb
import polars as pl

from worksurface_pipeline.kernel.errors import QueryError
from worksurface_pipeline.kernel.sql import sql_column_names
from worksurface_pipeline.worksurface.schema.tasks import Scalar

Row = tuple[Scalar, ...]


class Engine:
    """An in-memory database with one thread; a frame becomes a table when first asked for."""

    def __init__(self, frames: Mapping[str, pl.DataFrame]) -> None:
        self._frames = frames
        self._loaded: set[str] = set()
        self._results: dict[str, tuple[Row, ...]] = {}
        self._connection = duckdb.connect(config={"threads": 1})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def rows(self, view: str, sql: str) -> tuple[Row, ...]:
        """All rows of `sql`, which reads `view` alone. Raises QueryError."""
        if sql not in self._results:
            self._load(view)
            self._results[sql] = self._run(sql)
        return self._results[sql]

    def _run(self, sql: str) -> tuple[Row, ...]:
        try:
            fetched = self._connection.execute(sql).fetchall()
        except duckdb.Error as error:
            raise QueryError(f"A derivation query failed: {error}", where=sql) from error
        return tuple(tuple(as_scalar(value) for value in row) for row in fetched)

    def _load(self, view: str) -> None:
        if view in self._loaded:
            return
        name = '"' + view.replace('"', '""') + '"'
        self._connection.register("incoming", _sql_frame(self._frames[view]).to_arrow())
        self._connection.execute(f"CREATE TABLE {name} AS SELECT * FROM incoming")
        self._connection.unregister("incoming")
        self._loaded.add(view)


def _sql_frame(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with the column names it has when it is served, and no column without a type."""
    named = frame.rename(dict(zip(frame.columns, sql_column_names(frame.columns), strict=True)))
    nulls = [name for name, kind in named.schema.items() if kind == pl.Null]
    return named.with_columns(pl.col(name).cast(pl.String) for name in nulls)


def as_scalar(value: Any) -> Scalar:
    """A fetched value as JSON can hold it: dates as ISO text, decimals as floats."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return str(value)
