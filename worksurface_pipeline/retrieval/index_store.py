"""Postings on disk, so that another process need not build them again.

One file an index, named by what went into it; it is read only when its format and the version of
the tokens are today's. A damaged or half-written file counts as none.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_json, digest_text, short
from worksurface_pipeline.retrieval.postings import Postings
from worksurface_pipeline.retrieval.tokens import TOKENS_VERSION

_FORMAT = 1
_DIGITS = 16

Floats = npt.NDArray[np.float32]
Arrays = Mapping[str, npt.NDArray[np.generic]]


def stored_postings(folder: Path, key: str, build: Callable[[], Postings]) -> Postings:
    """The postings of `key` from `folder`, built and kept there if they are not.

    Raises LakeError when the folder cannot be written.
    """
    path = folder / f"postings_{_FORMAT}_{TOKENS_VERSION}_{short(key, _DIGITS)}.npz"
    arrays = read_arrays(path)
    if arrays is not None:
        return _postings(arrays)
    postings = build()
    write_arrays(path, _arrays(postings))
    return postings


def stored_vectors(folder: Path, key: str, build: Callable[[], Floats]) -> Floats:
    """The vectors of `key` from `folder`, built and kept there if they are not.

    Raises LakeError when the folder cannot be written.
    """
    path = folder / f"vectors_{_FORMAT}_{short(key, _DIGITS)}.npz"
    arrays = read_arrays(path)
    if arrays is not None:
        return arrays["vectors"].astype(np.float32, copy=False)
    vectors = build()
    write_arrays(path, {"vectors": vectors})
    return vectors


def content_key(texts: Iterable[str], *more: object) -> str:
    """A digest of texts in their order and of further values."""
    return digest_json([digest_text("\x00".join(texts)), *more])


def read_arrays(path: Path) -> dict[str, npt.NDArray[np.generic]] | None:
    """The arrays of a file, None when it is absent or damaged."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        return None


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Write a file at once: readers see all of it or nothing. Raises LakeError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            np.savez(part, allow_pickle=False, **arrays)
        os.replace(part.name, path)
    except OSError as error:
        raise LakeError(
            f"A search index cannot be kept: {error.strerror or error}",
            where=path.parent.name,
            remedy="Check free space and permissions of the lake",
        ) from error


def _arrays(postings: Postings) -> Arrays:
    words = "\n".join(postings.vocabulary).encode("utf-8", "surrogatepass")
    return {
        "size": np.array(postings.size),
        "words": np.frombuffer(words, dtype=np.uint8),
        "starts": postings.starts,
        "rows": postings.rows,
        "weights": postings.weights,
    }


def _postings(arrays: Mapping[str, npt.NDArray[np.generic]]) -> Postings:
    words = arrays["words"].tobytes().decode("utf-8", "surrogatepass")
    return Postings(
        size=int(arrays["size"]),
        vocabulary={word: number for number, word in enumerate(words.split("\n")) if word},
        starts=arrays["starts"].astype(np.int64, copy=False),
        rows=arrays["rows"].astype(np.int32, copy=False),
        weights=arrays["weights"].astype(np.float32, copy=False),
    )
