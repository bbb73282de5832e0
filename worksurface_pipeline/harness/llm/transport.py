"""The one place where litellm is called: a request out, a reply or a fault back.

litellm is imported inside the functions (it takes seconds). Its module-level state is set once by
`start`, and never afterwards: concurrent calls share it.
"""

from __future__ import annotations

import functools
from typing import Any, Protocol

from worksurface_pipeline.harness.llm.faults import empty_response_fault, fault_of
from worksurface_pipeline.harness.llm.offline_provider import register
from worksurface_pipeline.harness.llm.retry import Fault
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest, Usage

REFUSED = "content_filter"
CONTEXT_WINDOW = "context_window"
_PER_MILLION = 1_000_000


class Transport(Protocol):
    """Sends one request once. Never retries; a fault comes back as a value."""

    def send(self, request: ModelRequest, model: ModelSettings) -> ModelReply | Fault:
        """One attempt."""
        ...

    def price(self, model: ModelSettings) -> Price | None:
        """What the model costs as far as it is known."""
        ...


@functools.cache
def start() -> None:
    """Import litellm, silence it, register the embedded provider. Done once per process."""
    import litellm

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    register()


class LitellmTransport:
    """The transport over litellm. It changes no global of litellm after `start`."""

    def __init__(self) -> None:
        start()

    def send(self, request: ModelRequest, model: ModelSettings) -> ModelReply | Fault:
        """One HTTP request. What the endpoint refuses for its content is a reply, not a fault."""
        import litellm

        foreign = litellm.exceptions
        try:
            response = litellm.completion(**_arguments(request, model))
        except foreign.ContentPolicyViolationError:
            return ModelReply(text="", usage=Usage(), finish_reason=REFUSED)
        except foreign.ContextWindowExceededError:
            return ModelReply(text="", usage=Usage(), finish_reason=CONTEXT_WINDOW)
        # litellm's errors have no base of their own; all derive from the openai package's.
        except (foreign.openai.OpenAIError, OSError, ValueError, ImportError) as error:
            return fault_of(error, model)
        return _reply(response)

    def price(self, model: ModelSettings) -> Price | None:
        """The configured price, else the one in litellm's table, else None. Embedded: nothing."""
        if model.is_offline:
            return Price(prompt_per_million=0.0, completion_per_million=0.0)
        return model.price or _listed_price(model.litellm_model)


def _listed_price(name: str) -> Price | None:
    import litellm

    entry = litellm.model_cost.get(name) or litellm.model_cost.get(name.partition("/")[2])
    prompt = (entry or {}).get("input_cost_per_token")
    completion = (entry or {}).get("output_cost_per_token")
    if prompt is None or completion is None:
        return None
    return Price(
        prompt_per_million=float(prompt) * _PER_MILLION,
        completion_per_million=float(completion) * _PER_MILLION,
    )


def _arguments(request: ModelRequest, model: ModelSettings) -> dict[str, Any]:
    """Keyword arguments of `litellm.completion`; both of its retry counts are off."""
    arguments: dict[str, Any] = {
        "model": model.litellm_model,
        "messages": [message.model_dump() for message in request.messages],
        "temperature": request.sampling.temperature,
        "max_tokens": request.sampling.max_tokens,
        "timeout": model.timeout_seconds,
        "num_retries": 0,
        "max_retries": 0,
        "drop_params": True,  # a model that takes no seed or temperature is still usable
    }
    if request.sampling.seed is not None:
        arguments["seed"] = request.sampling.seed
    if model.api_base:
        arguments["api_base"] = model.api_base
    if model.api_key is not None:
        arguments["api_key"] = model.api_key.get_secret_value()
    return arguments


def _reply(response: Any) -> ModelReply | Fault:
    if not response.choices:
        return empty_response_fault()
    choice = response.choices[0]
    text = _clean(choice.message.content)
    return ModelReply(
        text=text,
        usage=_usage(getattr(response, "usage", None), text),
        model_returned=_clean(response.model),
        finish_reason=_clean(choice.finish_reason),
        system_fingerprint=_clean(getattr(response, "system_fingerprint", None)),
    )


def _usage(usage: Any, text: str) -> Usage:
    """Counts as reported. litellm fills in 0 where nothing was reported: that is None here."""
    prompt = getattr(usage, "prompt_tokens", None)
    completion = getattr(usage, "completion_tokens", None)
    is_reported = bool(completion) or (completion == 0 and not text)
    return Usage(
        prompt_tokens=prompt or None,
        completion_tokens=completion if prompt and is_reported else None,
    )


def _clean(text: Any) -> str:
    """Text that every later encoder takes: None is empty, lone surrogates are replaced."""
    return "" if text is None else str(text).encode("utf-8", "replace").decode("utf-8")
