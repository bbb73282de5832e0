"""Faults of endpoints through litellm: told apart, tried again once an attempt, leaving nothing."""

from __future__ import annotations

import contextlib
import gzip
import json
import random
import threading
import time
from typing import Any

import pytest
from pydantic import SecretStr

from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint, refusal
from tests.unit.harness.doubles import FakeClock
from tests.unit.harness.local_model import (
    PRICE,
    USAGE,
    always,
    complete,
    gateway,
    request,
)
from worksurface_pipeline.harness.llm.bounded import MOST_MIB
from worksurface_pipeline.harness.llm.retry import Fault, FaultKind
from worksurface_pipeline.harness.llm.settings import ModelSettings, RetryPolicy
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.kernel.errors import (
    ModelError,
)


def keyed(route: str, base: str) -> ModelSettings:
    """A model of one provider at an address of ours."""
    return ModelSettings(id="local", route=route, api_base=base, api_key=SecretStr("sk-test"))


def litellm_state() -> dict[str, str]:
    """Every module-level setting and list of litellm that a call could leave something in."""
    import litellm

    kinds = (bool, int, float, str, list, dict, set, type(None))
    # Says whether the clean-up at the process's end is registered; it is, with the first call.
    lazy = {"_async_client_cleanup_registered"}
    return {
        name: repr(value)
        for name, value in vars(litellm).items()
        if isinstance(value, kinds) and not name.startswith("__") and name not in lazy
    }


def test_no_global_of_litellm_changes_with_calls() -> None:
    LitellmTransport()
    before = litellm_state()
    plans = (chat("hello", USAGE), refusal(500, "boom"), refusal(429, "slow"), refusal(400, "no"))
    for answer in plans:
        with (
            fake_endpoint(always(answer)) as endpoint,
            contextlib.suppress(ModelError),
        ):
            gateway(endpoint.base, FakeClock(), price=PRICE).complete(request())
    LitellmTransport()
    after = litellm_state()
    changed = {name: after[name][:200] for name in after if after[name] != before.get(name)}
    assert changed == {}


ROUTES = (
    *("openai/x", "anthropic/claude-3-haiku-20240307", "mistral/x", "ollama_chat/x", "gemini/x"),
    *("groq/x", "deepseek/x"),
)


@pytest.mark.parametrize("route", [*ROUTES, "cohere_chat/x"])
def test_a_redirect_is_not_followed(route: str) -> None:
    """What was meant for one address must not go on to another, nor the key with it."""
    with fake_endpoint(always(chat("stolen", USAGE))) as other:
        answer = HttpAnswer(status=307, headers={"location": f"{other.base}/elsewhere"})
        with fake_endpoint(always(answer)) as endpoint:
            found = LitellmTransport().send(request(), keyed(route, endpoint.base))
            assert isinstance(found, Fault)
            assert (found.kind, len(endpoint.requests)) == (FaultKind.CONFIGURATION, 1)
            assert "redirects" in found.what
        assert other.requests == []


@pytest.mark.parametrize("route", ROUTES)
def test_every_kind_of_provider_has_one_owner_of_retries(route: str) -> None:
    """One attempt is one request, and the wait that the endpoint asks for arrives."""
    slow = refusal(429, "slow down", {"Retry-After": "7"})
    for answer, kind in ((slow, FaultKind.RATE_LIMITED), (refusal(503, "x"), FaultKind.TRANSIENT)):
        with fake_endpoint(always(answer)) as endpoint:
            fault = LitellmTransport().send(request(), keyed(route, endpoint.base))
            assert isinstance(fault, Fault)
            assert (fault.kind, len(endpoint.requests)) == (kind, 1)
            assert fault.retry_after == (7.0 if answer is slow else None)


