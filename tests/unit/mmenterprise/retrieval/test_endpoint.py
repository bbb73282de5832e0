"""A multimodal endpoint on 127.0.0.1, from the settings to what is found."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.fixtures.endpoint import HttpAnswer, fake_endpoint
from tests.unit.harness.doubles import FakeClock
from tests.unit.mmenterprise.corpus.units import PICTURE, corpus, folders
from worksurface_pipeline.harness.llm.embedding import EmbeddingEndpoint
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.retrieval.endpoint import (
    EndpointEmbedding,
    embedding_settings,
)
from worksurface_pipeline.mmenterprise.retrieval.retrieve import retrieve
from worksurface_pipeline.mmenterprise.schema.questions import PublicMmQuestion
from worksurface_pipeline.mmenterprise.settings import EmbeddingChoice

QUESTION = PublicMmQuestion(id="q", question="Which curve is steepest?", answer_kind="name")


def near_pictures(body: Mapping[str, Any], _number: int) -> HttpAnswer:
    """Pictures and questions are alike, texts are not."""
    vectors = [
        [1.0, 0.1] if text.startswith("data:") or text == QUESTION.question else [0.1, 1.0]
        for text in body["input"]
    ]
    data = [{"index": place, "embedding": row} for place, row in enumerate(vectors)]
    return HttpAnswer(body={"object": "list", "model": "m", "data": data})


def test_pictures_are_found_by_what_they_show(tmp_path: Path) -> None:
    with fake_endpoint(near_pictures) as endpoint:
        choice = EmbeddingChoice(
            id="eyes", model="openai/m", api_base=endpoint.base, is_multimodal=True, batch=3
        )
        clock = FakeClock()
        embed = EmbeddingEndpoint(embedding_settings(choice), choice.batch, clock.sleep, clock)
        eyes = EndpointEmbedding(embed, choice.is_multimodal, Pictures(folders(tmp_path)))
        found = retrieve(corpus(), [QUESTION], choice.id, 2, eyes)
        sent = [text for body in endpoint.requests for text in body["input"]]
    assert found.found[0].units[0] == "d"
    assert not found.is_text_only
    assert f"data:image/png;base64,{base64.b64encode(PICTURE).decode()}" in sent
    assert not any("latency" in text.casefold() for text in sent if not text.startswith("data:"))
