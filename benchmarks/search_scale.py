"""Search at scale: 200,000 passages of 20,000 documents, made from a seed."""

from __future__ import annotations

import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

from worksurface_pipeline.retrieval.lexical import LexicalIndex

_DOCUMENTS = (2_000, 6_000, 20_000)
_PASSAGES = 10  # of a document
_WORDS = 110  # of a passage
_VOCABULARY = 60_000
_QUERIES = 50
_QUERY_WORDS = 12

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Piece:
    """A made passage."""

    id: str
    document_id: str
    text: str
    heading: str = ""


class Texts:
    """Texts whose words are as unevenly frequent as those of a language."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        letters = "abcdefghijklmnoprstuvwy"
        self._words = [
            "".join(self._random.choices(letters, k=self._random.randint(3, 9)))
            for _ in range(_VOCABULARY)
        ]
        self._weights = list(accumulate(1 / (rank + 1) for rank in range(_VOCABULARY)))

    def text(self, words: int) -> str:
        """A text of so many words."""
        return " ".join(self._random.choices(self._words, cum_weights=self._weights, k=words))


def scale_lines() -> Iterator[str]:
    """Time to build, to open again from disk, and of a query, for each size."""
    yield f"Scale ({_PASSAGES} passages a document, {_WORDS} words a passage)"
    yield f"  {'documents':>10}{'build s':>10}{'again s':>10}{'median ms':>11}{'peak MiB':>10}"
    for documents in _DOCUMENTS:
        yield _scale_line(documents, Texts(documents))


def _scale_line(documents: int, texts: Texts) -> str:
    pieces = [
        Piece(f"d{number:05d}#{part}", f"d{number:05d}", texts.text(_WORDS))
        for number in range(documents)
        for part in range(_PASSAGES)
    ]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        built, _ = _timed(lambda: LexicalIndex(pieces, folder=place))
        again, index = _timed(lambda: LexicalIndex(pieces, folder=place))
    queries = [texts.text(_QUERY_WORDS) for _ in range(_QUERIES)]
    times = [_timed(partial(index.search, query, 3))[0] for query in queries]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    median = statistics.median(times) * 1000
    return f"  {documents:10,}{built:10.2f}{again:10.2f}{median:11.3f}{peak:10,}"


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    begun = time.perf_counter()
    made = work()
    return time.perf_counter() - begun, made
