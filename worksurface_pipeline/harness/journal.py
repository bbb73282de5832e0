"""The journal of a cell: trajectories in a folder of immutable JSONL segments.

A record is durable before `append` returns. Every run writes a segment of its own, made only with
its first record, so that a resumed run never leaves an emptier journal than it found. Of several
records of one key the newest counts, and one that is no error counts before every error.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Self

from worksurface_pipeline.harness.segments import JournalKey, Place, heads, read_at
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.records import json_line

_SEGMENT = "segment-{:06d}.jsonl"
_PATTERN = "segment-*.jsonl"


@dataclass(frozen=True, slots=True)
class JournalState:
    """What a journal holds: finished keys, errors per key, and notes on torn lines."""

    done: frozenset[JournalKey]
    errors: Mapping[JournalKey, int]
    notes: tuple[str, ...]

    def is_pending(self, key: JournalKey, most_errors: int | None = None) -> bool:
        """Whether a key is still to run: not finished, and not failed `most_errors` times."""
        if key in self.done:
            return False
        return most_errors is None or self.errors.get(key, 0) < most_errors


class Journal:
    """Appends and reads trajectories. `append` may be called from many threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._stream: FileIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, trajectory: Trajectory) -> None:
        """Write one record through to the disk. Raises LakeError, and then nothing is lost."""
        line = json_line(trajectory, errors="replace")
        with self._lock:
            try:
                self._write(line)
            except OSError as error:
                self._abandon()
                raise _unwritable(self._folder, error) from error

    def close(self) -> None:
        """End this run's segment; a later `append` begins a new one."""
        with self._lock:
            if self._stream is not None:
                self._stream.close()
                self._stream = None

    def read(self) -> Iterator[Trajectory]:
        """The record that counts of every key, ordered by task, epoch and fingerprint.

        Records are read one by one. Raises LakeError when a segment is damaged.
        """
        index, _, _ = self._index()
        for key in sorted(index):
            yield read_at(index[key])

    def state(self) -> JournalState:
        """Which keys are finished, how often the others failed, and what was torn."""
        index, errors, notes = self._index()
        done = frozenset(key for key, place in index.items() if not place.is_error)
        return JournalState(done=done, errors=errors, notes=tuple(notes))

    def others(self) -> tuple[tuple[str, int], ...]:
        """Names and sizes of the segments but the one being written: whether anybody else wrote."""
        with self._lock:
            own = Path(str(self._stream.name)) if self._stream is not None else None
            return tuple(
                (path.name, path.lstat().st_size) for path in self._segments() if path != own
            )

    def _write(self, line: bytes) -> None:
        stream = self._stream or self._begin_segment()
        rest = memoryview(line)
        while rest:
            rest = rest[stream.write(rest) :]
        os.fsync(stream.fileno())

    def _begin_segment(self) -> FileIO:
        """A new segment after all others; two processes never share one."""
        self._folder.mkdir(parents=True, exist_ok=True)
        number = _number(self._segments())
        while self._stream is None:
            number += 1
            try:
                self._stream = (self._folder / _SEGMENT.format(number)).open("xb", buffering=0)
            except FileExistsError:
                continue  # another process took this number: try the next one
        _sync_folder(self._folder)
        return self._stream

    def _abandon(self) -> None:
        """Leave a segment whose last line may be torn: nothing may be glued to it."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _segments(self) -> list[Path]:
        return sorted(self._folder.glob(_PATTERN))

    def _index(self) -> tuple[dict[JournalKey, Place], dict[JournalKey, int], list[str]]:
        index: dict[JournalKey, Place] = {}
        errors: dict[JournalKey, int] = {}
        notes: list[str] = []
        for segment in self._segments():
            for head, place in heads(segment, notes):
                key = JournalKey(head.task_id, head.epoch, head.fingerprint)
                if place.is_error:
                    errors[key] = errors.get(key, 0) + 1
                if key not in index or index[key].is_error or not place.is_error:
                    index[key] = place
        return index, errors, notes


def _number(segments: list[Path]) -> int:
    numbers = [segment.stem.rpartition("-")[2] for segment in segments]
    return max((int(number) for number in numbers if number.isdigit()), default=0)


def _sync_folder(folder: Path) -> None:
    """Make the new segment's name durable too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unwritable(folder: Path, error: OSError) -> LakeError:
    return LakeError(
        f"The journal cannot be written: {error.strerror or error}",
        where=str(folder),
        remedy="Free disk space or permissions, then run again: finished trajectories are kept",
    )
