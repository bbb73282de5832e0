"""Several sessions on one database, for worker threads that query at once."""

from __future__ import annotations

import queue
from pathlib import Path

from worksurface_pipeline.kernel.sql_session import open_session
from worksurface_pipeline.kernel.sql_types import QueryResult, SqlLimits, SqlSession


class SessionPool:
    """At most `size` sessions on one database for several threads; itself a SqlSession."""

    def __init__(self, path: Path, limits: SqlLimits | None = None, size: int = 2) -> None:
        self._sessions = tuple(open_session(path, limits) for _ in range(size))
        self._idle: queue.LifoQueue[SqlSession] = queue.LifoQueue()
        for session in self._sessions:
            self._idle.put(session)

    def query(self, sql: str) -> QueryResult:
        """Run one SELECT on the session that was idle last; waits while none is."""
        session = self._idle.get()
        try:
            return session.query(sql)
        finally:
            self._idle.put(session)

    def close(self) -> None:
        """End all child processes."""
        for session in self._sessions:
            session.close()
