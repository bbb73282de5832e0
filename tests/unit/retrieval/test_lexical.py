"""BM25 search: tokens of every script, fields, exact ties, and the traps of small corpora."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.retrieval.lexical import LexicalIndex
from worksurface_pipeline.retrieval.tokens import (
    TOKENS_VERSION,
    name_tokens,
    query_tokens,
    search_tokens,
)


@dataclass(frozen=True)
class Piece:
    id: str
    document_id: str
    text: str
    heading: str = ""


PIECES = (
    Piece("p1", "a.md", "Freight costs rose by 12.5 % in March.", "Costs"),
    Piece("p2", "a.md", "The carrier for order FA-2023-001 is Nordwind.", "Carriers"),
    Piece("p3", "b.md", "二零二三年销售额为1,234.50元", "销售报告"),
    Piece("p4", "b.md", "Nothing of interest stands here.", "Freight"),
)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("Orders, ORDER", ["order", "order"], id="plural and case"),
        pytest.param("status analysis class", ["status", "analysis", "class"], id="no plural"),
        pytest.param("companies", ["company"], id="ies"),
        pytest.param("1,234.50 and 9.5", ["1234.50", "and", "9.5"], id="numbers"),
        pytest.param("FA-2023-001", ["fa-2023-001", "fa", "2023", "001"], id="code"),
        pytest.param("a_b.xlsx", ["a_b.xlsx", "a", "b", "xlsx"], id="file name"),
        pytest.param(
            "4,711件 ４，７１１", ["4711", "件", "4711"], id="number beside Han, full width"
        ),
        pytest.param("timeoutMs", ["timeoutm", "timeout", "ms"], id="humps"),
        pytest.param("HTTPServer", ["httpserver", "http", "server"], id="capitals and humps"),
        pytest.param("450kg FY2014", ["450kg", "450", "kg", "fy2014", "fy", "2014"], id="glued"),
        pytest.param("a3f9b2", ["a3f9b2"], id="a digest stays whole"),
        pytest.param("don’t", ["don't", "don", "t"], id="apostrophes"),
        pytest.param("हिन्दी", ["हिन्दी"], id="marks belong to words"),
        pytest.param("ไทย", ["ไท", "ทย", "ไ", "ท", "ย"], id="Thai pairs"),
        pytest.param("佐々木", ["佐々", "々木", "佐", "々", "木"], id="repetition mark"),
        pytest.param("销售额", ["销售", "售额", "销", "售", "额"], id="Han pairs and characters"),
        pytest.param("税", ["税"], id="one Han character"),
        pytest.param("2023年", ["2023", "年"], id="mixed scripts"),
        pytest.param("ﬁle Ａ１", ["file", "a1", "a", "1"], id="NFKC"),
        pytest.param("Straße ÉTÉ", ["strasse", "ete"], id="case and accents"),
        pytest.param("… -- _", [], id="no word"),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert search_tokens(text) == tokens


def test_query_and_name_tokens() -> None:
    assert query_tokens("What is the cost of the freight freight?") == ["cost", "freight"]
    assert query_tokens("who is it") == ["who", "is", "it"]
    assert query_tokens("销售额是多少") == ["销售", "售额", "额是", "是多"]
    assert query_tokens("税 销售") == ["税", "销售"]
    assert {"t175", "t", "175", "report", "v2", "2"} <= set(name_tokens("t175::report_v2.md"))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("freight costs", ["p1", "p4"], id="heading and text"),
        pytest.param("FA-2023-001", ["p2"], id="code"),
        pytest.param("1234.50", ["p3"], id="grouped number"),
        pytest.param("销售额", ["p3"], id="CJK"),
        pytest.param("额", ["p3"], id="one character of a longer word"),
        pytest.param("销售额 costs", ["p3", "p1"], id="mixed scripts"),
        pytest.param("售元", [], id="characters that do not stand together"),
        pytest.param("zeppelin", [], id="unknown word"),
        pytest.param("", [], id="empty"),
        pytest.param("!?", [], id="no token"),
        pytest.param("a.md", [], id="file name is not searched"),
    ],
)
def test_search(query: str, found: list[str]) -> None:
    hits = LexicalIndex(PIECES).search(query, 10)
    assert [hit.passage.id for hit in hits] == found
    assert all(hit.score > 0 for hit in hits)


def test_names_are_searched_where_given() -> None:
    index = LexicalIndex(PIECES, {"b.md": "yearbook.docx"})
    assert [hit.passage.id for hit in index.search("yearbook", 5)] == ["p4", "p3"]


def test_equal_scores_are_ordered_by_id_whatever_the_input_order() -> None:
    pieces = [Piece(f"p{number:02d}", "d", "equal words") for number in range(30)]
    for seed in range(3):
        random.Random(seed).shuffle(pieces)
        hits = LexicalIndex(pieces).search("equal", 5)
        assert [hit.passage.id for hit in hits] == ["p00", "p01", "p02", "p03", "p04"]
        assert len({hit.score for hit in hits}) == 1


@pytest.mark.parametrize("k", [0, 1, 2, 1000])
def test_any_k(k: int) -> None:
    assert len(LexicalIndex(PIECES).search("freight", k)) == min(k, 2)


@pytest.mark.parametrize(
    "pieces",
    [pytest.param([], id="no passages"), pytest.param([Piece("p", "d", " - ")], id="no words")],
)
def test_empty_corpus_finds_nothing(pieces: list[Piece]) -> None:
    assert LexicalIndex(pieces).search("anything", 3) == ()


def test_heading_counts_more_than_text() -> None:
    pieces = (Piece("a", "d", "alpha beta gamma"), Piece("b", "d", "beta gamma", "alpha"))
    assert [hit.passage.id for hit in LexicalIndex(pieces).search("alpha", 2)] == ["b", "a"]


def test_a_sealed_file_name_finds_nothing_and_an_open_one_does() -> None:
    names = {"a.md": "ledger_2024.xlsx", "b.md": "yearbook.docx"}
    assert LexicalIndex(PIECES).search("ledger_2024.xlsx", 5) == ()
    found = LexicalIndex(PIECES, names).search("ledger 2024", 5)
    assert {hit.passage.document_id for hit in found} == {"a.md"}


def test_terms_weigh_rare_words_more_and_leave_out_unknown_ones() -> None:
    terms = LexicalIndex(PIECES).terms("What zeppelin freight carrier?")
    assert set(terms) == {"freight", "carrier"}
    assert terms["carrier"] > terms["freight"] > 0


def test_tokens_of_another_version_have_another_number() -> None:
    """Change TOKENS_VERSION with the tokens, and then this digest: stored indexes depend on it."""
    text = "Orders of 1,234.50 EUR (FA-2023-001), timeoutMs=450ms; l’été 2023年销售额 ภาษา हिन्दी"
    assert (TOKENS_VERSION, digest_text(" ".join(search_tokens(text)))[:12]) == (2, "9c568d64584d")