BROKEN = {"index": 0, "message": {"role": "assistant", "content": ""}, "finish_reason": "error"}


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(chat("", USAGE, choices=[BROKEN]), id="marked-by-its-end"),
        pytest.param(
            chat("", USAGE, choices=[{**BROKEN, "finish_reason": "stop", "error": {"code": 502}}]),
            id="marked-by-an-error",
        ),
        pytest.param(HttpAnswer(body={"error": {"message": "x"}}), id="an-error-with-status-200"),
        pytest.param(HttpAnswer(body={"error": "x"}), id="a-bare-error-with-status-200"),
        pytest.param(chat("", USAGE, choices=None), id="no-choices"),
        pytest.param(HttpAnswer(raw=b""), id="an-empty-body"),
        pytest.param(HttpAnswer(raw=b"[1]"), id="a-list"),
        pytest.param(HttpAnswer(raw=b"null"), id="null"),
        pytest.param(HttpAnswer(raw=b'{"choices": ["\xff"]}'), id="no-utf-8"),
        pytest.param(HttpAnswer(body=chat("hello").body, is_cut=True), id="cut"),
        pytest.param(HttpAnswer(is_reset=True), id="reset"),
        *(pytest.param(refusal(status, "x"), id=str(status)) for status in (408, 409, 425, 529)),
    ],
)
def test_a_fault_of_the_endpoint_is_tried_again_once_an_attempt(answer: HttpAnswer) -> None:
    reply, sent = complete(lambda body, number: answer if number < 3 else chat("hello", USAGE))
    assert (reply.text, reply.attempts, len(sent)) == ("hello", 3, 3)


def sent(answer: HttpAnswer, route: str = "openai/x", seconds: float = 20.0) -> Fault:
    """The fault that one attempt ends in."""
    with fake_endpoint(always(answer)) as endpoint:
        model = keyed(route, endpoint.base).model_copy(update={"timeout_seconds": seconds})
        found = LitellmTransport().send(request(), model)
    assert isinstance(found, Fault)
    return found


def choice(**message: Any) -> dict[str, Any]:
    return {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **message}}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        pytest.param({"usage": {"prompt_tokens": 5.5}}, "prompt_tokens", id="half-a-token"),
        pytest.param({"usage": [1]}, "mapping", id="usage-of-another-kind"),
        pytest.param({"choices": [choice(content=5)]}, "Message.content", id="a-number-as-text"),
        pytest.param({"choices": [choice(content=[{"type": "text"}])]}, "content", id="parts"),
        pytest.param({"choices": [None]}, "None", id="no-choice"),
    ],
)
def test_a_body_of_another_form_is_told_in_a_sentence(fields: dict[str, Any], told: str) -> None:
    fault = sent(HttpAnswer(body={**chat("hi", USAGE).body, **fields}))
    assert fault.what.startswith("The endpoint's response is not in OpenAI's form: ")
    assert told in fault.what
    assert not any(word in fault.what for word in ("Traceback", "File ", "site-packages"))


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(HttpAnswer(body=chat("hello").body, is_cut=True), id="cut"),
        pytest.param(HttpAnswer(is_reset=True), id="reset"),
        pytest.param(
            HttpAnswer(raw=b"no gzip", headers={"content-encoding": "gzip"}), id="bad-gzip"
        ),
    ],
)
def test_a_server_that_was_reached_is_not_said_to_be_out_of_reach(answer: HttpAnswer) -> None:
    assert sent(answer).what.startswith("The endpoint's response broke off or cannot be read: ")


NOISE = random.Random(1).randbytes(400 << 10).hex()  # takes half of it when packed
PACKED = gzip.compress(json.dumps(chat("hello", USAGE, id=NOISE).body).encode())


@pytest.mark.parametrize("route", ["openai/x", "mistral/x", "anthropic/claude-3-haiku-20240307"])
@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(HttpAnswer(raw=b" " * (1 << 16), is_flood=True), id="flood"),
        pytest.param(HttpAnswer(raw=PACKED, headers={"content-encoding": "gzip"}), id="packed"),
    ],
)
def test_a_body_without_end_is_given_up(route: str, answer: HttpAnswer) -> None:
    assert sent(answer, route).kind is FaultKind.TRANSIENT


def test_the_size_of_a_body_is_told() -> None:
    flood = sent(HttpAnswer(raw=b" " * (1 << 16), is_flood=True))
    assert f"longer than {MOST_MIB} MiB" in flood.what
    packed = sent(HttpAnswer(raw=PACKED, headers={"content-encoding": "gzip"}))
    assert f"longer than {MOST_MIB / 64} MiB" in packed.what


def test_an_attempt_that_was_given_up_ends() -> None:
    """Its thread and its connection do not outlive the limit of its request by long."""
    slow = HttpAnswer(body=chat("hello " * 50).body, is_drip=True)
    with (
        fake_endpoint(always(slow)) as endpoint,
        contextlib.suppress(ModelError),
    ):
        once = RetryPolicy(attempts=1)
        model = gateway(endpoint.base, FakeClock(), timeout_seconds=1.5, retry=once)
        model.complete(request())
        until = time.monotonic() + 30
        while any(thread.name == "model-call" for thread in threading.enumerate()):
            assert time.monotonic() < until, "the abandoned call still reads"
            time.sleep(0.05)
