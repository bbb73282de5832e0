"""BM25 over passages, with exact ties, any k, and no hits without a common word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.retrieval.tokens import query_tokens, search_tokens


class Searchable(Protocol):
    """What the index needs of a passage."""

    @property
    def id(self) -> str:
        """Unique id; equal scores are ordered by it."""
        ...

    @property
    def document_id(self) -> str:
        """The document it belongs to."""
        ...

    @property
    def text(self) -> str:
        """The text that is searched."""
        ...

    @property
    def heading(self) -> str:
        """Headings above the text, "" if none."""
        ...


P = TypeVar("P", bound=Searchable)


class LexicalSettings(Frozen):
    """BM25 parameters as Lucene has them; words of a heading count `heading_weight` times."""

    k1: float = 1.2
    b: float = 0.75
    heading_weight: int = 2


@dataclass(frozen=True, slots=True)
class Hit(Generic[P]):
    """A passage found, with its BM25 score (greater than 0)."""

    passage: P
    score: float


class LexicalIndex(Generic[P]):
    """A search index over passages; their order does not matter.

    `names` maps a document id to more text under which its passages are found (its file name,
    where the interface shows it).
    """

    def __init__(
        self,
        passages: Iterable[P],
        names: Mapping[str, str] | None = None,
        settings: LexicalSettings | None = None,
    ) -> None:
        chosen = settings or LexicalSettings()
        extra = {key: search_tokens(text) for key, text in (names or {}).items()}
        self._passages = sorted(passages, key=lambda passage: passage.id)
        self._vocabulary: dict[str, int] = {}
        rows = [
            self._token_ids(_fields(passage, extra, chosen.heading_weight))
            for passage in self._passages
        ]
        self._model = _fit(rows, self._vocabulary, chosen)

    def search(self, query: str, k: int) -> tuple[Hit[P], ...]:
        """The at most `k` best passages that share a word with `query`; ties by passage id."""
        known = [
            self._vocabulary[token] for token in query_tokens(query) if token in self._vocabulary
        ]
        if not known or self._model is None or k < 1:
            return ()
        scores = self._model.get_scores_from_ids(known)
        ranked = sorted((-float(scores[row]), int(row)) for row in scores.nonzero()[0])
        return tuple(Hit(self._passages[row], -negative) for negative, row in ranked[:k])

    def _token_ids(self, tokens: Iterable[str]) -> list[int]:
        known = self._vocabulary
        return [known.setdefault(token, len(known)) for token in tokens]


def _fields(passage: Searchable, extra: Mapping[str, Sequence[str]], weight: int) -> list[str]:
    return [
        *search_tokens(passage.text),
        *search_tokens(passage.heading) * weight,
        *extra.get(passage.document_id, ()),
    ]


def _fit(rows: list[list[int]], vocabulary: dict[str, int], settings: LexicalSettings) -> Any:
    """A fitted model, None where there is nothing to search: bm25s refuses an empty corpus."""
    if not vocabulary:
        return None
    import bm25s  # takes a third of a second, which no command without a search should pay

    model = bm25s.BM25(k1=settings.k1, b=settings.b, method="lucene")
    model.index((rows, vocabulary), create_empty_token=False, show_progress=False)
    return model
