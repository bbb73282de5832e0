"""Replies that are kept: equal requests are answered once, other models and damage ask again."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from tests.fixtures.endpoint import chat, fake_endpoint
from tests.unit.harness.doubles import FakeClock
from tests.unit.harness.local_model import always, gateway, request
from worksurface_pipeline.harness.llm.kept import KeptReplies
from worksurface_pipeline.harness.llm.ledger import (
    BookkeepingError,
    CallRecord,
    JsonlLedger,
    MemoryLedger,
)
from worksurface_pipeline.harness.llm.settings import ModelIdentity
from worksurface_pipeline.harness.llm.types import (
    Message,
    ModelReply,
    ModelRequest,
    NativeCall,
    NativeTool,
    Sampling,
    Usage,
)
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import ModelUnavailableError
from worksurface_pipeline.kernel.hashing import digest_json

ME = ModelIdentity(id="m", route="m", api_base="", sampling=Sampling())
USAGE = Usage(prompt_tokens=8, completion_tokens=3)


class Counting:
    """Says how often it was asked; is down for the first `down` calls."""

    def __init__(self, down: int = 0) -> None:
        self.asked = 0
        self._down = down

    def complete(self, request: ModelRequest) -> ModelReply:
        self.asked += 1
        if self.asked <= self._down:
            raise ModelUnavailableError("down")
        return ModelReply(text=f"{request.model} {self.asked}", usage=USAGE)


class Full(MemoryLedger):
    """A ledger whose disk is full, as is seen when a line is written."""

    def add(self, record: CallRecord) -> None:
        raise BookkeepingError("The ledger is full")


def _request(text: str) -> ModelRequest:
    return ModelRequest(model="m", messages=(Message(role="user", content=text),))


def _changed(**fields: object) -> ModelRequest:
    return _request("a").model_copy(update=fields)


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


ASKED = _request("a")
TOOL = NativeTool(name="kb_search", description="Search.", parameters={"type": "object"})
CALL = NativeCall(id="c1", name="kb_search", arguments='{"query":"\\u00e9"}')


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(ASKED, id="plain"),
        pytest.param(_request('"é" 發票 \n\u2028'), id="escapes"),
        pytest.param(_request("half \ud800"), id="half-a-character"),
        pytest.param(_changed(messages=()), id="no-message"),
        pytest.param(_changed(tools=(TOOL,), epoch=2, within_seconds=1.0), id="tools"),
        pytest.param(
            _changed(
                messages=(
                    Message(role="assistant", content="", tool_calls=(CALL,)),
                    Message(role="tool", content="{}", tool_call_id="c1"),
                )
            ),
            id="calls",
        ),
    ],
)
def test_the_digest_is_that_of_the_canonical_json(request_: ModelRequest) -> None:
    assert request_.digest() == digest_json(request_)
    assert request_.digest(ME, 3) == digest_json([ME, 3, request_])


@pytest.mark.parametrize(
    ("identity", "request_"),
    [
        pytest.param(ME.model_copy(update={"id": "n"}), ASKED, id="model"),
        pytest.param(ME.model_copy(update={"route": "n"}), ASKED, id="route"),
        pytest.param(ME.model_copy(update={"api_base": "n"}), ASKED, id="endpoint"),
        pytest.param(ME, _request("b"), id="a-word-of-the-prompt"),
        pytest.param(ME, _changed(messages=(*ASKED.messages, *ASKED.messages)), id="messages"),
        pytest.param(ME, _changed(sampling=Sampling(temperature=0.5)), id="temperature"),
        pytest.param(ME, _changed(sampling=Sampling(seed=1)), id="seed"),
        pytest.param(ME, _changed(sampling=Sampling(max_tokens=7)), id="max-tokens"),
        pytest.param(ME, _changed(prompt_version="2"), id="prompt-version"),
        pytest.param(ME, _changed(epoch=1), id="epoch"),
        pytest.param(ME, _changed(tools=(TOOL,)), id="tools"),
    ],
)
def test_anything_else_is_asked(
    store: Blobs, identity: ModelIdentity, request_: ModelRequest
) -> None:
    client = Counting()
    KeptReplies(client, store, ME).complete(ASKED)
    assert not KeptReplies(client, store, identity).complete(request_).is_cached
    assert client.asked == 2
    assert KeptReplies(client, store, ME).complete(ASKED).is_cached


def test_how_long_the_caller_waits_is_no_part_of_the_request(store: Blobs) -> None:
    client = Counting()
    KeptReplies(client, store, ME).complete(ASKED)
    assert KeptReplies(client, store, ME).complete(_changed(within_seconds=3.0)).is_cached


def test_a_hit_is_booked_with_its_tokens_and_without_an_attempt(store: Blobs) -> None:
    client, ledger = Counting(), MemoryLedger()
    for _ in range(2):
        KeptReplies(client, store, ME, ledger=ledger).complete(ASKED)
    (record,) = ledger.records
    assert (record.is_cached, record.is_billed, record.attempts) == (True, False, 0)
    assert record.usage == USAGE


def test_without_reading_everything_is_asked_anew_and_kept(store: Blobs) -> None:
    client = Counting()
    for _ in range(2):
        KeptReplies(client, store, ME, is_read=False).complete(ASKED)
    assert client.asked == 2
    assert KeptReplies(client, store, ME).complete(ASKED).text == "m 2"


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
    kept = KeptReplies(client, store, ME)
    assert not kept.complete(_request("a")).is_cached
    assert (client.asked, kept.damaged) == (2, 1)
    assert kept.complete(_request("a")).is_cached


@pytest.mark.parametrize("keep", [0, 5, 40], ids=["empty", "cut-digest", "cut-reply"])
def test_a_cut_reply_is_asked_again(keep: int, tmp_path: Path) -> None:
    client, store = Counting(), Blobs(str(tmp_path))
    KeptReplies(client, store, ME).complete(_request("a"))
    (path,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    path.write_bytes(path.read_bytes()[:keep])
    kept = KeptReplies(client, store, ME)
    assert not kept.complete(_request("a")).is_cached
    assert kept.damaged == 1


def test_a_reply_that_cannot_be_booked_is_kept(tmp_path: Path, store: Blobs) -> None:
    """It has been paid for: once the ledger can be written, nothing is asked again."""
    with fake_endpoint(always(chat("paid", {"prompt_tokens": 5, "completion_tokens": 2}))) as place:
        with pytest.raises(BookkeepingError, match="full"):
            KeptReplies(gateway(place.base, FakeClock(), Full()), store, ME).complete(request("a"))
        inner = gateway(place.base, FakeClock(), JsonlLedger(tmp_path / "calls.jsonl"))
        found = KeptReplies(inner, store, ME).complete(request("a"))
        assert (found.text, found.is_cached, len(place.requests)) == ("paid", True, 1)


def test_nothing_is_asked_that_cannot_be_booked(tmp_path: Path) -> None:
    (tmp_path / "calls.jsonl").mkdir()
    with fake_endpoint(always(chat("paid"))) as place:
        inner = gateway(place.base, FakeClock(), JsonlLedger(tmp_path / "calls.jsonl"))
        with pytest.raises(BookkeepingError, match=r"ledger of model calls cannot be written"):
            inner.complete(request("a"))
        assert not place.requests


@pytest.mark.parametrize("is_read", [True, False])
def test_a_store_that_fails_is_no_fault_of_the_model(tmp_path: Path, is_read: bool) -> None:
    (tmp_path / "replies").write_text("no folder")
    inner = Counting()
    client = KeptReplies(inner, Blobs(str(tmp_path / "replies")), ME, is_read=is_read)
    for text in ("a", "b"):
        with pytest.raises(BookkeepingError, match="replies"):
            client.complete(_request(text))
    assert inner.asked <= 1  # whatever is asked after the first fault would be lost too
