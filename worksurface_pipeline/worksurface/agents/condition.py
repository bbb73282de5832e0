"""What of a sweep's condition reaches an agent, and a chosen model as the gateway needs it."""

from __future__ import annotations

from pydantic import SecretStr

from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price, RetryPolicy
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.agents.prompts import PROMPT_VERSION
from worksurface_pipeline.worksurface.settings import Condition, ModelChoice


class AgentCondition(Frozen):
    """Limits and prompts, equal for all models and settings of a sweep."""

    limits: AgentLimits = AgentLimits()
    prompt_version: str = PROMPT_VERSION


def agent_condition(condition: Condition) -> AgentCondition:
    """The part of a condition that an agent run needs; tools and scope come with the toolbox."""
    limits = AgentLimits(
        turns=condition.turns,
        has_last_request=condition.last_request,
        seconds=condition.trajectory_seconds,
        tokens=condition.trajectory_tokens,
    )
    return AgentCondition(limits=limits)


def model_settings(choice: ModelChoice, api_key: SecretStr | None = None) -> ModelSettings:
    """A chosen model with the value of its key, which the front door has read."""
    return ModelSettings(
        id=choice.id,
        api_base=choice.api_base,
        key_variable=choice.key,
        api_key=api_key,
        timeout_seconds=choice.seconds,
        retry=RetryPolicy(attempts=choice.attempts),
        max_tokens=choice.max_tokens,
        temperature=choice.temperature,
        seed=choice.seed,
        concurrency=choice.concurrency,
        price=_price(choice),
    )


def _price(choice: ModelChoice) -> Price | None:
    if choice.price_in is None or choice.price_out is None:
        return None
    return Price(prompt_per_million=choice.price_in, completion_per_million=choice.price_out)
