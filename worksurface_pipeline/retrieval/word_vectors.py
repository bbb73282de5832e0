"""Static word vectors: a text is the mean of its tokens' vectors.

The weights are WordLlama's 256 dimensions (MIT licence), read from the installed package without
importing it. Their digest is checked, so that one name always means the same vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, distribution
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.hashing import digest_file

NAME = "wordllama-256"
"""The name under which a condition asks for these vectors."""

DIMENSIONS = 256

_PACKAGE = "wordllama"
_TENSOR = "embedding.weight"
_FILES = {
    "wordllama/weights/l2_supercat_256.safetensors": (
        "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5"
    ),
    "wordllama/tokenizers/l2_supercat_tokenizer_config.json": (
        "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68"
    ),
}
# Texts whose token vectors are held at once: 128 passages are some 30 MB.
_AT_ONCE = 128
_REMEDY = "Run `make setup`"

Vectors = npt.NDArray[np.float32]


class WordVectors:
    """Vectors of unit length; a text without a known token has the zero vector."""

    def __init__(self, weights: Path, tokenizer: Path) -> None:
        self._weights = weights
        self._tokenizer_file = tokenizer

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        parts = [
            self._encode(texts[start : start + _AT_ONCE])
            for start in range(0, len(texts), _AT_ONCE)
        ]
        return np.concatenate([*parts, np.empty((0, DIMENSIONS), np.float32)])

    def _encode(self, texts: Sequence[str]) -> Vectors:
        found = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        counts = np.array([len(item.ids) for item in found])
        ids = np.fromiter(chain.from_iterable(item.ids for item in found), np.int64)
        sums = np.zeros((len(texts), DIMENSIONS), np.float32)
        filled = np.flatnonzero(counts)
        if len(filled):
            starts = (np.cumsum(counts) - counts)[filled]
            sums[filled] = np.add.reduceat(self._table[ids], starts, axis=0, dtype=np.float32)
        lengths = np.sqrt(np.square(sums).sum(axis=1, keepdims=True))
        sums /= np.where(lengths > 0, lengths, 1)
        return sums

    @cached_property
    def _table(self) -> Vectors:
        from safetensors.numpy import load_file  # only with the extra

        table: Vectors = load_file(self._weights)[_TENSOR].astype(np.float32)
        return table

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer  # only with the extra

        tokenizer = Tokenizer.from_file(str(self._tokenizer_file))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer


@cache
def load_vectors() -> WordVectors:
    """The vectors of the installed extra. Raises SettingsError if they are absent or others."""
    weights, tokenizer = (_checked(name, digest) for name, digest in _FILES.items())
    return WordVectors(weights, tokenizer)


def _checked(name: str, digest: str) -> Path:
    try:
        path = Path(str(distribution(_PACKAGE).locate_file(name)))
    except PackageNotFoundError as error:
        raise _refusal("The package wordllama is not installed") from error
    if not path.is_file():
        raise _refusal(f"The installed {_PACKAGE} lacks {path.name}")
    if digest_file(path) != digest:
        raise _refusal(f"{path.name} of the installed {_PACKAGE} is not the expected one")
    return path


def _refusal(what: str) -> SettingsError:
    return SettingsError(what, where="condition.embedding", remedy=_REMEDY)
