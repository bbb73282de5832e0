"""Retrievers: what is found, ties, depth, and what an endpoint is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.unit.mmenterprise.corpus.units import corpus, unit
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.mmenterprise.corpus.corpus import CorpusUnit, corpus_of
from worksurface_pipeline.mmenterprise.retrieval.ranking import nearest, unit_length
from worksurface_pipeline.mmenterprise.retrieval.retrieve import retrieve
from worksurface_pipeline.mmenterprise.schema.questions import PublicMmQuestion
from worksurface_pipeline.mmenterprise.schema.units import UnitSet
from worksurface_pipeline.retrieval.word_vectors import Vectors


def asked(*texts: str) -> list[PublicMmQuestion]:
    return [
        PublicMmQuestion(id=f"q{place}", question=text, answer_kind="number")
        for place, text in enumerate(texts)
    ]


BIRCH = asked("What is the accuracy of Birch?")


@dataclass
class Stub:
    """Texts and pictures as vectors: whether "accuracy" and "Picture" stand in them."""

    is_multimodal: bool
    seen: list[str] = field(default_factory=list)
    looked_at: list[str] = field(default_factory=list)

    def texts(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        rows = [["accuracy" in text, "Picture" in text, 0.001] for text in texts]
        return np.array(rows, np.float32)

    def pictures(self, units: Sequence[CorpusUnit]) -> Vectors:
        self.looked_at += [unit.id for unit in units]
        return np.array([[5, 0, 0.001] for _ in units], np.float32)


def test_lexical_finds_what_shares_words_over_all_projects() -> None:
    found = retrieve(corpus(), BIRCH, "lexical", 100)
    assert (found.retriever, found.depth, found.is_text_only) == ("lexical", 100, True)
    assert found.found[0].question == "q0"
    assert set(found.found[0].units) == {"a", "c", "x"}
    assert found.found[0].units[0] == "a"


def test_bundled_vectors_find_what_is_alike() -> None:
    found = retrieve(corpus(), [*asked("How accurate is Birch?"), *BIRCH], "vectors", 3)
    assert (found.retriever, found.is_text_only) == ("vectors", True)
    assert {item.units[0] for item in found.found} <= {"a", "c"}
    assert [len(item.units) for item in found.found] == [3, 3]


def test_depth_cuts_what_is_found() -> None:
    whole = retrieve(corpus(), BIRCH, "lexical", 100).found[0].units
    assert retrieve(corpus(), BIRCH, "lexical", 2).found[0].units == whole[:2]


def test_equal_units_stand_by_id() -> None:
    units = tuple(unit(key, "The accuracy is 5%.") for key in ("n", "m", "o"))
    alike = corpus_of({"alder": UnitSet(units=units)})
    assert retrieve(alike, BIRCH, "lexical", 2).found[0].units == ("m", "n")
    assert retrieve(alike, BIRCH, "stub", 2, Stub(False)).found[0].units == ("m", "n")


def test_a_question_without_a_common_word_finds_nothing() -> None:
    assert retrieve(corpus(), asked("Zebra?"), "lexical", 10).found[0].units == ()


def test_an_endpoint_that_sees_gets_pictures() -> None:
    stub = Stub(is_multimodal=True)
    found = retrieve(corpus(), BIRCH, "stub", 10, stub)
    assert not found.is_text_only
    assert stub.looked_at == ["d"]
    assert not any("Latency" in text for text in stub.seen)
    assert found.found[0].units == ("a", "c", "d", "x", "b")


def test_an_endpoint_that_does_not_see_gets_headers() -> None:
    stub = Stub(is_multimodal=False)
    found = retrieve(corpus(), asked("Picture?"), "stub", 1, stub)
    assert found.is_text_only
    assert stub.looked_at == []
    assert found.found[0].units == ("d",)


def test_no_retriever_sees_what_units_assert() -> None:
    stub = Stub(is_multimodal=False)
    retrieve(corpus(), BIRCH, "stub", 10, stub)
    assert not any("secret" in text or "55.5" in text for text in stub.seen)


@pytest.mark.parametrize("with_units", [True, False])
def test_nothing_in_nothing_out(with_units: bool) -> None:
    empty = corpus() if with_units else corpus_of({})
    questions = [] if with_units else BIRCH
    for name, embed in (("lexical", None), ("stub", Stub(True))):
        found = retrieve(empty, questions, name, 10, embed)
        assert [item.units for item in found.found] == [() for _ in questions]


def test_an_unknown_retriever_is_refused() -> None:
    with pytest.raises(SettingsError, match="no endpoint"):
        retrieve(corpus(), BIRCH, "clip", 10)


def test_a_common_answer_of_many_blocks_is_that_of_each() -> None:
    random = np.random.default_rng(5)
    units = unit_length(random.normal(size=(300, 8)).astype(np.float32))
    questions = unit_length(random.normal(size=(130, 8)).astype(np.float32))
    ids = [f"u{place:03}" for place in range(300)]
    together = list(nearest(units, questions, ids, 20))
    for place, found in enumerate(together):
        scores = np.round(units @ questions[place], 5)
        order = sorted(range(300), key=lambda row: (-scores[row], row))
        assert found == tuple(ids[row] for row in order if scores[row] > 0)[:20]
