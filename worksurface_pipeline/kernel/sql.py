"""Locked SQL over a set of views: nothing but SELECT, no files, no settings, hard limits.

Contract only in this first form; the session lives in a child process of its own.
"""

from __future__ import annotations

from typing import Protocol

from worksurface_pipeline.kernel.model import Frozen

Scalar = str | int | float | bool | None


class SqlLimits(Frozen):
    """Limits of one query: memory in MiB, seconds, and rows fetched."""

    memory_mib: int = 1024
    seconds: float = 20.0
    rows: int = 200


class QueryResult(Frozen):
    """Columns, at most `SqlLimits.rows` rows, whether more were there, and the views read.

    Dates and times are ISO text, decimals floats, nested values JSON text.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    is_truncated: bool
    views_read: tuple[str, ...]


class SqlSession(Protocol):
    """Queries over one set of views."""

    def query(self, sql: str) -> QueryResult:
        """Run one SELECT. Raises QueryRefusedError, QueryLimitError or QueryError."""
        ...

    def close(self) -> None:
        """End the child process and remove its files."""
        ...
