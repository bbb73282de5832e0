"""A model as a settings file chooses it, and as the gateway needs it."""

from __future__ import annotations

from pydantic import Field, SecretStr

from worksurface_pipeline.harness.llm.settings import ModelSettings, Price, RetryPolicy
from worksurface_pipeline.kernel.addresses import Address
from worksurface_pipeline.kernel.model import Frozen


class ModelChoice(Frozen):
    """One model, by litellm id. `key` names the environment variable of its key.

    One that is not `under_test` proposes, audits or judges alone, and runs in no sweep. `family`
    says of whose making it is, where its id does not. A call is tried `attempts` times: the first
    wait doubles from try to try, and an endpoint that asks for more than the longest is given up.
    Both limits of a minute are None where there is none; prices are of a million tokens.
    """

    id: str = Field(min_length=1)
    under_test: bool = True
    family: str = ""
    api_base: Address = ""
    key: str = ""
    seconds: float = Field(default=120.0, gt=0)
    attempts: int = Field(default=4, ge=1, le=20)
    concurrency: int = Field(default=2, ge=1, le=64)
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_minute: int | None = Field(default=None, ge=1)
    first_wait_seconds: float = Field(default=1.0, ge=0)
    longest_wait_seconds: float = Field(default=300.0, ge=0)
    max_tokens: int = Field(default=1024, ge=1)
    temperature: float = Field(default=0.0, ge=0, le=2)
    seed: int | None = None
    price_in: float | None = Field(default=None, ge=0)
    price_out: float | None = Field(default=None, ge=0)


def model_settings(choice: ModelChoice, api_key: SecretStr | None = None) -> ModelSettings:
    """A chosen model with the value of its key, which the front door has read."""
    return ModelSettings(
        id=choice.id,
        api_base=choice.api_base,
        key_variable=choice.key,
        api_key=api_key,
        timeout_seconds=choice.seconds,
        retry=RetryPolicy(
            attempts=choice.attempts,
            base_seconds=choice.first_wait_seconds,
            longest_wait_seconds=choice.longest_wait_seconds,
        ),
        max_tokens=choice.max_tokens,
        temperature=choice.temperature,
        seed=choice.seed,
        concurrency=choice.concurrency,
        requests_per_minute=choice.requests_per_minute,
        tokens_per_minute=choice.tokens_per_minute,
        price=_price(choice),
    )


def _price(choice: ModelChoice) -> Price | None:
    if choice.price_in is None or choice.price_out is None:
        return None
    return Price(prompt_per_million=choice.price_in, completion_per_million=choice.price_out)
