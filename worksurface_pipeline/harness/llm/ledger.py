"""What model calls took: side records that no digest, fingerprint or equality claim covers."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Protocol, Self

from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.model import Frozen


class CallRecord(Frozen):
    """One call with all its attempts.

    `result` is "ok" or the kind of the last fault, `seconds` the wall-clock time with its waits,
    `cost` None when the price or a token count is unknown. `problems` are the faults, in order.
    """

    model: str
    request: str
    result: str
    attempts: int
    seconds: float
    usage: Usage = Usage()
    cost: float | None = None
    finish_reason: str = ""
    model_returned: str = ""
    problems: tuple[str, ...] = ()

    @property
    def is_usage_missing(self) -> bool:
        """Whether a call that succeeded reported no usage."""
        return self.result == "ok" and self.usage.total is None


class LedgerTotals(Frozen):
    """Sums over calls; `tokens` and `cost` cover those that report them, the rest is counted."""

    calls: int
    failed_calls: int
    attempts: int
    tokens: int
    usage_missing: int
    cost: float
    cost_unknown: int
    seconds: float


class Ledger(Protocol):
    """Where call records go. Called from many threads."""

    def add(self, record: CallRecord) -> None:
        """Keep one record."""
        ...


class MemoryLedger:
    """Keeps records in memory, in order of arrival."""

    def __init__(self) -> None:
        self._records: list[CallRecord] = []

    def add(self, record: CallRecord) -> None:
        """Keep one record (appending to a list is atomic)."""
        self._records.append(record)

    @property
    def records(self) -> tuple[CallRecord, ...]:
        """All records so far."""
        return tuple(self._records)


class JsonlLedger:
    """Writes records to a JSONL file as they come; a context manager for the front door."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._stream: IO[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, record: CallRecord) -> None:
        """Append one line. Raises LakeError when the file cannot be written."""
        with self._lock:
            try:
                stream = self._open()
                stream.write(canonical_json(record) + "\n")
                stream.flush()
            except OSError as error:
                raise _unwritable(self._path, error) from error

    def close(self) -> None:
        """Close the file; a later `add` opens it again."""
        with self._lock:
            if self._stream is not None:
                self._stream.close()
                self._stream = None

    def _open(self) -> IO[str]:
        if self._stream is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self._path.open("a", encoding="utf-8", errors="surrogatepass")
        return self._stream


def totals(records: Iterable[CallRecord]) -> LedgerTotals:
    """Sums over `records`; calls without usage or price are counted, never taken as 0."""
    known = tuple(records)
    good = [record for record in known if record.result == "ok"]
    return LedgerTotals(
        calls=len(known),
        failed_calls=len(known) - len(good),
        attempts=sum(record.attempts for record in known),
        tokens=sum(record.usage.total or 0 for record in good),
        usage_missing=sum(record.is_usage_missing for record in good),
        cost=sum(record.cost or 0.0 for record in good),
        cost_unknown=sum(record.cost is None for record in good),
        seconds=sum(record.seconds for record in known),
    )


def _unwritable(path: Path, error: OSError) -> LakeError:
    return LakeError(
        f"The ledger of model calls cannot be written: {error.strerror or error}",
        where=str(path),
        remedy="Free disk space or permissions, then run again; finished work is kept",
    )
