"""Which task is in whose hands: two servers of one agent never hand out the same.

A claim is a lock on one byte of a file, at a place that the fingerprint names. It ends with the
process that holds it, however that ends, and leaves nothing to clean up.
"""

from __future__ import annotations

import fcntl
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from worksurface_pipeline.kernel.errors import LakeError

_DIGITS = 15  # of a fingerprint: an offset of 60 bits, which every file system takes


class Claims:
    """The claims of one process, in a file beside the journal. Raises LakeError."""

    def __init__(self, path: Path) -> None:
        self._held: set[str] = set()
        self._guard = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = path.open("a+b")
        except OSError as error:
            raise _impossible(error, str(path)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def take(self, fingerprint: str) -> bool:
        """Claim a task; False when it is in other hands, this process's included."""
        with self._guard:
            if fingerprint in self._held:
                return False
            try:
                fcntl.lockf(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(fingerprint))
            except (BlockingIOError, PermissionError):
                return False  # another process has it: systems tell it in either way
            except OSError as error:
                raise _impossible(error, str(self._stream.name)) from error
            self._held.add(fingerprint)
            return True

    def release(self, fingerprint: str) -> None:
        """Give a task back."""
        with self._guard:
            self._held.discard(fingerprint)
            fcntl.lockf(self._stream, fcntl.LOCK_UN, 1, _place(fingerprint))


def _impossible(error: OSError, path: str) -> LakeError:
    return LakeError(
        f"Tasks cannot be claimed: {error.strerror or error}",
        where=path,
        remedy="Free disk space or permissions, or put the lake on a disk that has locks",
    )


def _place(fingerprint: str) -> int:
    return int(fingerprint[:_DIGITS], 16)
