"""Messages with pictures: what is sent, what the digest covers, and what a lost picture does."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.endpoint import chat, fake_endpoint, refusal
from tests.unit.harness.doubles import FakeClock
from tests.unit.harness.local_model import IDENTITY, USAGE, gateway
from worksurface_pipeline.harness.llm.kept import KeptReplies
from worksurface_pipeline.harness.llm.offline_native import told
from worksurface_pipeline.harness.llm.pictures import content_parts, picture_of
from worksurface_pipeline.harness.llm.types import CONTEXT_WINDOW, Message, ModelRequest, Picture
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import LakeError, ModelConfigurationError
from worksurface_pipeline.kernel.hashing import canonical_json, digest_bytes, digest_json

TEXT = "before, between, after"
PLAIN = ModelRequest(model="local", messages=(Message(role="user", content="hi"),))


def picture(folder: Path, name: str, place: int = 0) -> Picture:
    data = name.encode()
    path = folder / name
    path.write_bytes(data)
    return picture_of(path, digest_bytes(data), place)


def request(*images: Picture) -> ModelRequest:
    message = Message(role="user", content=TEXT, images=images)
    return ModelRequest(model="local", messages=(message,))


def url(name: str, media_type: str) -> dict[str, Any]:
    data = base64.b64encode(name.encode()).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{media_type};base64,{data}"}}


def test_an_endpoint_gets_the_parts_in_order(tmp_path: Path) -> None:
    images = (picture(tmp_path, "a.png", 8), picture(tmp_path, "b.jpg", 8 + 9))
    with fake_endpoint(lambda body, number: chat("seen", USAGE)) as endpoint:
        reply = gateway(endpoint.base, FakeClock()).complete(request(*images))
    assert reply.text == "seen"
    (message,) = endpoint.requests[0]["messages"]
    assert message == {
        "role": "user",
        "content": [
            {"type": "text", "text": "before, "},
            url("a.png", "image/png"),
            {"type": "text", "text": "between, "},
            url("b.jpg", "image/jpeg"),
            {"type": "text", "text": "after"},
        ],
    }


@pytest.mark.parametrize("place", [0, len(TEXT)], ids=["first", "last"])
def test_no_part_is_empty(tmp_path: Path, place: int) -> None:
    message = request(picture(tmp_path, "a.png", place)).messages[0]
    kinds = [part["type"] for part in content_parts(message)]
    assert kinds == (["text", "image_url"] if place else ["image_url", "text"])


def test_a_request_without_pictures_keeps_its_form_and_digest() -> None:
    form = (
        '{"epoch":0,"messages":[{"content":"hi","role":"user"}],"model":"local",'
        '"prompt_version":"","sampling":{"max_tokens":1024,"seed":null,"temperature":0.0}}'
    )
    assert canonical_json(PLAIN) == form
    assert PLAIN.digest() == digest_json(PLAIN) == digest_bytes(form.encode())


def test_the_digest_covers_the_picture_and_not_where_it_lies(tmp_path: Path) -> None:
    one = picture(tmp_path, "a.png")
    (tmp_path / "elsewhere").mkdir()
    moved = one.model_copy(update={"path": tmp_path / "elsewhere" / "a.png"})
    others = [
        one.model_copy(update={"digest": "0" * 64}),
        one.model_copy(update={"media_type": "image/gif"}),
        one.model_copy(update={"place": 3}),
    ]
    digests = {request(item).digest() for item in (one, *others)}
    assert len(digests) == 1 + len(others)
    assert request(moved).digest() == request(one).digest() == digest_json(request(one))
    assert str(tmp_path) not in canonical_json(request(one))


def test_an_equal_request_with_another_picture_is_asked_anew(tmp_path: Path) -> None:
    with fake_endpoint(lambda body, number: chat(f"reply {number}", USAGE)) as endpoint:
        inner = gateway(endpoint.base, FakeClock())
        kept = KeptReplies(inner, Blobs(str(tmp_path / "kept")), IDENTITY)
        names = ("a.png", "a.png", "b.png")
        texts = [kept.complete(request(picture(tmp_path, name))).text for name in names]
    assert texts == ["reply 1", "reply 1", "reply 2"]


def test_a_picture_counts_for_the_limit_of_tokens(tmp_path: Path) -> None:
    without, with_one = request().guessed_usage, request(picture(tmp_path, "a.png")).guessed_usage
    assert without.prompt_tokens is not None
    assert with_one.prompt_tokens is not None
    assert with_one.prompt_tokens > without.prompt_tokens + 1000


@pytest.mark.parametrize("damage", ["gone", "changed"])
def test_a_lost_picture_is_an_error_and_nothing_is_sent(tmp_path: Path, damage: str) -> None:
    one = picture(tmp_path, "a.png")
    if damage == "gone":
        one.path.unlink()
    else:
        one.path.write_bytes(b"another")
    with fake_endpoint(lambda body, number: chat("seen", USAGE)) as endpoint:
        with pytest.raises(LakeError, match=r"a\.png"):
            gateway(endpoint.base, FakeClock()).complete(request(one))
        assert endpoint.requests == []


@pytest.mark.parametrize(
    ("status", "said"),
    [
        pytest.param(400, "facebook/opt-125m is not a multimodal model None", id="vllm"),
        pytest.param(500, "image input is not supported by this server", id="llama-server"),
        pytest.param(500, 'Unsupported content part type: "image_url"', id="older-llama-server"),
        pytest.param(404, "No endpoints found that support image input", id="a-router"),
    ],
)
def test_a_model_without_eyes_is_a_matter_of_settings(
    tmp_path: Path, status: int, said: str
) -> None:
    with fake_endpoint(lambda body, number: refusal(status, said)) as endpoint:
        with pytest.raises(ModelConfigurationError, match="text-only"):
            gateway(endpoint.base, FakeClock()).complete(request(picture(tmp_path, "a.png")))
        assert len(endpoint.requests) == 1


def test_too_many_pictures_are_a_limit_of_the_model(tmp_path: Path) -> None:
    said = "At most 1 image(s) may be provided in one request."
    images = (picture(tmp_path, "a.png"), picture(tmp_path, "b.png", 3))
    with fake_endpoint(lambda body, number: refusal(400, said)) as endpoint:
        reply = gateway(endpoint.base, FakeClock()).complete(request(*images))
    assert (reply.text, reply.finish_reason) == ("", CONTEXT_WINDOW)


def test_other_files_are_no_pictures(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="kind"):
        picture_of(tmp_path / "a.svg", "0" * 64)


def test_the_embedded_models_read_the_text_alone(tmp_path: Path) -> None:
    parts = content_parts(request(picture(tmp_path, "a.png", 8)).messages[0])
    assert told([{"role": "user", "content": parts}], ()) == [Message(role="user", content=TEXT)]
