"""Postings of a BM25 index in numpy arrays: built block by block, scored term by term."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from worksurface_pipeline.retrieval.tokens import run_length, run_tokens, token_runs

Field = tuple[str, int]
Longs = npt.NDArray[np.int64]
# Passages whose words are held one by one, before they are counted.
_BLOCK = 8192
_ROW_BITS = 32


@dataclass(frozen=True, slots=True)
class Postings:
    """For each token the rows that hold it, ascending, and what it adds to their score.

    Token `number` has the entries [starts[number], starts[number + 1]) of `rows` and `weights`;
    `size` is the number of rows.
    """

    size: int
    vocabulary: Mapping[str, int]
    starts: Longs
    rows: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]

    def best(self, tokens: Sequence[str], k: int) -> list[tuple[int, float]]:
        """The at most `k` best rows with their scores, ties by row; rows of score 0 never."""
        known = [self.vocabulary[token] for token in tokens if token in self.vocabulary]
        if not known or k < 1:
            return []
        scores = np.zeros(self.size, dtype=np.float32)
        for number in known:
            part = slice(self.starts[number], self.starts[number + 1])
            scores[self.rows[part]] += self.weights[part]
        return top(scores, k)

    def rarity(self, token: str) -> float:
        """Inverse document frequency as BM25 has it; 0 for a token that is nowhere."""
        number = self.vocabulary.get(token)
        if number is None:
            return 0.0
        held = float(self.starts[number + 1] - self.starts[number])
        return float(np.log1p((self.size - held + 0.5) / (held + 0.5)))


def top(scores: npt.NDArray[np.float32], k: int) -> list[tuple[int, float]]:
    """The at most `k` rows of highest score above 0, best first, ties by row."""
    least = np.float32(0)
    if k < len(scores):
        least = np.partition(scores, len(scores) - k)[len(scores) - k]
    rows = np.flatnonzero(scores >= least) if least > 0 else np.flatnonzero(scores > 0)
    order = np.lexsort((rows, -scores[rows]))[:k]
    return [(int(row), float(scores[row])) for row in rows[order]]


def build_postings(passages: Iterable[Sequence[Field]], k1: float, b: float) -> Postings:
    """Postings of passages, each given as texts with the times that a word of it counts."""
    words = _Words()
    counted = [_counted(block, words) for block in _blocks(iter(passages))]
    sizes = [len(block.lengths) for block in counted]
    offsets = np.cumsum([0, *sizes])
    shifted = [block.keys + offset for block, offset in zip(counted, offsets, strict=False)]
    keys = np.concatenate([*shifted, np.empty(0, np.int64)])
    counts = np.concatenate([*(block.counts for block in counted), np.empty(0, np.int32)])
    lengths = np.concatenate([*(block.lengths for block in counted), np.empty(0, np.float64)])
    del counted, shifted
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    del order
    return _scored(words.vocabulary, keys, counts, lengths, k1, b)


@dataclass(frozen=True, slots=True)
class _Block:
    """Counts of a block: `keys` hold token and row, `lengths` the length of each row."""

    keys: Longs
    counts: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.float64]


class _Runs(dict[str, int]):
    """Numbers of runs in the order in which they were met."""

    def __missing__(self, run: str) -> int:
        number = self[run] = len(self)
        return number


class _Words:
    """Every run met so far with its tokens and its length, cut once."""

    def __init__(self) -> None:
        self.runs = _Runs()
        self.vocabulary: dict[str, int] = {}
        self._tokens = array("i")
        self._starts = array("q", [0])
        self._lengths = array("d")

    def learn(self) -> tuple[npt.NDArray[np.int32], Longs, npt.NDArray[np.float64]]:
        """Tokens of all runs, where each run's begin, and the runs' lengths."""
        known = self.vocabulary
        for run in islice(self.runs, len(self._lengths), None):
            self._tokens.extend(known.setdefault(token, len(known)) for token in run_tokens(run))
            self._starts.append(len(self._tokens))
            self._lengths.append(run_length(run))
        return np.array(self._tokens), np.array(self._starts), np.array(self._lengths)


def _blocks(passages: Iterator[Sequence[Field]]) -> Iterator[list[Sequence[Field]]]:
    while block := list(islice(passages, _BLOCK)):
        yield block


def _counted(block: list[Sequence[Field]], words: _Words) -> _Block:
    """How often each token counts in each row of a block."""
    flat = array("i")
    ends = array("q", [0])
    number = words.runs.__getitem__
    for fields in block:
        for text, times in fields:
            flat.extend(list(map(number, token_runs(text))) * times)
        ends.append(len(flat))
    tokens, starts, lengths = words.learn()
    runs = np.array(flat, dtype=np.int64)
    rows = np.repeat(np.arange(len(block)), np.diff(np.array(ends)))
    found, times_found = np.unique(rows << _ROW_BITS | runs, return_counts=True)
    rows, runs = found >> _ROW_BITS, found & (1 << _ROW_BITS) - 1
    row_lengths = np.bincount(rows, lengths[runs] * times_found, len(block)).astype(np.float64)
    keys, counts = _spread(rows, runs, times_found, tokens, starts)
    return _Block(keys, counts, row_lengths)


def _spread(
    rows: Longs, runs: Longs, times: Longs, tokens: npt.NDArray[np.int32], starts: Longs
) -> tuple[Longs, npt.NDArray[np.int32]]:
    """From counts of runs to counts of their tokens: keys of token and row, ascending."""
    spans = starts[runs + 1] - starts[runs]
    ends = np.cumsum(spans)
    places = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - spans, spans)
    held = tokens[np.repeat(starts[runs], spans) + places].astype(np.int64)
    keys, inverse = np.unique(held << _ROW_BITS | np.repeat(rows, spans), return_inverse=True)
    counts = np.bincount(inverse, np.repeat(times, spans), len(keys))
    return keys, counts.astype(np.int32)


def _scored(
    vocabulary: Mapping[str, int],
    keys: Longs,
    counts: npt.NDArray[np.int32],
    lengths: npt.NDArray[np.float64],
    k1: float,
    b: float,
) -> Postings:
    """BM25 as Lucene has it: what each entry adds is worked out once."""
    size = len(lengths)
    rows = (keys & (1 << _ROW_BITS) - 1).astype(np.int32)
    starts = np.searchsorted(keys >> _ROW_BITS, np.arange(len(vocabulary) + 1))
    held = np.diff(starts)
    rarity = np.log1p((size - held + 0.5) / (held + 0.5)).astype(np.float32)
    mean = lengths.mean() if lengths.any() else 1.0
    norms = (k1 * (1 - b + b * lengths / mean)).astype(np.float32)
    often = counts.astype(np.float32)
    weights = np.repeat(rarity, held) * (often / (often + norms[rows]))
    return Postings(size, vocabulary, starts, rows, weights)
