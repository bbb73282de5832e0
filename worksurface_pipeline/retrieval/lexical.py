"""BM25 over passages, with exact ties, any k, and no hits without a common word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Generic

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.retrieval.hits import Hit, P
from worksurface_pipeline.retrieval.index_store import content_key, stored_postings
from worksurface_pipeline.retrieval.postings import Field, Postings, build_postings
from worksurface_pipeline.retrieval.tokens import query_tokens


class LexicalSettings(Frozen):
    """BM25 parameters as Lucene has them, and how often a word of a heading or name counts.

    Postings of at least `kept_passages` passages are kept on disk: fewer are built in less time
    than it takes to look for them.
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
        self._postings = self._stored(folder) if folder and is_kept else self._built()

    def search(self, query: str, k: int) -> tuple[Hit[P], ...]:
        """The at most `k` best passages that share a word with `query`; ties by passage id."""
        ranked = self._postings.best(query_tokens(query), k)
        return tuple(Hit(self._passages[row], score) for row, score in ranked)

    def terms(self, query: str) -> dict[str, float]:
        """The words of `query` that stand somewhere, with how much each tells."""
        weights = {token: self._postings.rarity(token) for token in query_tokens(query)}
        return {token: weight for token, weight in weights.items() if weight > 0}

    def _built(self) -> Postings:
        return build_postings(self._fields(), self._settings.k1, self._settings.b)

    def _stored(self, folder: Path) -> Postings:
        texts = (text for fields in self._fields() for text, _ in fields)
        key = content_key(texts, self._settings)
        return stored_postings(folder, key, self._built)

    def _fields(self) -> Iterator[tuple[Field, ...]]:
        """The texts of each passage, with how many times a word of each counts."""
        chosen = self._settings
        for passage in self._passages:
            yield (
                (passage.text, 1),
                (passage.heading, chosen.heading_weight),
                (self._names.get(passage.document_id, ""), chosen.name_weight),
            )
