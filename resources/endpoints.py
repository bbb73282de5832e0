"""Where models are asked that name no address: what litellm would read of the environment.

The address belongs to what a run stands on, so it is read once, here, and goes on as a value: into
fingerprints, the dry run and the report. litellm itself never has to look for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, Self, TypeVar

from worksurface_pipeline.harness.llm.choices import ModelChoice
from worksurface_pipeline.harness.llm.settings import OFFLINE_PROVIDER
from worksurface_pipeline.kernel.addresses import address_fault
from worksurface_pipeline.kernel.errors import SettingsError

# In litellm's order; "openai" stands for a model without a provider before its name, too.
_SUFFIXES = {"openai": ("BASE_URL", "API_BASE"), "": ("API_BASE", "BASE_URL")}


class _Choosing(Protocol):
    """Settings of either wing: they choose models."""

    @property
    def models(self) -> tuple[ModelChoice, ...]:
        """The models of the settings file."""
        ...

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """The same settings but for these fields."""
        ...


S = TypeVar("S", bound=_Choosing)


def with_endpoints(settings: S, environment: Mapping[str, str]) -> S:
    """The settings with the addresses of models as the environment gives them.

    Raises SettingsError where one is no address, or holds what belongs into a key.
    """
    models = tuple(_placed(model, environment) for model in settings.models)
    return settings if models == settings.models else settings.model_copy(update={"models": models})


def _placed(model: ModelChoice, environment: Mapping[str, str]) -> ModelChoice:
    head, slash, _ = model.id.partition("/")
    provider = head if slash else "openai"
    if model.api_base or provider == OFFLINE_PROVIDER:
        return model
    prefix = provider.upper().replace("-", "_")
    names = [f"{prefix}_{ending}" for ending in _SUFFIXES.get(provider, _SUFFIXES[""])]
    name = next((name for name in names if environment.get(name)), "")
    if not name:
        return model
    address = environment[name]
    fault = address_fault(address)
    if fault:
        raise SettingsError(
            f"The address of {model.id} {fault}",
            where=f"the environment variable {name}",
            remedy="Mend it, or set the model's api_base and key in the settings",
        )
    key = f"{prefix}_API_KEY"  # meant for that address, as the same environment names it
    named = model.key or (key if key in environment else "")
    return model.model_copy(update={"api_base": address, "key": named})
