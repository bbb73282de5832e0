"""Ranking by likeness of vectors, many questions at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from worksurface_pipeline.retrieval.hits import top
from worksurface_pipeline.retrieval.word_vectors import Vectors

# Scores held at once: 64 questions over 30,000 units are 8 MB.
_AT_ONCE = 64
# The last bits of a product depend on the machine's vector unit, and must not order anything.
_DECIMALS = 5


def nearest(
    units: Vectors, questions: Vectors, ids: Sequence[str], depth: int
) -> Iterator[tuple[str, ...]]:
    """The ids of the `depth` units most like each question, best first, ties by id.

    Rows are of unit length, and `ids` in rising order; what has no likeness (0 or less) is left
    out.
    """
    for start in range(0, len(questions), _AT_ONCE):
        scores = np.round(questions[start : start + _AT_ONCE] @ units.T, _DECIMALS)
        for row in scores:
            yield tuple(ids[place] for place, _ in top(row, depth))


def unit_length(vectors: Vectors) -> Vectors:
    """Every row at unit length; a row of zeros stays so."""
    lengths = np.sqrt(np.square(vectors).sum(axis=1, keepdims=True))
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), np.float32)
