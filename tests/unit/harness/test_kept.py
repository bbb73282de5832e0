"""Replies that are kept: equal requests are answered once, other models and damage ask again."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from worksurface_pipeline.harness.llm.kept import KeptReplies
from worksurface_pipeline.harness.llm.settings import ModelIdentity
from worksurface_pipeline.harness.llm.types import (
    Message,
    ModelReply,
    ModelRequest,
    Sampling,
    Usage,
)
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import ModelUnavailableError

ME = ModelIdentity(id="m", route="m", api_base="", sampling=Sampling())
OTHER = ME.model_copy(update={"api_base": "elsewhere"})


class Counting:
    """Says how often it was asked; is down for the first `down` calls."""

    def __init__(self, down: int = 0) -> None:
        self.asked = 0
        self._down = down

    def complete(self, request: ModelRequest) -> ModelReply:
        self.asked += 1
        if self.asked <= self._down:
            raise ModelUnavailableError("down")
        return ModelReply(text=f"{request.model} {self.asked}", usage=Usage())


def _request(text: str) -> ModelRequest:
    return ModelRequest(model="m", messages=(Message(role="user", content=text),))


@pytest.fixture
def store() -> Blobs:
    return Blobs(f"memory://{uuid4().hex}")


def test_an_equal_request_is_answered_once(store: Blobs) -> None:
    client = Counting()
    first = KeptReplies(client, store, ME).complete(_request("a"))
    again = KeptReplies(client, store, ME).complete(_request("a"))
    assert client.asked == 1
    assert (first.is_cached, again.is_cached) == (False, True)
    assert again.model_copy(update={"is_cached": False}) == first


@pytest.mark.parametrize(
    ("identity", "text"), [(OTHER, "a"), (ME, "b")], ids=["other-model", "other-words"]
)
def test_anything_else_is_asked(store: Blobs, identity: ModelIdentity, text: str) -> None:
    client = Counting()
    KeptReplies(client, store, ME).complete(_request("a"))
    assert not KeptReplies(client, store, identity).complete(_request(text)).is_cached
    assert client.asked == 2


def test_a_failure_is_not_kept(store: Blobs) -> None:
    client = Counting(down=1)
    with pytest.raises(ModelUnavailableError):
        KeptReplies(client, store, ME).complete(_request("a"))
    assert not KeptReplies(client, store, ME).complete(_request("a")).is_cached


def test_a_damaged_reply_is_asked_again(tmp_path: Path) -> None:
    client, store = Counting(), Blobs(str(tmp_path))
    KeptReplies(client, store, ME).complete(_request("a"))
    (path,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert not KeptReplies(client, store, ME).complete(_request("a")).is_cached
    assert client.asked == 2
