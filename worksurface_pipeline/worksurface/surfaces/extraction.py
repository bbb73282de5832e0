"""Reading source files for the surfaces: digest checked, guarded, each content read once for all.

A reading is kept as a blob under the digest of the file, its name, the readers' edition and what
the settings state of its sheets; while these stand, the file is not opened again. The reader is
passed in, so that production reads in guarded processes and tests in this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.readers.model import ExtractionFailure, SheetOverride
from worksurface_pipeline.readers.packing import Packed, opened
from worksurface_pipeline.readers.protocol import Asked
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.settings import SheetRule
from worksurface_pipeline.worksurface.source.freeze import open_verified
from worksurface_pipeline.worksurface.surfaces.overrides import overrides_for

ReadPacks = Callable[[Iterable[Asked]], Iterator[bytes]]
"""Reads files into packs, in input order: `readers.guard.GuardedReader.read_packs`."""
OnRead = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ReadingPolicy:
    """What else decides a reading: the readers' edition, the limits, the user's sheet rules.

    With `is_fresh` stored readings count for nothing: all files are read again.
    """

    edition: str
    limits: tuple[float, int] = (0.0, 0)
    rules: tuple[SheetRule, ...] = ()
    is_fresh: bool = False


class SourceReader:
    """Reads listed files under `root`; a call gives the opened pack or the failure."""

    def __init__(self, root: Path, read: ReadPacks, blobs: Blobs, policy: ReadingPolicy) -> None:
        self._root = root
        self._read = read
        self._blobs = blobs
        self._policy = policy
        self._last: tuple[str, Packed | None] = ("", None)

    def read_ahead(self, files: Iterable[SourceFile], on_read: OnRead) -> None:
        """Read all present files that have no stored reading, several at a time."""
        missing = self._missing(files)
        asked = self._verified(missing)
        # The reader takes what `asked` yields as it goes, so each pack belongs to the next key.
        kept: list[str] = []
        packs = self._read(self._noting(asked, kept))
        for number, data in enumerate(packs):
            self._blobs.put(kept[number], data)
            on_read(number + 1, len(missing))

    def __call__(self, file: SourceFile) -> Packed:
        """What a present file holds; it is read now if that was never done."""
        key = self._key(file)
        if self._last[0] == key and self._last[1] is not None:
            return self._last[1]
        data = self._blobs.get(key)
        packed = opened(data) if data is not None else None
        if packed is None:
            packed = self._read_now(file, key)
        self._last = (key, packed)
        return packed

    def _read_now(self, file: SourceFile, key: str) -> Packed:
        path = open_verified(self._root, file)
        if isinstance(path, ExtractionFailure):
            return path
        data = next(iter(self._read([Asked(path, file.filename, self._overrides(file))])))
        self._blobs.put(key, data)
        packed = opened(data)
        if packed is None:
            raise ValueError("the reader made a pack that cannot be opened")
        return packed

    def _missing(self, files: Iterable[SourceFile]) -> Sequence[tuple[str, SourceFile]]:
        """Files without a reading, each content once."""
        present = (file for file in files if file.status is FileStatus.PRESENT)
        by_key = {self._key(file): file for file in present}
        is_fresh = self._policy.is_fresh
        return [(k, file) for k, file in by_key.items() if is_fresh or not self._blobs.has(k)]

    def _verified(self, files: Iterable[tuple[str, SourceFile]]) -> Iterator[tuple[str, Asked]]:
        """Files whose content is still what was frozen; the others fail when they are asked for."""
        for key, file in files:
            path = open_verified(self._root, file)
            if not isinstance(path, ExtractionFailure):
                yield key, Asked(path, file.filename, self._overrides(file))

    @staticmethod
    def _noting(asked: Iterable[tuple[str, Asked]], kept: list[str]) -> Iterator[Asked]:
        for key, item in asked:
            kept.append(key)
            yield item

    def _overrides(self, file: SourceFile) -> tuple[SheetOverride, ...]:
        return overrides_for(self._policy.rules, file.task_id, file.filename)

    def _key(self, file: SourceFile) -> str:
        policy = self._policy
        parts = [file.sha256, file.filename, policy.edition, policy.limits, self._overrides(file)]
        return digest_json(parts)
