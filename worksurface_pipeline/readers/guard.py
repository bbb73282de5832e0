"""The guarded reader: files are read in child processes that may hang, swell or die.

A child stays warm for many files, is replaced after a failure of its own, and is renewed now and
then so that no library's leak grows. Threads may share one reader.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from worksurface_pipeline.readers.child import Child, Reply
from worksurface_pipeline.readers.failures import failure
from worksurface_pipeline.readers.model import Extraction, FailureReason, SheetOverride
from worksurface_pipeline.readers.packing import opened, pack, unpacked
from worksurface_pipeline.readers.protocol import Asked

# Files after which a child is renewed: a start costs about as much as fifty small files.
_FILES_PER_CHILD = 500
# Results held ready for each worker, so that a slow file does not idle the others.
_AHEAD = 4
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

    def read(self, path: Path, name: str, overrides: tuple[SheetOverride, ...] = ()) -> Extraction:
        """What the file at `path`, known as `name`, holds; waits for a free child."""
        return _opened(self.read_pack(Asked(path, name, overrides)))

    def read_many(self, files: Iterable[tuple[Path, str]]) -> Iterator[Extraction]:
        """One result for each (path, name), in input order; few are held at a time."""
        with closing(self.read_packs(Asked(path, name) for path, name in files)) as packs:
            yield from map(_opened, packs)

    def read_pack(self, asked: Asked) -> bytes:
        """The same as a pack (readers.packing), which is how it comes from the child."""
        child = self._places.get()
        try:
            child, data = self._read(child, asked)
        finally:
            self._places.put(child)
        return data

    def read_packs(self, files: Iterable[Asked]) -> Generator[bytes, None, None]:
        """One pack for each file, in input order; few are held at a time."""
        pending: deque[Future[bytes]] = deque()
        with ThreadPoolExecutor(self._workers) as threads:
            try:
                for asked in files:
                    pending.append(threads.submit(self.read_pack, asked))
                    if len(pending) >= self._workers * _AHEAD:
                        yield pending.popleft().result()
                while pending:
                    yield pending.popleft().result()
            finally:
                for future in pending:
                    future.cancel()

    def _read(self, child: Child | None, asked: Asked) -> tuple[Child | None, bytes]:
        """Read with the given child or a new one; returns the child to keep, if any."""
        for _ in range(_STARTS):
            child = child or Child(self._seconds, self._memory_mib)
            reply = child.read(asked.path.absolute(), asked.name, asked.overrides)
            if reply is not None:
                return self._kept(child, reply), reply.pack
            # It had died while idle, which says nothing about this file.
            child.close()
            child = None
        detail = "The reading process cannot be started"
        remedy = f"Check that Python starts under a limit of {self._memory_mib} MiB"
        return None, pack(failure(FailureReason.WORKER_KILLED, detail, remedy))

    def _kept(self, child: Child, reply: Reply) -> Child | None:
        if reply.is_suspect or child.files_read >= _FILES_PER_CHILD or not child.is_alive:
            child.close()
            return None
        return child


def _opened(data: bytes) -> Extraction:
    packed = opened(data)
    if packed is None:
        return failure(FailureReason.WORKER_KILLED, "The reading process sent damaged data")
    return unpacked(packed)
