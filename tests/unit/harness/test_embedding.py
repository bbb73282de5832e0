"""An endpoint for embeddings on 127.0.0.1: batches, pictures, retries, kept vectors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.fixtures.endpoint import FakeEndpoint, HttpAnswer, fake_endpoint, refusal
from tests.unit.harness.doubles import FakeClock
from worksurface_pipeline.harness.llm.embedding import EmbeddingEndpoint
from worksurface_pipeline.harness.llm.ledger import BookkeepingError, CallRecord, MemoryLedger
from worksurface_pipeline.harness.llm.pictures import data_url, picture_of
from worksurface_pipeline.harness.llm.settings import ModelSettings, RetryPolicy
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import ModelConfigurationError, ModelUnavailableError
from worksurface_pipeline.kernel.hashing import digest_bytes


def vectors(body: Mapping[str, Any], _number: int) -> HttpAnswer:
    """The length of each input as its vector."""
    data = [
        {"object": "embedding", "index": place, "embedding": [float(len(text)), 1.0]}
        for place, text in enumerate(body["input"])
    ]
    usage = {"prompt_tokens": 3, "total_tokens": 3}
    return HttpAnswer(body={"object": "list", "model": "m", "data": data, "usage": usage})


def subject(
    endpoint: FakeEndpoint,
    store: Blobs | None = None,
    batch: int = 2,
    ledger: MemoryLedger | None = None,
) -> EmbeddingEndpoint:
    model = ModelSettings(
        id="local",
        route="openai/m",
        api_base=endpoint.base,
        timeout_seconds=20,
        retry=RetryPolicy(attempts=2, base_seconds=0),
    )
    clock = FakeClock()
    return EmbeddingEndpoint(model, batch, clock.sleep, clock, store, ledger)


class Full(MemoryLedger):
    """A ledger whose disk is full, as is seen when a line is written."""

    def add(self, record: CallRecord) -> None:
        raise BookkeepingError("The ledger is full")


def test_vectors_that_cannot_be_booked_are_kept(tmp_path: Path) -> None:
    store = Blobs(str(tmp_path))
    with fake_endpoint(vectors) as endpoint:
        with pytest.raises(BookkeepingError, match="full"):
            subject(endpoint, store, ledger=Full())(["a", "bb"])
        assert subject(endpoint, store)(["a", "bb"]).tolist() == [[1, 1], [2, 1]]
        assert len(endpoint.requests) == 1


def test_items_go_in_batches_each_once(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"picture")
    shown = picture_of(path, digest_bytes(b"picture"))
    with fake_endpoint(vectors) as endpoint:
        table = subject(endpoint)(["a", shown, "bbb", "a"])
        sent = [body["input"] for body in endpoint.requests]
    url = data_url(shown)
    assert sent == [["a", url], ["bbb"]]
    assert table.dtype == np.float32
    assert table.tolist() == [[1, 1], [len(url), 1], [3, 1], [1, 1]]


def test_kept_vectors_are_not_asked_for_again(tmp_path: Path) -> None:
    store = Blobs(str(tmp_path))
    with fake_endpoint(vectors) as endpoint:
        first = subject(endpoint, store)(["a", "bb"])
        again = subject(endpoint, store)(["bb", "ccc", "a"])
        assert [body["input"] for body in endpoint.requests] == [["a", "bb"], ["ccc"]]
    assert again.tolist() == [first[1].tolist(), [3, 1], first[0].tolist()]


def test_a_passing_fault_is_tried_again() -> None:
    def plan(body: Mapping[str, Any], number: int) -> HttpAnswer:
        return refusal(500, "boom") if number == 1 else vectors(body, number)

    ledger = MemoryLedger()
    with fake_endpoint(plan) as endpoint:
        assert subject(endpoint, ledger=ledger)(["a"]).tolist() == [[1, 1]]
        assert len(endpoint.requests) == 2
    (record,) = ledger.records
    assert (record.result, record.attempts, record.usage.prompt_tokens) == ("ok", 2, 3)
    assert "boom" in record.problems[0]


def _short(body: Mapping[str, Any], number: int) -> HttpAnswer:
    answer = vectors(body, number)
    return HttpAnswer(body={**answer.body, "data": answer.body["data"][:1]})


@pytest.mark.parametrize(
    ("plan", "error", "requests"),
    [
        pytest.param(_short, ModelUnavailableError, 2, id="too-few-vectors"),
        pytest.param(
            lambda body, number: refusal(401, "no"), ModelConfigurationError, 1, id="no-key"
        ),
        pytest.param(
            lambda body, number: refusal(503, "busy"), ModelUnavailableError, 2, id="always-busy"
        ),
    ],
)
def test_what_cannot_be_had_is_an_error(plan: Any, error: type[Exception], requests: int) -> None:
    with fake_endpoint(plan) as endpoint:
        with pytest.raises(error):
            subject(endpoint)(["a", "bb"])
        assert len(endpoint.requests) == requests


def test_nothing_asks_for_nothing() -> None:
    with fake_endpoint(vectors) as endpoint:
        assert subject(endpoint)([]).shape == (0, 0)
        assert endpoint.requests == []
