"""The search index of a scope, as the condition wants it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from worksurface_pipeline.retrieval.dense import DenseIndex, FusedIndex, FusionSettings
from worksurface_pipeline.retrieval.hits import Hit
from worksurface_pipeline.retrieval.lexical import LexicalIndex
from worksurface_pipeline.retrieval.word_vectors import load_vectors
from worksurface_pipeline.worksurface.schema.surfaces import Passage
from worksurface_pipeline.worksurface.tools.scope import ScopeData
from worksurface_pipeline.worksurface.tools.specs import ToolSettings


class SearchIndex(Protocol):
    """What `kb_search` needs of an index."""

    def search(self, query: str, k: int) -> tuple[Hit[Passage], ...]:
        """The at most `k` best passages, best first, ties by passage id."""
        ...

    def terms(self, query: str) -> Mapping[str, float]:
        """The words of `query` that stand somewhere, with how much each tells."""
        ...


def open_index(
    scope: ScopeData, names: Mapping[str, str], settings: ToolSettings, folder: Path
) -> SearchIndex:
    """Words alone, or words and vectors fused; large indexes are kept below `folder`.

    `names` are file names by document id, empty where they are not shown.
    """
    place = folder / "search"
    lexical = LexicalIndex(scope.passages, names, folder=place)
    if not settings.embedding:
        return lexical
    fusion = FusionSettings(rank_constant=settings.rank_constant)
    dense = DenseIndex(scope.passages, load_vectors(), fusion, place)
    return FusedIndex(lexical, dense, fusion)
