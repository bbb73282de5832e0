"""The bundled word vectors: their digest, and what they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.retrieval import word_vectors
from worksurface_pipeline.retrieval.word_vectors import DIMENSIONS, WordVectors, load_vectors


@pytest.fixture(scope="module")
def vectors() -> WordVectors:
    return load_vectors()


def test_the_installed_weights_have_the_expected_digest(vectors: WordVectors) -> None:
    assert vectors is load_vectors()


def test_likeness(vectors: WordVectors) -> None:
    texts = ["The lorry was delayed.", "The truck came late.", "Leave is asked for in writing.", ""]
    found = vectors.encode(texts)
    assert found.shape == (4, DIMENSIONS)
    assert np.linalg.norm(found[:3], axis=1) == pytest.approx(1, abs=1e-5)
    assert not found[3].any()
    assert found[0] @ found[1] > found[0] @ found[2]
    assert vectors.encode([]).shape == (0, DIMENSIONS)


def test_a_text_has_one_vector_in_any_company(vectors: WordVectors) -> None:
    texts = [f"passage {number} of freight" for number in range(300)]
    together = vectors.encode(texts)
    assert np.allclose(together[257], vectors.encode([texts[257]])[0], atol=1e-6)


def test_other_weights_are_refused(
    vectors: WordVectors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "wordllama/weights/l2_supercat_256.safetensors"
    monkeypatch.setitem(word_vectors._FILES, name, "0" * 64)
    with pytest.raises(SettingsError, match="not the expected one"):
        load_vectors.__wrapped__()
