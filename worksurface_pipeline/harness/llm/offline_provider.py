"""The embedded model as a litellm custom provider: `offline/keyword` beside any other model id."""

from __future__ import annotations

from typing import Any

from worksurface_pipeline.harness.llm.offline_policy import count_usage, reply
from worksurface_pipeline.harness.llm.offline_proposer import propose
from worksurface_pipeline.harness.llm.settings import OFFLINE_PROVIDER
from worksurface_pipeline.harness.llm.types import Message

OFFLINE_MODELS = {"keyword": reply, "proposer": propose}
"""What answers under each name."""


def register() -> None:
    """Make litellm know the provider `offline`. Called once, at start."""
    import litellm

    others = [item for item in litellm.custom_provider_map if item["provider"] != OFFLINE_PROVIDER]
    handler = _handler_class()()
    litellm.custom_provider_map = [
        *others,
        {"provider": OFFLINE_PROVIDER, "custom_handler": handler},
    ]


def _handler_class() -> type[Any]:
    """The handler's class; made here because its base comes with litellm."""
    import litellm

    class OfflineProvider(litellm.CustomLLM):  # type: ignore[misc]
        """Answers with the keyword policy; knows nothing but the messages."""

        def completion(self, *args: Any, **kwargs: Any) -> Any:
            """Fill the response object in place, as litellm expects of a provider."""
            if kwargs["model"] not in OFFLINE_MODELS:
                raise _unknown_model(str(kwargs["model"]))
            return _fill(kwargs["model"], kwargs["model_response"], kwargs["messages"])

    return OfflineProvider


def _fill(name: str, response: Any, messages: list[dict[str, str]]) -> Any:
    import litellm

    said = [Message(role=item["role"], content=item["content"]) for item in messages]
    text = OFFLINE_MODELS[name](said)
    usage = count_usage(said, text)
    response.model = f"{OFFLINE_PROVIDER}/{name}"
    response.choices[0].message.content = text
    response.choices[0].finish_reason = "stop"
    response.usage = litellm.Usage(
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        total_tokens=usage.total,
    )
    return response


def _unknown_model(name: str) -> Exception:
    import litellm

    known = ", ".join(OFFLINE_MODELS)
    error: Exception = litellm.exceptions.NotFoundError(
        message=f"there is no embedded model {name}; there is: {known}",
        model=name,
        llm_provider=OFFLINE_PROVIDER,
    )
    return error
