"""Finding names that resemble a query: by rare common words, and by letters for typing errors."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable

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


class NameIndex:
    """Names with their keys; the same entries in any order give the same answers.

    An entry is a key and a name under which it is found; a key may have several names.
    """

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        self._entries = sorted(set(entries))
        self._exact: dict[str, list[int]] = defaultdict(list)
        self._by_token: dict[str, list[int]] = defaultdict(list)
        self._by_trigram: dict[str, list[int]] = defaultdict(list)
        self._sizes: list[int] = []
        for row, (_, name) in enumerate(self._entries):
            self._add(row, name)
        self._totals = [
            sum(self._weight(token) for token in name_tokens(name)) for _, name in self._entries
        ]

    def search(self, query: str, k: int) -> tuple[str, ...]:
        """The at most `k` keys whose name is most like `query`, best first, ties by key."""
        scores = self._word_scores(query)
        for row, letters in self._letter_scores(query).items():
            scores[row] = scores.get(row, 0.0) + _LETTER_WEIGHT * letters
        for row in self._exact.get(normalise(query), ()):
            scores[row] = scores.get(row, 0.0) + _EXACT
        best: dict[str, float] = defaultdict(float)
        for row, score in scores.items():
            key = self._entries[row][0]
            best[key] = max(best[key], score)
        return tuple(sorted(best, key=lambda key: (-round(best[key], 9), key))[:k])

    def _add(self, row: int, name: str) -> None:
        self._exact[normalise(name)].append(row)
        for token in name_tokens(name):
            self._by_token[token].append(row)
        grams = trigrams(name)
        self._sizes.append(len(grams))
        for gram in grams:
            self._by_trigram[gram].append(row)

    def _weight(self, token: str) -> float:
        return math.log1p(len(self._entries) / max(1, len(self._by_token.get(token, ()))))

    def _word_scores(self, query: str) -> dict[int, float]:
        """Mean of the shares of the query's and of the name's weight that they have in common."""
        tokens = [token for token in name_tokens(query) if token not in ASKING_WORDS]
        asked = sum(self._weight(token) for token in tokens)
        common: dict[int, float] = defaultdict(float)
        for token in tokens:
            for row in self._by_token.get(token, ()):
                common[row] += self._weight(token)
        scores = {
            row: (found / asked + found / self._totals[row]) / 2 for row, found in common.items()
        }
        return {row: value for row, value in scores.items() if value >= _LEAST_WORDS}

    def _letter_scores(self, query: str) -> dict[int, float]:
        grams = trigrams(query)
        common = Counter(row for gram in grams for row in self._by_trigram.get(gram, ()))
        likeness = {row: count / min(len(grams), self._sizes[row]) for row, count in common.items()}
        return {row: value for row, value in likeness.items() if value >= _LEAST_LETTERS}
