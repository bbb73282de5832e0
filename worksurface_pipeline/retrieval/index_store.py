"""Indexes on disk, so that another process need not build them again.

A folder as bm25s saves it, or a file of vectors, named by what went into it; it is read only when
its format and the version of the tokens are today's. One that is cut short counts as none.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_json, digest_text, short
from worksurface_pipeline.retrieval.tokens import TOKENS_VERSION

_FORMAT = 1
_DIGITS = 16
_TAKEN = (errno.EEXIST, errno.ENOTEMPTY)

Floats = npt.NDArray[np.float32]
Arrays = Mapping[str, npt.NDArray[np.generic]]


def stored_model(folder: Path, key: str, build: Callable[[], Any]) -> Any:
    """The bm25s model of `key` from `folder`, built and kept there if it is not.

    A model of no words is None, and not kept. Raises LakeError when the folder cannot be written.
    """
    path = folder / f"bm25s_{_FORMAT}_{TOKENS_VERSION}_{short(key, _DIGITS)}"
    model = _read_model(path)
    if model is None:
        model = build()
        if model is not None:
            _write_model(path, model)
    return model


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
        raise _unkept(path, error) from error


def _read_model(path: Path) -> Any:
    """The model of a folder, None when it is absent or damaged."""
    if not path.is_dir():
        return None
    import bm25s  # slow to import: see `lexical`

    try:
        model = bm25s.BM25.load(path, mmap=True, show_progress=False)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    # Still mapped from the file, without what every slice of a `memmap` costs.
    mapped = {name: array for name, array in model.scores.items() if isinstance(array, np.memmap)}
    model.scores |= {name: array.view(np.ndarray) for name, array in mapped.items()}
    return model


def _write_model(path: Path, model: Any) -> None:
    """Write a folder at once: readers see all of it or nothing. Raises LakeError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, suffix=".part") as part:
            model.save(Path(part) / path.name, show_progress=False)
            shutil.rmtree(path, ignore_errors=True)
            os.replace(Path(part) / path.name, path)
    except OSError as error:
        if error.errno in _TAKEN and path.is_dir():
            return  # another process has just written the same
        raise _unkept(path, error) from error


def _unkept(path: Path, error: OSError) -> LakeError:
    return LakeError(
        f"A search index cannot be kept: {error.strerror or error}",
        where=path.parent.name,
        remedy="Check free space and permissions of the lake",
    )
