"""Where the calls of a model go, as people are told it."""

from __future__ import annotations

from urllib.parse import urlsplit

from worksurface_pipeline.harness.llm.settings import ModelSettings


def endpoint_of(model: ModelSettings) -> str:
    """The host that a model's calls go to; a provider's own where no address is configured.

    A key that stands in an address is never shown.
    """
    if model.api_base:
        parts = urlsplit(model.api_base)
        return parts.netloc.rpartition("@")[2] or model.api_base
    provider, has_provider, _ = model.litellm_model.partition("/")
    named = provider if has_provider else model.litellm_model
    return f"the own endpoint of {named}"
