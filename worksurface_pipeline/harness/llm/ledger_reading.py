"""Ledgers read back: all records of a file, or what was added since the last look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from worksurface_pipeline.harness.llm.ledger import BookkeepingError, CallRecord
from worksurface_pipeline.kernel.wording import counted


class LedgerTail:
    """Reads ledgers that grow, also by other processes: each complete line once.

    `damaged` counts the lines that are no record (torn by a kill, or of another format).
    """

    def __init__(self) -> None:
        self._read: dict[Path, int] = {}
        self._damaged: Counter[Path] = Counter()

    def added(self, paths: Iterable[Path]) -> Iterator[CallRecord]:
        """The records that were written since the last look.

        Raises BookkeepingError for a ledger that cannot be opened.
        """
        for path in paths:
            start = self._read.get(path, 0)
            try:
                if path.stat().st_size > start:
                    yield from self._rest_of(path, start)
            except OSError as error:
                raise BookkeepingError(
                    f"A ledger of model calls cannot be read: {error.strerror or error}",
                    where=str(path),
                    remedy="Mend it or move it away: calls that it holds are not counted then",
                ) from error

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each ledger with lines that are no records."""
        return tuple(
            f"{counted(count, 'line of a ledger is', 'lines of a ledger are')} no record "
            f"(torn by a kill, or damaged) and not counted: {path}"
            for path, count in sorted(self._damaged.items())
        )

    @property
    def damaged(self) -> int:
        """How many lines were no records, in all ledgers."""
        return self._damaged.total()

    def _rest_of(self, path: Path, start: int) -> Iterator[CallRecord]:
        with path.open("rb") as stream:
            stream.seek(start)
            for line in stream:
                if not line.endswith(b"\n"):
                    return  # still being written, or torn: counted once something follows it
                start += len(line)
                self._read[path] = start
                yield from self._record(path, line)

    def _record(self, path: Path, line: bytes) -> Iterator[CallRecord]:
        try:
            yield CallRecord.model_validate_json(line)
        except ValidationError:
            if line.strip():
                self._damaged[path] += 1
