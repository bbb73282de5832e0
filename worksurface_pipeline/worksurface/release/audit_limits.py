"""What queries of foreign gold may cost: each by itself, those of a persona, and all together.

Foreign SQL is untrusted, and a cross join never ends. A query that is stopped is no fault of its
gold: it was only read, and the reason is told.
"""

from __future__ import annotations

from collections.abc import Callable

from worksurface_pipeline.kernel.errors import QueryLimitError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.sql import QueryResult, SqlLimits, SqlSession
from worksurface_pipeline.kernel.wording import counted


class AuditLimits(Frozen):
    """Limits of an audit's queries.

    Queries of gold take milliseconds. `stopped` of one persona that ran into `query` are enough to
    see what kind of release it is; `seconds` bound what all queries take together.
    """

    query: SqlLimits = SqlLimits(
        seconds=5.0, memory_mib=512, rows=10_000, result_bytes=4_000_000, cell_characters=100_000
    )
    stopped: int = 3
    seconds: float = 900.0


class Spending:
    """What the queries of one audit took so far, by a clock that counts seconds."""

    def __init__(self, limits: AuditLimits, clock: Callable[[], float]) -> None:
        self.limits = limits
        self.clock = clock
        self.seconds = 0.0


class LimitedSession:
    """The queries of one persona on a session of another's: itself a SqlSession."""

    def __init__(self, session: SqlSession, spending: Spending) -> None:
        self._session = session
        self._spending = spending
        self._stopped = 0

    def query(self, sql: str) -> QueryResult:
        """Run one SELECT. Raises QueryLimitError for one that is stopped, or no longer begun."""
        self._require_allowance()
        begun = self._spending.clock()
        try:
            result = self._session.query(sql)
        except QueryLimitError:
            self._stopped += 1
            raise
        finally:
            self._spending.seconds += self._spending.clock() - begun
        if result.is_truncated:
            raise QueryLimitError("The result is too large to be compared")
        return result

    def close(self) -> None:
        """End the session."""
        self._session.close()

    def _require_allowance(self) -> None:
        limits = self._spending.limits
        if self._stopped >= limits.stopped:
            many = counted(self._stopped, "query", "queries")
            raise QueryLimitError(f"Not executed: {many} of this persona had to be stopped before")
        if self._spending.seconds > limits.seconds:
            raise QueryLimitError(f"Not executed: all queries took {limits.seconds:g} s together")
