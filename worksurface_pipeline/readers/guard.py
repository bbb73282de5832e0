"""The guarded reader: files are read in child processes that may hang, swell or die.

A child stays warm for many files, is replaced after a failure of its own, and is renewed now and
then so that no library's leak grows. Threads may share one reader.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from worksurface_pipeline.readers.child import Child
from worksurface_pipeline.readers.failures import failure
from worksurface_pipeline.readers.model import Extraction, ExtractionFailure, FailureReason

# Files after which a child is renewed: a start costs about as much as fifty small files.
_FILES_PER_CHILD = 500
# Results held ready for each worker, so that a slow file does not idle the others.
_AHEAD = 4
# After these the child's memory may be in any state.
_SUSPECT = (FailureReason.TOO_LARGE, FailureReason.TIMEOUT, FailureReason.WORKER_KILLED)
_STARTS = 2


class GuardedReader:
    """Reads files in `workers` children, each with limits per file.

    `seconds` of wall time and `memory_mib` of address space (which libraries reserve freely: less
    than 1,024 is not enough for large sheets). Children start with the first file.
    """

    def __init__(self, workers: int, seconds: float, memory_mib: int) -> None:
        self._workers = workers
        self._seconds = seconds
        self._memory_mib = memory_mib
        # None is a place without a child yet. Last in, first out: a warm child is used again.
        self._places: queue.LifoQueue[Child | None] = queue.LifoQueue()
        for _ in range(workers):
            self._places.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all children. The reader must be idle; it may be used again."""
        for _ in range(self._workers):
            child = self._places.get()
            if child is not None:
                child.close()
        for _ in range(self._workers):
            self._places.put(None)

    def read(self, path: Path, name: str) -> Extraction:
        """What the file at `path`, known as `name`, holds; waits for a free child."""
        child = self._places.get()
        try:
            child, extraction = self._read(child, path.absolute(), name)
        finally:
            self._places.put(child)
        return extraction

    def read_many(self, files: Iterable[tuple[Path, str]]) -> Iterator[Extraction]:
        """One result for each (path, name), in input order; few are held at a time."""
        pending: deque[Future[Extraction]] = deque()
        with ThreadPoolExecutor(self._workers) as threads:
            try:
                for path, name in files:
                    pending.append(threads.submit(self.read, path, name))
                    if len(pending) >= self._workers * _AHEAD:
                        yield pending.popleft().result()
                while pending:
                    yield pending.popleft().result()
            finally:
                for future in pending:
                    future.cancel()

    def _read(self, child: Child | None, path: Path, name: str) -> tuple[Child | None, Extraction]:
        """Read with the given child or a new one; returns the child to keep, if any."""
        for _ in range(_STARTS):
            child = child or Child(self._seconds, self._memory_mib)
            extraction = child.read(path, name)
            if extraction is not None:
                return self._kept(child, extraction), extraction
            # It had died while idle, which says nothing about this file.
            child.close()
            child = None
        detail = "The reading process cannot be started"
        remedy = f"Check that Python starts under a limit of {self._memory_mib} MiB"
        return None, failure(FailureReason.WORKER_KILLED, detail, remedy)

    def _kept(self, child: Child, extraction: Extraction) -> Child | None:
        is_suspect = isinstance(extraction, ExtractionFailure) and extraction.reason in _SUSPECT
        if is_suspect or child.files_read >= _FILES_PER_CHILD or not child.is_alive:
            child.close()
            return None
        return child
