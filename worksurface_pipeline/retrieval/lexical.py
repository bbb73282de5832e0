"""BM25 by bm25s over passages, with exact ties, any k, and no hits without a common word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import log1p
from pathlib import Path
from typing import Any, Generic

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.retrieval.hits import Hit, P, top
from worksurface_pipeline.retrieval.index_store import content_key, stored_model
from worksurface_pipeline.retrieval.tokens import query_tokens, run_length, run_tokens, token_runs

Field = tuple[str, int]
# Lengths come in halves of a word, and bm25s wants whole ones; it uses their ratios alone.
_LENGTH_UNITS = 2


class LexicalSettings(Frozen):
    """BM25 parameters as Lucene has them, and how often a word of a heading or name counts.

    Indexes of at least `kept_passages` passages are kept on disk: smaller ones are built in less
    time than it takes to look for them.
    """

    k1: float = 1.2
    b: float = 0.75
    heading_weight: int = 2
    name_weight: int = 1
    kept_passages: int = 5000


class LexicalIndex(Generic[P]):
    """A search index over passages; their order does not matter.

    `names` maps a document id to more text under which its passages are found (its file name,
    where the interface shows it). `folder` is where large indexes are kept for other processes.
    """

    def __init__(
        self,
        passages: Iterable[P],
        names: Mapping[str, str] | None = None,
        settings: LexicalSettings | None = None,
        folder: Path | None = None,
    ) -> None:
        self._settings = settings or LexicalSettings()
        self._passages = sorted(passages, key=lambda passage: passage.id)
        self._names = names or {}
        is_kept = folder is not None and len(self._passages) >= self._settings.kept_passages
        self._model = self._stored(folder) if folder and is_kept else self._built()

    def search(self, query: str, k: int) -> tuple[Hit[P], ...]:
        """The at most `k` best passages that share a word with `query`; ties by passage id."""
        known = self._model.get_tokens_ids(query_tokens(query)) if self._model else []
        if not known or k < 1:
            return ()
        # Not `retrieve`: it picks any of equal scores, and refuses a k above the passages' number.
        ranked = top(self._model.get_scores_from_ids(known), k)
        return tuple(Hit(self._passages[row], score) for row, score in ranked)

    def terms(self, query: str) -> dict[str, float]:
        """The words of `query` that stand somewhere, with how much each tells (its IDF)."""
        if self._model is None:
            return {}
        known, starts = self._model.vocab_dict, self._model.scores["indptr"]
        size = len(self._passages)
        numbers = {token: known[token] for token in query_tokens(query) if token in known}
        held = {token: int(starts[row + 1] - starts[row]) for token, row in numbers.items()}
        return {token: log1p((size - n + 0.5) / (n + 0.5)) for token, n in held.items()}

    def _built(self) -> Any:
        return build_model(self._fields(), self._settings.k1, self._settings.b)

    def _stored(self, folder: Path) -> Any:
        names = self._names
        texts = [
            text
            for passage in self._passages
            for text in (passage.text, passage.heading, names.get(passage.document_id, ""))
        ]
        key = content_key(texts, self._settings)
        return stored_model(folder, key, self._built)

    def _fields(self) -> Iterator[tuple[Field, ...]]:
        """The texts of each passage, with how many times a word of each counts."""
        chosen = self._settings
        for passage in self._passages:
            yield (
                (passage.text, 1),
                (passage.heading, chosen.heading_weight),
                (self._names.get(passage.document_id, ""), chosen.name_weight),
            )


def build_model(passages: Iterable[Iterable[Field]], k1: float, b: float) -> Any:
    """A fitted model, None where there is nothing to search: bm25s refuses an empty corpus."""
    runs = _Runs()
    rows = [_row(fields, runs) for fields in passages]
    if not runs.vocabulary:
        return None
    import bm25s  # takes a third of a second, which no command without a search should pay

    model = bm25s.BM25(k1=k1, b=b, method="lucene")
    model.index((rows, runs.vocabulary), create_empty_token=False, show_progress=False)
    return model


class _Runs(dict[str, tuple[list[int], int]]):
    """Every run met so far with the numbers of its tokens and its length, cut once."""

    def __init__(self) -> None:
        super().__init__()
        self.vocabulary: dict[str, int] = {}

    def __missing__(self, run: str) -> tuple[list[int], int]:
        known = self.vocabulary
        numbers = [known.setdefault(token, len(known)) for token in run_tokens(run)]
        self[run] = cut = (numbers, round(run_length(run) * _LENGTH_UNITS))
        return cut


class _Row(list[int]):
    """Numbers of a passage's tokens, as long as its text is: a code or CJK word counts once.

    bm25s takes a passage's length from `len` and its tokens by iteration.
    """

    length = 0

    def __len__(self) -> int:
        return self.length


def _row(fields: Iterable[Field], runs: _Runs) -> _Row:
    row = _Row()
    for text, times in fields:
        for run in token_runs(text):
            numbers, length = runs[run]
            row += numbers * times
            row.length += length * times
    return row
