"""Fusion by reciprocal rank, and search by vectors, with an encoder that can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.retrieval import word_vectors
from worksurface_pipeline.retrieval.dense import DenseIndex, FusedIndex, FusionSettings
from worksurface_pipeline.retrieval.fusion import fuse
from worksurface_pipeline.retrieval.lexical import LexicalIndex
from worksurface_pipeline.retrieval.word_vectors import Vectors

TOPICS = (("freight", "lorry"), ("leave", "holiday"))


@dataclass(frozen=True)
class Piece:
    id: str
    document_id: str
    text: str
    heading: str = ""


PIECES = (
    Piece("p1", "a", "the lorry"),
    Piece("p2", "a", "a holiday"),
    Piece("p3", "b", "freight and leave"),
    Piece("p4", "b", "nothing"),
)


class Topics:
    """Texts as how much they say of each topic."""

    def __init__(self) -> None:
        self.calls = 0

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        counts = [[sum(word in text for word in topic) for topic in TOPICS] for text in texts]
        raw = np.array(counts, dtype=np.float32).reshape(len(texts), len(TOPICS))
        norms = np.linalg.norm(raw, axis=1, keepdims=True)
        return (raw / np.where(norms > 0, norms, 1)).astype(np.float32)


@pytest.mark.parametrize(
    ("rankings", "k", "order"),
    [
        pytest.param([["a", "b"], ["b", "c"]], 60, ["b", "a", "c"], id="agreement wins"),
        pytest.param([["b", "a"]], 60, ["b", "a"], id="one ranking stays"),
        pytest.param([["a"], ["b"]], 60, ["a", "b"], id="ties by id"),
        pytest.param([["x", "a", "b"], ["y", "b", "a"]], 1, ["a", "b", "x", "y"], id="small k"),
        pytest.param([], 60, [], id="nothing"),
    ],
)
def test_fusion(rankings: list[list[str]], k: int, order: list[str]) -> None:
    assert [name for name, _ in fuse(rankings, k)] == order


def test_fused_scores_are_sums_of_reciprocal_ranks() -> None:
    assert dict(fuse([["a", "b"], ["b"]], 60)) == {"b": 1 / 62 + 1 / 61, "a": 1 / 61}


def test_dense_finds_what_shares_no_word_and_never_what_is_unlike() -> None:
    index = DenseIndex(PIECES, Topics())
    assert [hit.passage.id for hit in index.search("freight", 9)] == ["p1", "p3"]
    assert [hit.passage.id for hit in index.search("freight", 1)] == ["p1"]
    assert index.search("zeppelin", 9) == ()
    assert index.search("freight", 0) == ()
    assert DenseIndex((), Topics()).search("freight", 3) == ()


def test_both_rankings_together() -> None:
    index = FusedIndex(LexicalIndex(PIECES), DenseIndex(PIECES, Topics()))
    assert [hit.passage.id for hit in index.search("freight", 9)] == ["p3", "p1"]
    assert index.search("freight", 0) == ()
    assert set(index.terms("freight zeppelin")) == {"freight"}


def test_vectors_are_kept(tmp_path: Path) -> None:
    settings = FusionSettings(kept_passages=1)
    first, second = Topics(), Topics()
    hits = DenseIndex(PIECES, first, settings, tmp_path).search("leave", 3)
    assert DenseIndex(PIECES, second, settings, tmp_path).search("leave", 3) == hits
    assert (first.calls, second.calls) == (2, 1)  # passages and query; the query alone


def test_without_the_package_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_vectors, "_PACKAGE", "no-such-package-is-installed")
    with pytest.raises(SettingsError, match=r"not installed.*make setup"):
        word_vectors.load_vectors.__wrapped__()
