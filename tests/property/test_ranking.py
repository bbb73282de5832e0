"""The index against BM25 written out, and snippets against their bounds."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.retrieval.lexical import LexicalIndex, LexicalSettings
from worksurface_pipeline.retrieval.snippets import best_window
from worksurface_pipeline.retrieval.tokens import (
    found_tokens,
    query_tokens,
    run_length,
    search_tokens,
    token_runs,
)

WORDS = st.sampled_from(
    ["freight", "Costs", "FA-2023-001", "4,711", "销售额", "税", "timeoutMs", "."]
)
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)
SETTINGS = LexicalSettings()


@dataclass(frozen=True)
class Piece:
    id: str
    document_id: str
    text: str
    heading: str = ""


@dataclass(frozen=True)
class Plain:
    """One passage as BM25 sees it."""

    counts: Counter[str]
    length: float


def plain(piece: Piece, name: str) -> Plain:
    fields = ((piece.text, 1), (piece.heading, SETTINGS.heading_weight), (name, 1))
    counts: Counter[str] = Counter()
    length = 0.0
    for text, times in fields:
        counts.update({token: n * times for token, n in Counter(search_tokens(text)).items()})
        length += times * sum(map(run_length, token_runs(text)))
    return Plain(counts, length)


def expected(pieces: list[Piece], names: dict[str, str], query: str) -> dict[str, float]:
    rows = {piece.id: plain(piece, names[piece.document_id]) for piece in pieces}
    mean = sum(row.length for row in rows.values()) / len(rows) or 1.0
    scores: dict[str, float] = {}
    for name, row in rows.items():
        norm = SETTINGS.k1 * (1 - SETTINGS.b + SETTINGS.b * row.length / mean)
        for token in query_tokens(query):
            held = sum(token in other.counts for other in rows.values())
            rarity = math.log(1 + (len(rows) - held + 0.5) / (held + 0.5))
            count = row.counts[token]
            scores[name] = scores.get(name, 0.0) + rarity * count / (count + norm)
    return {name: score for name, score in scores.items() if score > 0}


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6), TEXTS, TEXTS)
def test_scores_are_those_of_bm25(rows: list[tuple[str, str]], name: str, query: str) -> None:
    pieces = [Piece(f"p{n}", f"d{n % 2}", text, head) for n, (text, head) in enumerate(rows)]
    names = {"d0": name, "d1": ""}
    hits = LexicalIndex(pieces, names).search(query, 10)
    wanted = expected(pieces, names, query)
    assert {hit.passage.id: hit.score for hit in hits} == pytest.approx(wanted, rel=1e-4)
    assert [(-hit.score, hit.passage.id) for hit in hits] == sorted(
        (-hit.score, hit.passage.id) for hit in hits
    )


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=8), st.randoms(), TEXTS)
def test_the_order_of_passages_changes_nothing(
    rows: list[tuple[str, str]], chance: object, query: str
) -> None:
    pieces = [Piece(f"p{n}", "d", text, heading) for n, (text, heading) in enumerate(rows)]
    first = LexicalIndex(pieces).search(query, 5)
    chance.shuffle(pieces)  # type: ignore[attr-defined]
    assert LexicalIndex(pieces).search(query, 5) == first


@given(st.text(max_size=300), TEXTS, st.integers(1, 120))
def test_a_snippet_is_bounded_and_holds_a_term_that_fits(
    filler: str, words: str, most: int
) -> None:
    text = f"{filler} {words} {filler}"
    terms = {token: 1.0 for token in query_tokens(words)}
    start, end = best_window(text, terms, most)
    assert 0 <= start <= end <= len(text)
    assert end - start <= most
    places = [place for place in found_tokens(text) if place[2] in terms]
    if any(last - first <= most for first, last, _ in places):
        assert any(start <= first and last <= end for first, last, _ in places)
