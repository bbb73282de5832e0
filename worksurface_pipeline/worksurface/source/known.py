"""Digests of files that were hashed before and have not been written since.

A file counts as unwritten while its size, its times of writing and of change, its number and its
device all stand, and its last change lies well before the moment it was hashed: the time of change
is the kernel's, so that an edit which keeps size and time of writing is seen all the same. What is
frozen is still checked against its digest when it is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.model import Frozen

# A file changed this shortly before it was hashed may change again within one tick of its clock.
_SETTLED_NS = 2_000_000_000


class KnownFile(Frozen):
    """A file as it stood when it was hashed; times in nanoseconds."""

    path: str
    stamp: tuple[int, ...]
    sha256: str


@dataclass(slots=True)
class KnownFiles:
    """Looks up and notes digests; `now` is the time in nanoseconds at which hashing starts.

    Only files noted through this value are kept, so that what is gone is forgotten.
    """

    now: int = 0
    old: dict[str, KnownFile] = field(default_factory=dict)
    noted: dict[str, KnownFile] = field(default_factory=dict)

    @classmethod
    def of(cls, files: Iterable[KnownFile], now: int) -> KnownFiles:
        """What an earlier run noted."""
        return cls(now, {file.path: file for file in files})

    def digest(self, path: str, status: os.stat_result) -> str | None:
        """The digest of an unwritten file, else None."""
        file = self.old.get(path)
        if file is None or file.stamp != stamp_of(status):
            return None
        self.noted[path] = file
        return file.sha256

    def note(self, path: str, status: os.stat_result, sha256: str) -> None:
        """Keep a digest taken of a file that stood as `status` says, if its clock had settled."""
        if max(status.st_ctime_ns, status.st_mtime_ns) + _SETTLED_NS < self.now:
            self.noted[path] = KnownFile(path=path, stamp=stamp_of(status), sha256=sha256)


def stamp_of(status: os.stat_result) -> tuple[int, ...]:
    """What differs once a file was written or another stands in its place."""
    return (
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
        status.st_dev,
    )
