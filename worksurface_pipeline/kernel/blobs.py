"""Immutable blobs under a folder of the lake, by key: what was computed once from known bytes.

A key is a digest of all that the blob was made from. A blob is written whole or not at all, and
may be deleted at any time: it is computed again. No digest of an asset covers these files.
"""

from __future__ import annotations

import os
import threading
from hashlib import sha256

import fsspec

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake_paths import mapped

# Folders by the first digits of the key, so that none holds more than a few hundred files.
_SPREAD = 2
_SEAL = sha256().digest_size


def sealed(data: bytes) -> bytes:
    """`data` behind its digest, so that damage is noticed."""
    return sha256(data).digest() + data


def unsealed(data: bytes | None) -> bytes | None:
    """What was sealed; None when it is missing or damaged."""
    if data is None or sha256(memoryview(data)[_SEAL:]).digest() != data[:_SEAL]:
        return None
    return data[_SEAL:]


class Blobs:
    """Reads and writes blobs under `root`, a local path or an fsspec URL."""

    def __init__(self, root: str) -> None:
        self._fs, self._base = fsspec.core.url_to_fs(root)

    def has(self, key: str) -> bool:
        """Whether the blob is stored."""
        return bool(self._fs.exists(self._path(key)))

    def get(self, key: str) -> bytes | None:
        """The blob, None when it is not stored. Raises LakeError when it cannot be read."""
        path = self._path(key)
        try:
            with mapped(path, "read"):
                data: bytes = self._fs.cat_file(path)
        except LakeError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                return None
            raise
        return data

    def put(self, key: str, data: bytes) -> None:
        """Write a blob. Raises LakeError, e.g. on a full disk; no half blob is ever seen."""
        path = self._path(key)
        draft = f"{path}.{os.getpid()}-{threading.get_ident()}"
        with mapped(path, "write"):
            self._fs.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
            self._fs.pipe_file(draft, data)
            self._fs.mv(draft, path)

    def _path(self, key: str) -> str:
        return f"{self._base}/{key[:_SPREAD]}/{key}"
