"""Settings of one model: where it answers, its limits, its price. Values; nothing is read here.

The front door fills these from worksurface.toml and puts the key's value in; the library itself
never looks into the environment.
"""

from __future__ import annotations

from pydantic import Field, SecretStr

from worksurface_pipeline.harness.llm.types import Sampling, Usage
from worksurface_pipeline.kernel.model import Frozen

OFFLINE_PROVIDER = "offline"
_TOKENS_PER_PRICE = 1_000_000  # prices are quoted per million tokens


class Price(Frozen):
    """Price of a million prompt tokens and of a million completion tokens, in one currency."""

    prompt_per_million: float = Field(ge=0)
    completion_per_million: float = Field(ge=0)


FREE = Price(prompt_per_million=0.0, completion_per_million=0.0)
"""The price of an embedded model, and of any that its owner calls free."""


class RetryPolicy(Frozen):
    """How often and how patiently a failed call is tried again.

    `attempts` counts HTTP requests, the first included. Back-off doubles from `base_seconds` up to
    `cap_seconds`; a server that asks for more than `longest_wait_seconds` is given up on.
    """

    attempts: int = Field(default=4, ge=1)
    base_seconds: float = Field(default=1.0, ge=0)
    cap_seconds: float = Field(default=30.0, ge=0)
    longest_wait_seconds: float = Field(default=300.0, ge=0)


class ModelIdentity(Frozen):
    """What of a model's settings may change its answers: the part a fingerprint covers."""

    id: str
    route: str
    api_base: str
    sampling: Sampling


class ModelSettings(Frozen):
    """One configured model.

    `id` is the name in settings, partitions and reports. `route` is litellm's model id where it
    differs ("openai/smollm2" behind a local server). `key_variable` is the NAME of the variable
    that holds the key, for messages; `api_key` its value. `timeout_seconds` is the wall-clock
    limit of one attempt, `concurrency` the most calls in flight at once; both limits of a minute
    are None where there is none.
    """

    id: str = Field(min_length=1)
    route: str = ""
    api_base: str = ""
    key_variable: str = ""
    api_key: SecretStr | None = None
    timeout_seconds: float = Field(default=120.0, gt=0)
    retry: RetryPolicy = RetryPolicy()
    max_tokens: int = Field(default=1024, ge=1)
    temperature: float = Field(default=0.0, ge=0)
    seed: int | None = None
    concurrency: int = Field(default=4, ge=1)
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_minute: int | None = Field(default=None, ge=1)
    price: Price | None = None

    @property
    def litellm_model(self) -> str:
        """The model id that litellm is given."""
        return self.route or self.id

    @property
    def is_offline(self) -> bool:
        """Whether this is an embedded model, which needs no network and costs nothing."""
        return self.litellm_model.startswith(f"{OFFLINE_PROVIDER}/")

    def sampling(self, epoch: int = 0) -> Sampling:
        """Sampling fields of one epoch; a seed, where given, moves on with the epoch."""
        seed = None if self.seed is None else self.seed + epoch
        return Sampling(temperature=self.temperature, seed=seed, max_tokens=self.max_tokens)

    @property
    def identity(self) -> ModelIdentity:
        """What may change the answers; no key, price, limit of time or concurrency."""
        return ModelIdentity(
            id=self.id,
            route=self.litellm_model,
            api_base=self.api_base,
            sampling=self.sampling(),
        )


def cost_of(usage: Usage, price: Price | None) -> float | None:
    """Cost of a call; None when the price or a token count is unknown, never 0 for unknown."""
    if price is None or usage.prompt_tokens is None or usage.completion_tokens is None:
        return None
    prompt = usage.prompt_tokens * price.prompt_per_million
    completion = usage.completion_tokens * price.completion_per_million
    return (prompt + completion) / _TOKENS_PER_PRICE
