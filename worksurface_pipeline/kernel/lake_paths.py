"""Folder names of the lake, and what a file system raises there as errors of ours."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_bytes

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
_ESCAPED = re.compile(b"=([0-9a-f]{2})")
_LONGEST = 120  # most file systems allow 255 bytes; temporary names need room


def encode_key(key: str) -> str:
    """A partition key as a folder name: injective, also under case folding and normalization.

    Plain are a-z, 0-9, `-` and `_`; every other byte of the UTF-8 form is `=xx`. A long name is
    cut and ends in `~` and its digest; `~` occurs in no other name.
    """
    data = key.encode("utf-8", "surrogatepass")
    name = "".join(chr(byte) if chr(byte) in _PLAIN else f"={byte:02x}" for byte in data)
    return name if len(name) <= _LONGEST else f"{name[:40]}~{digest_bytes(data)}"


def decode_key(name: str) -> str:
    """The key of such a folder name; one that was cut, or is none of ours, stays as it is."""
    data = _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), name.encode())
    key = data.decode("utf-8", "replace")
    return key if encode_key(key) == name else name


@contextmanager
def mapped(path: str, verb: str) -> Iterator[None]:
    """Map what a file system raises to a LakeError."""
    try:
        yield
    except OSError as error:
        raise lake_error(error, path, verb) from error


def lake_error(error: OSError, path: str, verb: str) -> LakeError:
    """An OSError at `path` as a sentence with a remedy."""
    remedies: dict[Any, str] = {
        errno.ENOSPC: "Free some space and run again; what is stored already stays valid",
        errno.EDQUOT: "Raise the quota or free some space and run again",
        errno.EACCES: "Check who owns the folder",
        errno.EROFS: "The file system is read-only; choose another lake folder",
        errno.ENOENT: "A stored file is missing: compute it again with --force",
    }
    reason = error.strerror or type(error).__name__
    return LakeError(
        f"Cannot {verb} the lake: {reason}",
        where=path,
        remedy=remedies.get(error.errno, "Check the disk and run again"),
    )
