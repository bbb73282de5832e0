"""The embedded model as a litellm custom provider: `offline/keyword` beside any other model id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from worksurface_pipeline.harness.llm.offline_mm_reader import read
from worksurface_pipeline.harness.llm.offline_native import call_of, told
from worksurface_pipeline.harness.llm.offline_policy import count_usage, reply
from worksurface_pipeline.harness.llm.offline_proposer import propose
from worksurface_pipeline.harness.llm.settings import OFFLINE_PROVIDER

OFFLINE_MODELS = {"keyword": reply, "proposer": propose, "reader": read}
"""What answers under each name."""


def register() -> None:
    """Make litellm know the provider `offline`. Called once, at start."""
    import litellm
    from litellm.utils import custom_llm_setup

    others = [item for item in litellm.custom_provider_map if item["provider"] != OFFLINE_PROVIDER]
    handler = _handler_class()()
    litellm.custom_provider_map = [
        *others,
        {"provider": OFFLINE_PROVIDER, "custom_handler": handler},
    ]
    custom_llm_setup()  # else the first call does it, among others that are under way


def _handler_class() -> type[Any]:
    """The handler's class; made here because its base comes with litellm."""
    import litellm

    class OfflineProvider(litellm.CustomLLM):  # type: ignore[misc]
        """Answers with the keyword policy; knows nothing but the messages."""

        def completion(self, *args: Any, **kwargs: Any) -> Any:
            """Fill the response object in place, as litellm expects of a provider."""
            if kwargs["model"] not in OFFLINE_MODELS:
                raise _unknown_model(str(kwargs["model"]))
            tools = (kwargs.get("optional_params") or {}).get("tools") or ()
            return _fill(kwargs["model"], kwargs["model_response"], kwargs["messages"], tools)

    return OfflineProvider


def _fill(
    name: str, response: Any, messages: list[dict[str, Any]], tools: Sequence[dict[str, Any]]
) -> Any:
    import litellm

    said = told(messages, tools)
    text = OFFLINE_MODELS[name](said)
    usage = count_usage(said, text)
    response.model = f"{OFFLINE_PROVIDER}/{name}"
    _say(response.choices[0], text, len(messages), bool(tools))
    response.usage = litellm.Usage(
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        total_tokens=usage.total,
    )
    return response


def _say(choice: Any, text: str, number: int, is_native: bool) -> None:
    """The reply as text or, where tools were offered, as a call."""
    import litellm

    call = call_of(text, number) if is_native else None
    choice.finish_reason = "tool_calls" if call else "stop"
    choice.message.content = None if call else text
    if call:
        function = {"name": call.name, "arguments": call.arguments}
        made = litellm.ChatCompletionMessageToolCall(id=call.id, function=function)
        choice.message.tool_calls = [made]


def _unknown_model(name: str) -> Exception:
    import litellm

    known = ", ".join(OFFLINE_MODELS)
    error: Exception = litellm.exceptions.NotFoundError(
        message=f"there is no embedded model {name}; there is: {known}",
        model=name,
        llm_provider=OFFLINE_PROVIDER,
    )
    return error
