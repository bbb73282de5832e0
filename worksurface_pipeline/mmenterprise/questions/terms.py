"""Questions as counts of their terms: words and pairs of words, or strings of letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, diags

from worksurface_pipeline.kernel.text import normalise

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Rows = Any
"""A sparse matrix with a row for each question."""
Terms = Callable[[str], Iterable[str]]

_WORD = re.compile(r"\w+")
_LETTERS = (3, 4, 5)


def words(text: str) -> list[str]:
    """The words of a text, and its pairs of neighbours."""
    found = _WORD.findall(normalise(text))
    return [*found, *(f"{left} {right}" for left, right in pairwise(found))]


def letters(text: str) -> list[str]:
    """All strings of three to five characters."""
    whole = f" {normalise(text)} "
    return [
        whole[start : start + size] for size in _LETTERS for start in range(len(whole) - size + 1)
    ]


def counted(texts: Sequence[str], terms: Terms) -> Rows:
    """How often each term stands in each text, terms in order of name."""
    found = [Counter(terms(text)) for text in texts]
    places = {term: place for place, term in enumerate(sorted(set().union(*found)))}
    values = [count for text in found for count in text.values()]
    rows = [row for row, text in enumerate(found) for _ in text]
    columns = [places[term] for text in found for term in text]
    shape = (len(texts), len(places))
    return csr_matrix((np.array(values, dtype=np.float64), (rows, columns)), shape=shape)


def seen_in(counts: Rows) -> Floats:
    """In how many texts each term stands."""
    found: Floats = np.asarray((counts > 0).sum(axis=0), dtype=np.float64).ravel()
    return found


def tf_idf(counts: Rows, learnt: Flags, fewest: int) -> Rows:
    """Rows of unit length over terms of `fewest` learnt texts; those rare in them weigh more."""
    seen = seen_in(counts[learnt])
    kept = np.flatnonzero(seen >= fewest)
    weights = np.log((1 + learnt.sum()) / (1 + seen[kept])) + 1
    rows = counts[:, kept] @ diags(weights)
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1), dtype=np.float64).ravel())
    scales = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return csr_matrix(diags(scales) @ rows)
