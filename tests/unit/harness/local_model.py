"""A model on 127.0.0.1 behind the gateway and litellm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import SecretStr

from tests.fixtures.endpoint import HttpAnswer, Plan, fake_endpoint
from tests.unit.harness.doubles import FakeClock
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.ledger import Ledger
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price, RetryPolicy
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.llm.types import (
    Message,
    ModelReply,
    ModelRequest,
    Sampling,
)

PRICE = Price(prompt_per_million=1.0, completion_per_million=1.0)
IDENTITY = ModelSettings(id="local").identity
USAGE = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}


def request(text: str = "hi", model: str = "local") -> ModelRequest:
    sampling = Sampling(temperature=0.0, seed=11, max_tokens=50)
    messages = (Message(role="user", content=text),)
    return ModelRequest(model=model, messages=messages, sampling=sampling)


def gateway(base: str, clock: FakeClock, ledger: Ledger | None = None, **settings: Any) -> Gateway:
    fields = {
        "id": "local",
        "route": "openai/tiny",
        "api_base": base,
        "api_key": SecretStr("sk-test"),
        "key_variable": "MY_KEY",
        "timeout_seconds": 20,
        "retry": RetryPolicy(attempts=3),
        **settings,
    }
    model = ModelSettings.model_validate(fields)
    return Gateway(
        [model], transport=LitellmTransport(), clock=clock, sleep=clock.sleep, ledger=ledger
    )


def complete(plan: Plan, **settings: Any) -> tuple[ModelReply, list[Mapping[str, Any]]]:
    with fake_endpoint(plan) as endpoint:
        reply = gateway(endpoint.base, FakeClock(), **settings).complete(request())
        return reply, endpoint.requests


def always(answer: HttpAnswer) -> Plan:
    return lambda body, number: answer
