"""Ledgers read back: all records of a file, or what was added since the last look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from worksurface_pipeline.harness.llm.ledger import CallRecord


class LedgerTail:
    """Reads ledgers that grow, also by other processes: each complete line once.

    `damaged` counts the lines that are no record (torn by a kill, or of another format).
    """

    def __init__(self) -> None:
        self._read: dict[Path, int] = {}
        self.damaged = 0

    def added(self, paths: Iterable[Path]) -> Iterator[CallRecord]:
        """The records that were written since the last look."""
        for path in paths:
            start = self._read.get(path, 0)
            if path.stat().st_size > start:
                yield from self._rest_of(path, start)

    def _rest_of(self, path: Path, start: int) -> Iterator[CallRecord]:
        with path.open("rb") as stream:
            stream.seek(start)
            for line in stream:
                if not line.endswith(b"\n"):
                    return  # still being written, or torn: counted once something follows it
                start += len(line)
                self._read[path] = start
                yield from self._record(line)

    def _record(self, line: bytes) -> Iterator[CallRecord]:
        try:
            yield CallRecord.model_validate_json(line)
        except ValidationError:
            self.damaged += bool(line.strip())
