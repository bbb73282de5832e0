"""Sessions of locked SQL: a child process each, killed when a query runs too long.

A killed child is started again by the next query, so that one bad query costs its own answer and
nothing else.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from worksurface_pipeline.kernel.errors import (
    LakeError,
    QueryError,
    QueryLimitError,
    QueryRefusedError,
)
from worksurface_pipeline.kernel.sql_types import QueryResult, SqlLimits, SqlSession

_ROOT = Path(__file__).resolve().parents[2]
_BOOT = (
    "import sys; sys.path.append(sys.argv[1]);"
    " from worksurface_pipeline.kernel.sql_worker import main; raise SystemExit(main())"
)
# A child starts in 0.3 s; on a machine that is busy with many it may take long.
_START_SECONDS = 60.0
# Exit code of the worker when Python itself got no more memory.
_OUT_OF_MEMORY = 3
# After such an answer the child is of no more use.
_LAST_WORDS = ("limit", "broken")
_LIMIT_REMEDY = "Aggregate or filter earlier, or ask for less"


def open_session(path: Path, limits: SqlLimits | None = None) -> SqlSession:
    """A session on the database at `path`; its process starts with the first query.

    Threads may share it: queries run one after the other.
    """
    return _ChildSession(path.resolve(), limits or SqlLimits())


class _ChildSession:
    def __init__(self, path: Path, limits: SqlLimits) -> None:
        self._path = path
        self._limits = limits
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def query(self, sql: str) -> QueryResult:
        _check_text(sql, self._limits.sql_characters)
        with self._lock:
            answer = self._ask(sql)
        if answer["kind"] == "result":
            return _result(answer)
        raise _error(answer)

    def close(self) -> None:
        with self._lock:
            self._end()

    def _ask(self, sql: str) -> dict[str, Any]:
        child = self._child or self._start()
        is_sound = False
        try:
            answer = _exchange(child, {"sql": sql}, self._limits.seconds)
            is_sound = answer["kind"] not in _LAST_WORDS
        finally:
            if not is_sound:
                self._end()
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        self._child = subprocess.Popen(
            [sys.executable, "-I", "-c", _BOOT, str(_ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            start_new_session=True,
        )
        setup = {"path": str(self._path), **self._limits.model_dump()}
        answer = _exchange(self._child, setup, _START_SECONDS)
        if answer["kind"] != "ready":
            self._end()
            raise LakeError(
                "The database of the views cannot be opened",
                where=self._path.name,
                remedy="Delete it; it is built again",
            )
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):  # unsent bytes for a dead child
                    pipe.close()


def _check_text(sql: str, most: int) -> None:
    if len(sql) > most:
        raise QueryRefusedError(f"The statement is longer than {most} characters")
    if any("\ud800" <= char <= "\udfff" for char in sql):
        raise QueryRefusedError("The statement holds half a character (a lone surrogate)")


def _exchange(
    child: subprocess.Popen[bytes], message: dict[str, Any], seconds: float
) -> dict[str, Any]:
    """Send one message and wait for its answer; kind `limit` when none comes."""
    line = b""
    # A broken pipe means that the child died before: then it answers nothing.
    with _killed_after(child, seconds) as expired, contextlib.suppress(BrokenPipeError):
        _write(child, message)
        line = _read(child)
    if line.endswith(b"\n") and not expired.is_set():
        answer: dict[str, Any] = json.loads(line)
        return answer
    if expired.is_set():
        return {"kind": "limit", "message": f"The query took longer than {seconds:g} seconds."}
    return _death(child.wait())


def _death(code: int) -> dict[str, Any]:
    """A signal is a limit of the system that was hit; any other end is a fault of ours."""
    if code < 0 or code == _OUT_OF_MEMORY:
        return {"kind": "limit", "message": "The query ran out of memory or time."}
    raise LakeError(
        f"The process that runs SQL ended with code {code}",
        remedy="Run it again; if it stays so, the installation is damaged",
    )


@contextlib.contextmanager
def _killed_after(child: subprocess.Popen[bytes], seconds: float) -> Iterator[threading.Event]:
    """Kill `child` when the block takes longer than `seconds`; the event tells whether it did."""
    expired = threading.Event()

    def end() -> None:
        expired.set()
        child.kill()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield expired
    finally:
        timer.cancel()


def _write(child: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    if child.stdin is not None:
        child.stdin.write(json.dumps(message).encode() + b"\n")
        child.stdin.flush()


def _read(child: subprocess.Popen[bytes]) -> bytes:
    return child.stdout.readline() if child.stdout is not None else b""


def _result(answer: dict[str, Any]) -> QueryResult:
    return QueryResult(
        columns=tuple(answer["columns"]),
        rows=tuple(tuple(row) for row in answer["rows"]),
        is_truncated=answer["is_truncated"],
        views_read=tuple(answer["views"]),
    )


def _error(answer: dict[str, Any]) -> QueryError:
    message = str(answer["message"])
    if answer["kind"] == "refused":
        return QueryRefusedError(message)
    if answer["kind"] == "limit":
        return QueryLimitError(message, remedy=_LIMIT_REMEDY)
    return QueryError(message)
