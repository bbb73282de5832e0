"""Locked SQL over a set of views: nothing but SELECT, no files, no settings, hard limits.

The front of the sql modules: `build_database` writes the views into one file, `open_session` and
`SessionPool` run queries on it in child processes (sql_worker, guarded by sql_guard).
"""

from __future__ import annotations

from worksurface_pipeline.kernel.sql_database import build_database, sql_column_names
from worksurface_pipeline.kernel.sql_pool import SessionPool
from worksurface_pipeline.kernel.sql_session import open_session
from worksurface_pipeline.kernel.sql_types import QueryResult, Scalar, SqlLimits, SqlSession

__all__ = [
    "QueryResult",
    "Scalar",
    "SessionPool",
    "SqlLimits",
    "SqlSession",
    "build_database",
    "open_session",
    "sql_column_names",
]
