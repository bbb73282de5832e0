"""Finding names that resemble a query: by rare common words, and by letters for typing errors."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import count

import numpy as np
import numpy.typing as npt

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.retrieval.stop_words import ASKING_WORDS
from worksurface_pipeline.retrieval.tokens import name_tokens, trigrams

# A name spelled exactly stands before all that is merely like it.
_EXACT = 10.0
# A common word that many names have (an extension) makes no hit by itself.
_LEAST_WORDS = 0.2
# Without a common word, this part of the shorter one's trigrams in common still makes a hit.
_LEAST_LETTERS = 0.5
# Likeness of letters decides among names that share the same words.
_LETTER_WEIGHT = 0.5
# Scores that agree in so many decimals are equal: then keys decide.
_DECIMALS = 9

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]
_NO_ROWS: Rows = np.empty(0, np.intp)


class Postings:
    """The rows in which each of many pieces stands, once a row."""

    def __init__(self, rows: Iterable[Collection[str]]) -> None:
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)
        numbers, sizes = array("q"), array("q")
        for pieces in rows:
            numbers.extend(map(self._numbers.__getitem__, pieces))
            sizes.append(len(pieces))
        self.pieces = np.array(numbers, np.intp)
        self.places = np.repeat(np.arange(len(sizes)), np.array(sizes, np.intp))
        order = np.argsort(self.pieces, kind="stable")
        self._sorted = self.places[order]
        self._starts = np.searchsorted(self.pieces[order], np.arange(len(self._numbers) + 1))

    def rows(self, piece: str) -> Rows:
        """The rows of one piece, ascending."""
        number = self._numbers.get(piece)
        if number is None:
            return _NO_ROWS
        return self._sorted[self._starts[number] : self._starts[number + 1]]

    @property
    def counts(self) -> Rows:
        """In how many rows each piece stands, by its number."""
        return np.diff(self._starts)


class NameIndex:
    """Names with their keys; the same entries in any order give the same answers.

    An entry is a key and a name under which it is found; a key may have several names.
    """

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        listed = sorted(set(entries))
        names = [name for _, name in listed]
        self._keys = sorted({key for key, _ in listed})
        numbers = {key: number for number, key in enumerate(self._keys)}
        self._key_rows = np.array([numbers[key] for key, _ in listed], np.intp)
        self._exact: Mapping[str, list[int]] = _places(names)
        self._tokens = Postings(name_tokens(name) for name in names)
        self._grams = Postings(trigrams(name) for name in names)
        self._sizes = np.bincount(self._grams.places, minlength=len(names))
        weights = np.array([self._weight(int(count)) for count in self._tokens.counts], np.float64)
        self._totals = np.bincount(
            self._tokens.places, weights[self._tokens.pieces], minlength=len(names)
        )

    def search(self, query: str, k: int) -> tuple[str, ...]:
        """The at most `k` keys whose name is most like `query`, best first, ties by key."""
        if not self._keys:
            return ()
        scores = self._word_scores(query) + _LETTER_WEIGHT * self._letter_scores(query)
        scores[self._exact.get(normalise(query), [])] += _EXACT
        best = np.zeros(len(self._keys))
        np.maximum.at(best, self._key_rows, scores)
        return tuple(self._keys[number] for number in _top(best, k))

    def _weight(self, count: int) -> float:
        return math.log1p(len(self._key_rows) / max(1, count))

    def _word_scores(self, query: str) -> Floats:
        """Mean of the shares of the query's and of the name's weight that they have in common."""
        tokens = [token for token in name_tokens(query) if token not in ASKING_WORDS]
        asked = 0.0
        common = np.zeros(len(self._totals))
        for token in tokens:
            rows = self._tokens.rows(token)
            weight = self._weight(len(rows))
            asked += weight
            common[rows] += weight
        hit = common > 0
        scores = np.zeros_like(common)
        scores[hit] = (common[hit] / asked + common[hit] / self._totals[hit]) / 2
        scores[scores < _LEAST_WORDS] = 0.0
        return scores

    def _letter_scores(self, query: str) -> Floats:
        grams = trigrams(query)
        rows = np.concatenate([_NO_ROWS, *map(self._grams.rows, grams)])
        common = np.bincount(rows, minlength=len(self._sizes))
        likeness = common / np.maximum(1, np.minimum(len(grams), self._sizes))
        likeness[likeness < _LEAST_LETTERS] = 0.0
        return likeness


def _places(names: Iterable[str]) -> Mapping[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for row, name in enumerate(names):
        places[normalise(name)].append(row)
    return places


def _top(best: Floats, k: int) -> list[int]:
    """Numbers of the at most `k` best scores above 0, best first, ties by number."""
    hits = np.flatnonzero(best > 0)
    if len(hits) > k:
        least = np.partition(best[hits], len(hits) - k)[len(hits) - k]
        hits = hits[best[hits] >= least - 10.0**-_DECIMALS]
    ranked = sorted(
        hits.tolist(), key=lambda number: (-round(float(best[number]), _DECIMALS), number)
    )
    return ranked[:k]
