"""What a locked SQL session takes and gives: limits, results, and the session protocol."""

from __future__ import annotations

from typing import Protocol

from worksurface_pipeline.kernel.model import Frozen

Scalar = str | int | float | bool | None


class SqlLimits(Frozen):
    """Limits of one query: memory in MiB, seconds, and rows fetched.

    `result_bytes` bounds all rows of a result together, `cell_characters` one text value, and
    `sql_characters` the statement; what is cut marks the result as truncated.
    """

    memory_mib: int = 1024
    seconds: float = 20.0
    rows: int = 200
    result_bytes: int = 1_000_000
    cell_characters: int = 4_000
    sql_characters: int = 20_000


class QueryResult(Frozen):
    """Columns, at most `SqlLimits.rows` rows, whether more were there, and the views read.

    Dates and times are ISO text, decimals floats, nested values JSON text; NaN and infinity None.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    is_truncated: bool
    views_read: tuple[str, ...]


class SqlSession(Protocol):
    """Queries over one set of views."""

    def query(self, sql: str) -> QueryResult:
        """Run one SELECT.

        Raises QueryRefusedError, QueryLimitError or QueryError for what is wrong with the query,
        LakeError when the database cannot be opened.
        """
        ...

    def close(self) -> None:
        """End the child process; the database file stays with the caller."""
        ...
