"""What of a sweep's condition reaches an agent, and a chosen model as the gateway needs it."""

from __future__ import annotations

from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.llm.choices import model_settings
from worksurface_pipeline.harness.llm.settings import FREE, ModelSettings, Price
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.agents.prompts import PROMPT_VERSION
from worksurface_pipeline.worksurface.agents.settings import AgentSetting, Exposure
from worksurface_pipeline.worksurface.settings import (
    AgentChoice,
    Condition,
    Protocol,
    Settings,
)


class AgentCondition(Frozen):
    """Limits, protocol and prompts, equal for all models and settings of a sweep."""

    limits: AgentLimits = AgentLimits()
    prompt_version: str = PROMPT_VERSION
    protocol: Protocol = Protocol.JSON


def agent_condition(condition: Condition) -> AgentCondition:
    """The part of a condition that an agent run needs; tools and scope come with the toolbox."""
    limits = AgentLimits(
        turns=condition.turns,
        has_last_request=condition.last_request,
        seconds=condition.trajectory_seconds,
        tokens=condition.trajectory_tokens,
    )
    return AgentCondition(limits=limits, protocol=condition.protocol)


# What of a condition acts through tools alone; without them a run has turns of its own number.
_OF_TOOLS = ("k", "embedding", "rank_constant", "query_rows", "turns", "last_request")


def acting(condition: Condition, setting: AgentSetting) -> Condition:
    """The condition with what cannot act in a setting at its default: tools where it has none.

    So a change of it runs nothing again there. Limits of tokens and time stay: they always act.
    """
    if setting.exposure is not Exposure.NONE:
        return condition
    fields = Condition.model_fields
    return condition.model_copy(update={name: fields[name].default for name in _OF_TOOLS})


def agent_settings(choice: AgentChoice) -> ModelSettings:
    """An agent of one's own as the model that its cell is run as.

    What it is, its version included, stands where a model's route does: fingerprints cover it.
    """
    return ModelSettings(
        id=choice.model_id,
        route=f"{choice.entry or 'mcp'}#{choice.version}",
        concurrency=choice.concurrency,
    )


def prices_in(settings: Settings) -> dict[str, Price]:
    """The prices that the settings know: of priced models and of the embedded ones, by id."""
    models = [model_settings(choice) for choice in settings.models]
    found = {model.id: FREE if model.is_offline else model.price for model in models}
    return {name: price for name, price in found.items() if price is not None}
