"""Reading source files for the surfaces: digest checked, guarded, each content read once for all.

A reading is kept as a blob under the digest of the file, its name, the readers' edition and what
the settings state of its sheets; while these stand, the file is not opened again. It is kept only
if nothing wrote to the file between its digest and the end of reading, and never where the reading
process was ended: that says something of the moment, not of the file. The reader is passed in, so
that production reads in guarded processes and tests in this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason, SheetOverride
from worksurface_pipeline.readers.packing import Packed, opened
from worksurface_pipeline.readers.protocol import Asked
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.settings import SheetRule
from worksurface_pipeline.worksurface.source.files import changed, open_verified
from worksurface_pipeline.worksurface.source.known import stamp_of
from worksurface_pipeline.worksurface.surfaces.overrides import overrides_for

ReadPacks = Callable[[Iterable[Asked]], Iterator[bytes]]
"""Reads files into packs, in input order: `readers.guard.GuardedReader.read_packs`."""
OnRead = Callable[[int, int], None]


# Reasons that another moment, or another limit, may not give.
_PASSING = (FailureReason.TIMEOUT, FailureReason.WORKER_KILLED, FailureReason.TOO_LARGE)


@dataclass(frozen=True, slots=True)
class ReadingPolicy:
    """What else decides a reading: the readers' edition and the user's sheet rules.

    With `is_fresh` stored readings count for nothing: all files are read again.
    """

    edition: str
    rules: tuple[SheetRule, ...] = ()
    is_fresh: bool = False

    def key(self, file: SourceFile) -> str:
        """The key under which a file's reading is kept."""
        return digest_json([file.sha256, file.filename, self.edition, self.overrides(file)])

    def overrides(self, file: SourceFile) -> tuple[SheetOverride, ...]:
        """What the user's rules state of a file's sheets."""
        return overrides_for(self.rules, file.task_id, file.filename)


@dataclass(frozen=True, slots=True)
class _Due:
    """A file about to be read, and how it stood before its digest was taken."""

    key: str
    asked: Asked
    stamp: tuple[int, ...]

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has written to the file since, nor put another in its place."""
        return _stamp(self.asked.path) == self.stamp


class SourceReader:
    """Reads listed files under `root`; a call gives the opened pack or the failure."""

    def __init__(self, root: Path, read: ReadPacks, blobs: Blobs, policy: ReadingPolicy) -> None:
        self._root = root
        self._read = read
        self._blobs = blobs
        self._policy = policy
        self._last: tuple[str, Packed | None] = ("", None)
        self._passing: dict[str, Packed] = {}
        self._keys: dict[tuple[str, str, str | None], str] = {}

    def read_ahead(self, files: Iterable[SourceFile], on_read: OnRead) -> None:
        """Read all present files that have no stored reading, several at a time."""
        missing = self._missing(files)
        # The reader takes what `_noting` yields as it goes, so each pack belongs to the next one.
        noted: list[_Due] = []
        packs = self._read(self._noting(missing, noted))
        for number, data in enumerate(packs):
            self._keep(noted[number], data)
            on_read(number + 1, len(missing))

    def __call__(self, file: SourceFile) -> Packed:
        """What a present file holds; it is read now if that was never done."""
        key = self._key(file)
        if key in self._passing:
            return self._passing[key]
        if self._last[0] == key and self._last[1] is not None:
            return self._last[1]
        data = self._blobs.get(key)
        packed = opened(data) if data is not None else None
        if packed is None:
            packed = self._read_now(file, key)
        self._last = (key, packed)
        return packed

    def _read_now(self, file: SourceFile, key: str) -> Packed:
        due = self._due(file, key)
        if isinstance(due, ExtractionFailure):
            return due
        data = next(iter(self._read([due.asked])))
        return self._keep(due, data) or changed(file)

    def _keep(self, due: _Due, data: bytes) -> Packed | None:
        """What was read, stored where it may be; None where the file was written to meanwhile."""
        packed = opened(data)
        if packed is None:
            raise ValueError("the reader made a pack that cannot be opened")
        if not due.is_untouched:
            return None
        if isinstance(packed, ExtractionFailure) and packed.reason in _PASSING:
            self._passing[due.key] = packed
        else:
            self._blobs.put(due.key, data)
        return packed

    def _missing(self, files: Iterable[SourceFile]) -> Sequence[tuple[str, SourceFile]]:
        """Files without a reading, each content once."""
        present = (file for file in files if file.status is FileStatus.PRESENT)
        by_key = {self._key(file): file for file in present}
        is_fresh = self._policy.is_fresh
        return [(k, file) for k, file in by_key.items() if is_fresh or not self._blobs.has(k)]

    def _due(self, file: SourceFile, key: str) -> _Due | ExtractionFailure:
        """A file whose content is still what was frozen, or why it must not be read."""
        stamp = _stamp(self._root / file.path)
        path = open_verified(self._root, file)
        if isinstance(path, ExtractionFailure):
            return path
        return _Due(key, Asked(path, file.filename, self._policy.overrides(file)), stamp)

    def _noting(
        self, files: Iterable[tuple[str, SourceFile]], noted: list[_Due]
    ) -> Iterator[Asked]:
        """Files that may be read; the others fail when they are asked for."""
        for key, file in files:
            due = self._due(file, key)
            if not isinstance(due, ExtractionFailure):
                noted.append(due)
                yield due.asked

    def _key(self, file: SourceFile) -> str:
        """The key of a file's reading; asked for several times a file."""
        name = (file.task_id, file.filename, file.sha256)
        if name not in self._keys:
            self._keys[name] = self._policy.key(file)
        return self._keys[name]


def _stamp(path: Path) -> tuple[int, ...]:
    try:
        return stamp_of(path.stat())
    except OSError:
        return ()  # nothing there; whoever opens it says why
