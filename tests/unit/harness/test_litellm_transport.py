"""The gateway through litellm to an endpoint on 127.0.0.1."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint, refusal
from tests.unit.harness.doubles import FakeClock
from tests.unit.harness.local_model import (
    IDENTITY,
    USAGE,
    complete,
    gateway,
    request,
)
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.kept import KeptReplies
from worksurface_pipeline.harness.llm.ledger import MemoryLedger
from worksurface_pipeline.harness.llm.settings import ModelSettings, RetryPolicy
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.llm.types import (
    ModelReply,
    Usage,
)
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import (
    ModelConfigurationError,
    ModelError,
    ModelUnavailableError,
)


def test_the_request_and_the_reply_arrive_whole() -> None:
    answer = chat("hello", USAGE, system_fingerprint="fp")
    reply, sent = complete(lambda body, number: answer)
    assert reply == ModelReply(
        text="hello",
        usage=Usage(prompt_tokens=5, completion_tokens=2),
        model_returned="real-name",
        finish_reason="stop",
        system_fingerprint="fp",
    )
    assert sent == [
        {
            "model": "tiny",
            "messages": [{"role": "user", "content": "hi"}],
            "temperature": 0.0,
            "max_tokens": 50,
            "seed": 11,
        }
    ]


@pytest.mark.parametrize(
    ("usage", "text", "wanted"),
    [
        pytest.param(None, "hello", Usage(), id="none-reported"),
        pytest.param(
            {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
            "hello",
            Usage(),
            id="zeros-for-a-reply",
        ),
        pytest.param({"prompt_tokens": 4}, "hello", Usage(prompt_tokens=4), id="half"),
        pytest.param(
            {"prompt_tokens": 4, "completion_tokens": 0, "total_tokens": 4},
            None,
            Usage(prompt_tokens=4, completion_tokens=0),
            id="zero-for-an-empty-reply",
        ),
        pytest.param(
            {"prompt_tokens": 10**30, "completion_tokens": 2, "total_tokens": 7},
            "hello",
            Usage(completion_tokens=2),
            id="more-than-there-can-be",
        ),
    ],
)
def test_missing_usage_is_none(
    usage: Mapping[str, int] | None, text: str | None, wanted: Usage
) -> None:
    reply, _ = complete(lambda body, number: chat(text, usage))
    assert reply.usage == wanted
    assert reply.text == (text or "")


@pytest.mark.parametrize(
    ("content", "text", "reason"),
    [
        pytest.param(None, "I cannot.", "content_filter", id="alone"),
        pytest.param("hello", "hello", "stop", id="beside-an-answer"),
    ],
)
def test_a_refusal_in_its_own_field_is_one(content: str | None, text: str, reason: str) -> None:
    message = {"role": "assistant", "content": content, "refusal": "I cannot."}
    choices = [{"index": 0, "finish_reason": "stop", "message": message}]
    reply, _ = complete(lambda body, number: chat(content, USAGE, choices=choices))
    assert (reply.text, reply.finish_reason) == (text, reason)


@pytest.mark.parametrize("attempts", [1, 3])
@pytest.mark.parametrize("status", [500, 503])
def test_attempts_are_requests(status: int, attempts: int) -> None:
    with fake_endpoint(lambda body, number: refusal(status, "boom")) as endpoint:
        subject = gateway(endpoint.base, FakeClock(), retry=RetryPolicy(attempts=attempts))
        with pytest.raises(ModelUnavailableError, match="boom"):
            subject.complete(request())
        assert len(endpoint.requests) == attempts


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Retry-After": "17"}, id="seconds"),
        pytest.param({"retry-after-ms": "17000"}, id="milliseconds"),
        pytest.param(
            {
                "Retry-After": "Wed, 21 Oct 2015 07:28:17 GMT",
                "Date": "Wed, 21 Oct 2015 07:28:00 GMT",
            },
            id="a-date",
        ),
    ],
)
def test_a_rate_limit_is_waited_out(headers: Mapping[str, str]) -> None:
    def plan(body: Mapping[str, Any], number: int) -> HttpAnswer:
        slow = refusal(429, "slow down", headers)
        return slow if number == 1 else chat("hello", USAGE)

    clock = FakeClock()
    with fake_endpoint(plan) as endpoint:
        reply = gateway(endpoint.base, clock).complete(request())
        assert (reply.text, reply.attempts, len(endpoint.requests)) == ("hello", 2, 2)
    assert clock.slept == [17.0]


@pytest.mark.parametrize(
    ("answer", "error", "word"),
    [
        pytest.param(refusal(401, "bad key"), ModelConfigurationError, "MY_KEY", id="401"),
        pytest.param(refusal(403, "no"), ModelConfigurationError, "MY_KEY", id="403"),
        pytest.param(refusal(404, "no model"), ModelConfigurationError, "api_base", id="404"),
        pytest.param(refusal(422, "bad field"), ModelError, "bad field", id="422"),
    ],
)
def test_what_no_attempt_can_mend_is_asked_once(
    answer: HttpAnswer, error: type[ModelError], word: str
) -> None:
    with fake_endpoint(lambda body, number: answer) as endpoint:
        with pytest.raises(error, match=word):
            gateway(endpoint.base, FakeClock()).complete(request())
        assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        pytest.param(
            HttpAnswer(
                status=400,
                body={
                    "error": {
                        "message": "This model's maximum context length is 4096 tokens. However",
                        "type": "invalid_request_error",
                        "code": "context_length_exceeded",
                    }
                },
            ),
            "context_window",
            id="context-window",
        ),
        *(
            pytest.param(
                HttpAnswer(status=status, body={"error": {"message": said, "type": "bad"}}),
                reason,
                id=f"{reason}-of-{name}",
            )
            for name, status, reason, said in (
                (
                    "llama.cpp",
                    400,
                    "context_window",
                    "the request exceeds the available context size",
                ),
                (
                    "tgi",
                    422,
                    "context_window",
                    "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000",
                ),
                (
                    "anthropic-like",
                    400,
                    "context_window",
                    "prompt is too long: 210000 tokens > 200000 maximum",
                ),
                ("gateway", 413, "context_window", "Input is too long for requested model."),
                ("vllm", 400, "context_window", "longer than the maximum model length of 4096"),
                ("mistral", 400, "context_window", "too large for model with maximum context"),
                ("deepseek", 400, "content_filter", "Content Exists Risk"),
                ("openrouter", 403, "content_filter", "and your input was flagged for violence"),
                ("dashscope", 400, "content_filter", "may contain inappropriate content"),
            )
        ),
        pytest.param(
            chat(
                None,
                USAGE,
                choices=[
                    {
                        "index": 0,
                        "finish_reason": "content_filter",
                        "message": {"role": "assistant", "content": None},
                    }
                ],
            ),
            "content_filter",
            id="content-filter",
        ),
    ],
)
def test_a_refusal_of_the_content_is_a_reply(answer: HttpAnswer, reason: str) -> None:
    reply, sent = complete(lambda body, number: answer)
    assert (reply.text, reply.finish_reason, len(sent)) == ("", reason, 1)


def test_a_response_without_choices_is_a_fault_of_the_server() -> None:
    def plan(body: Mapping[str, Any], number: int) -> HttpAnswer:
        return chat("x", USAGE, choices=[]) if number == 1 else chat("hello", USAGE)

    reply, sent = complete(plan)
    assert (reply.text, len(sent)) == ("hello", 2)


def test_a_server_that_never_answers_ends_within_the_limit() -> None:
    with fake_endpoint(lambda body, number: HttpAnswer(is_hang=True)) as endpoint:
        subject = gateway(
            endpoint.base, FakeClock(), timeout_seconds=0.3, retry=RetryPolicy(attempts=2)
        )
        # Our limit or the HTTP library's own time-out, whichever comes first; never the server.
        with pytest.raises(ModelUnavailableError, match=r"(within 0\.3 s|timed out).*2 attempts"):
            subject.complete(request())
        assert len(endpoint.requests) == 2


def test_no_network_names_the_address() -> None:
    with pytest.raises(ModelUnavailableError, match=r"No connection to http://127\.0\.0\.1:9/v1"):
        gateway("http://127.0.0.1:9/v1", FakeClock()).complete(request())


@pytest.mark.parametrize(
    ("route", "word"),
    [
        pytest.param("nosuch/x", "No provider is known", id="provider"),
        pytest.param("nosuch", "No provider is known", id="no-provider-at-all"),
        pytest.param("offline/other", "no embedded model other", id="embedded-model"),
    ],
)
def test_an_unknown_model_says_what_to_write(route: str, word: str) -> None:
    model = ModelSettings(id=route)
    clock = FakeClock()
    subject = Gateway([model], transport=LitellmTransport(), clock=clock, sleep=clock.sleep)
    with pytest.raises(ModelConfigurationError, match=word):
        subject.complete(request(model=route))
    assert clock.slept == []


def test_a_missing_key_names_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for route in ("openai/x", "anthropic/x"):
        model = ModelSettings(id=route, key_variable="THE_KEY")
        clock = FakeClock()
        subject = Gateway([model], transport=LitellmTransport(), clock=clock, sleep=clock.sleep)
        with pytest.raises(ModelConfigurationError, match="THE_KEY"):
            subject.complete(request(model=route))


def test_prices_are_configured_listed_or_unknown() -> None:
    transport = LitellmTransport()
    listed = transport.price(ModelSettings(id="openai/gpt-4o-mini"))
    assert listed is not None
    assert listed.prompt_per_million > 0
    assert transport.price(ModelSettings(id="openai/tiny-of-my-own")) is None
    free = transport.price(ModelSettings(id="offline/keyword"))
    assert free is not None
    assert free.prompt_per_million == free.completion_per_million == 0


def test_fifty_threads_and_a_cache_keep_every_usage_with_its_record(tmp_path: Path) -> None:
    def plan(body: Mapping[str, Any], number: int) -> HttpAnswer:
        own = int(body["messages"][0]["content"])
        usage = {"prompt_tokens": own, "completion_tokens": own + 1, "total_tokens": 2 * own + 1}
        return chat(f"reply {own}", usage)

    ledger = MemoryLedger()
    replies: dict[int, list[ModelReply]] = {own: [] for own in range(100, 150)}
    with fake_endpoint(plan) as endpoint:
        subject = gateway(endpoint.base, FakeClock(), ledger, concurrency=50)
        kept = KeptReplies(subject, Blobs(str(tmp_path)), IDENTITY, ledger=ledger)

        def call(own: int) -> None:
            for _ in range(2):
                replies[own].append(kept.complete(request(str(own))))

        threads = [threading.Thread(target=call, args=(own,)) for own in replies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert len(endpoint.requests) == 50
    for own, (first, again) in replies.items():
        usage = Usage(prompt_tokens=own, completion_tokens=own + 1)
        assert (first.text, first.usage, first.is_cached) == (f"reply {own}", usage, False)
        assert (again.text, again.usage, again.is_cached) == (f"reply {own}", usage, True)
    by_request: dict[str, set[Usage]] = {}
    for record in ledger.records:
        by_request.setdefault(record.request, set()).add(record.usage)
    assert sorted(len(usages) for usages in by_request.values()) == [1] * 50
    assert sum(record.is_cached for record in ledger.records) == 50


def test_two_models_over_one_cache_never_meet(tmp_path: Path) -> None:
    store = Blobs(str(tmp_path))
    with fake_endpoint(lambda body, number: chat(str(body["model"]), USAGE)) as endpoint:
        for name in ("one", "two", "one", "two"):
            model = ModelSettings(
                id=name,
                route=f"openai/{name}",
                api_base=endpoint.base,
                api_key=SecretStr("sk-test"),
            )
            clock = FakeClock()
            client = Gateway([model], transport=LitellmTransport(), clock=clock, sleep=clock.sleep)
            kept = KeptReplies(client, store, model.identity)
            assert kept.complete(request(model=name)).text == name
        assert [body["model"] for body in endpoint.requests] == ["one", "two"]
