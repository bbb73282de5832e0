"""Search by likeness of vectors, and its fusion with the lexical index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Generic, Protocol

import numpy as np

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.retrieval.fusion import RANK_CONSTANT, fuse
from worksurface_pipeline.retrieval.hits import Hit, P, top
from worksurface_pipeline.retrieval.index_store import content_key, stored_vectors
from worksurface_pipeline.retrieval.lexical import LexicalIndex
from worksurface_pipeline.retrieval.word_vectors import Vectors


class Encoder(Protocol):
    """Turns texts into vectors of unit length, one row a text."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        ...


class FusionSettings(Frozen):
    """`rank_constant` of the fusion; `depth` is how far down each ranking is read.

    Vectors of at least `kept_passages` passages are kept on disk.
    """

    rank_constant: int = RANK_CONSTANT
    depth: int = 100
    kept_passages: int = 5000


class DenseIndex(Generic[P]):
    """Passages by the cosine of their vector and the query's; only what is above 0 is a hit."""

    def __init__(
        self,
        passages: Iterable[P],
        encoder: Encoder,
        settings: FusionSettings | None = None,
        folder: Path | None = None,
    ) -> None:
        chosen = settings or FusionSettings()
        self._encoder = encoder
        self._passages = sorted(passages, key=lambda passage: passage.id)
        texts = [_text(passage.heading, passage.text) for passage in self._passages]
        is_kept = folder is not None and len(texts) >= chosen.kept_passages
        self._vectors = (
            stored_vectors(folder, content_key(texts), lambda: encoder.encode(texts))
            if folder and is_kept
            else encoder.encode(texts)
        )

    def search(self, query: str, k: int) -> tuple[Hit[P], ...]:
        """The at most `k` passages most like `query`, ties by passage id."""
        if not self._passages or k < 1:
            return ()
        # Rounded: the last bits of a product depend on the machine's vector unit.
        scores = np.round(self._vectors @ self._encoder.encode([query])[0], 5)
        return tuple(Hit(self._passages[row], score) for row, score in top(scores, k))


class FusedIndex(Generic[P]):
    """A lexical and a dense index over the same passages, fused by reciprocal rank."""

    def __init__(
        self, lexical: LexicalIndex[P], dense: DenseIndex[P], settings: FusionSettings | None = None
    ) -> None:
        self._lexical = lexical
        self._dense = dense
        self._settings = settings or FusionSettings()

    def search(self, query: str, k: int) -> tuple[Hit[P], ...]:
        """The at most `k` best passages of both rankings together, ties by passage id."""
        depth = max(k, self._settings.depth)
        rankings = [index.search(query, depth) for index in (self._lexical, self._dense)]
        passages = {hit.passage.id: hit.passage for hits in rankings for hit in hits}
        names = [[hit.passage.id for hit in hits] for hits in rankings]
        fused = fuse(names, self._settings.rank_constant)
        return tuple(Hit(passages[name], score) for name, score in fused[: max(k, 0)])

    def terms(self, query: str) -> dict[str, float]:
        """The words of `query` that stand somewhere, with how much each tells."""
        return self._lexical.terms(query)


def _text(heading: str, text: str) -> str:
    return f"{heading}\n{text}" if heading else text
