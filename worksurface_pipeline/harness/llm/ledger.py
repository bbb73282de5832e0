"""What model calls took: side records that no digest, fingerprint or equality claim covers."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Protocol, Self

from worksurface_pipeline.harness.llm.settings import OFFLINE_PROVIDER
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest, Usage, guess_tokens
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import json_line

OK = "ok"
"""The result of a call that got its reply."""


class CallRecord(Frozen):
    """One call with all its attempts, or a reply from the cache (`is_cached`, no attempt).

    `result` is "ok" or the kind of the last fault, `seconds` the wall-clock time with its waits,
    `queued_seconds` those for our own limits or a pause; `cost` is None when the price or a token
    count is unknown. `assumed` stands for a usage that was not reported, for spending limits alone.
    `problems` are the faults, in order; `run` names the run with a budget of its own, if any.
    """

    model: str
    request: str
    result: str
    attempts: int
    seconds: float
    queued_seconds: float = 0.0
    is_cached: bool = False
    usage: Usage = Usage()
    assumed: Usage | None = None
    cost: float | None = None
    finish_reason: str = ""
    model_returned: str = ""
    problems: tuple[str, ...] = ()
    run: str = ""

    @property
    def is_billed(self) -> bool:
        """Whether a provider bills it, as far as we know: a reply that came over the line.

        Tokens of embedded models are counted, not billed.
        """
        is_embedded = self.model.startswith(f"{OFFLINE_PROVIDER}/")
        return self.result == OK and not (self.is_cached or is_embedded)

    @property
    def billed_usage(self) -> Usage:
        """The usage that counts for a spending limit: reported, else assumed."""
        return self.assumed or self.usage

    @property
    def is_usage_missing(self) -> bool:
        """Whether a call that succeeded reported no usage."""
        return self.result == OK and self.usage.total is None


class BookkeepingError(LakeError):
    """A call cannot be booked, or its reply not be kept: nothing more may be paid for.

    `reply` is what came of the call, if it came: it has been paid for.
    """

    reply: ModelReply | None = None


class Ledger(Protocol):
    """Where call records go. Called from many threads."""

    def check(self) -> None:
        """Look before a call is paid for whether it can be booked. Raises BookkeepingError."""
        ...

    def add(self, record: CallRecord) -> None:
        """Keep one record. Raises BookkeepingError."""
        ...


class MemoryLedger:
    """Keeps records in memory, in order of arrival."""

    def __init__(self) -> None:
        self._records: list[CallRecord] = []

    def check(self) -> None:
        """Memory is always there."""

    def add(self, record: CallRecord) -> None:
        """Keep one record (appending to a list is atomic)."""
        self._records.append(record)

    @property
    def records(self) -> tuple[CallRecord, ...]:
        """All records so far."""
        return tuple(self._records)


class JsonlLedger:
    """Writes records to a JSONL file as they come; a context manager for the front door.

    `run` is written into every record. Once a line could not be written nothing more is booked, or
    paid for, here: the calls of all other threads would fare alike.
    """

    def __init__(self, path: Path, run: str = "") -> None:
        self._path = path
        self._run = run
        self._lock = threading.Lock()
        self._stream: FileIO | None = None
        self._failed: OSError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Open the file. Raises BookkeepingError when it cannot be, or a line was refused."""
        with self._lock:
            if self._failed is not None:
                raise _unwritable(self._path, self._failed)
            with self._booking():
                self._open()

    def add(self, record: CallRecord) -> None:
        """Append one line. Raises BookkeepingError when the file cannot be written."""
        named = record.model_copy(update={"run": self._run}) if self._run else record
        line = json_line(named, errors="replace")
        with self._lock, self._booking():
            stream, rest = self._open(), memoryview(line)
            while rest:  # a disk that fills up takes a part first
                rest = rest[stream.write(rest) :]

    def close(self) -> None:
        """Close the file; a later `add` opens it again."""
        with self._lock:
            self._let_go()

    @contextmanager
    def _booking(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._failed = error
            self._let_go()  # whoever opens it next ends the line that may be torn
            raise _unwritable(self._path, error) from error

    def _let_go(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _open(self) -> FileIO:
        """The open file; nothing is glued to a line that a killed run left torn."""
        if self._stream is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            is_torn = _is_torn(self._path)
            self._stream = self._path.open("ab", buffering=0)
            if is_torn:
                self._stream.write(b"\n")
        return self._stream


def _is_torn(path: Path) -> bool:
    if not path.exists() or not path.stat().st_size:
        return False
    with path.open("rb") as stream:
        stream.seek(-1, os.SEEK_END)
        return stream.read(1) != b"\n"


def assumed_usage(request: ModelRequest, reply: ModelReply) -> Usage | None:
    """What a reply without usage may have taken, by the length of the texts; None with usage."""
    if reply.usage.total is not None:
        return None
    prompt = request.guessed_usage.prompt_tokens
    return Usage(prompt_tokens=prompt, completion_tokens=guess_tokens(reply.as_said))


def _unwritable(path: Path, error: OSError) -> BookkeepingError:
    return BookkeepingError(
        f"The ledger of model calls cannot be written: {error.strerror or error}",
        where=str(path),
        remedy="Free disk space or permissions, then run again; finished work is kept",
    )
