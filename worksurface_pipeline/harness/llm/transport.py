"""Where litellm is called for replies: a request out, a reply or a fault back.

The one other place is `embedding`, which asks it for vectors.

litellm is imported inside the functions (it takes seconds). Its module-level state is set once by
`start`, and never afterwards: concurrent calls share it.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Mapping
from typing import Any, Protocol

from worksurface_pipeline.harness.llm.faults import fault_of
from worksurface_pipeline.harness.llm.offline_provider import register
from worksurface_pipeline.harness.llm.pictures import content_parts
from worksurface_pipeline.harness.llm.refusals import refused_for
from worksurface_pipeline.harness.llm.responses import reply_of
from worksurface_pipeline.harness.llm.retry import Fault
from worksurface_pipeline.harness.llm.settings import FREE, ModelSettings, Price
from worksurface_pipeline.harness.llm.types import (
    CONTEXT_WINDOW,
    REFUSED,
    Message,
    ModelReply,
    ModelRequest,
    NativeCall,
    NativeTool,
    Usage,
)

_PER_MILLION = 1_000_000
# An endpoint of one's own may need no key, but the client of `openai/…` refuses to start without.
_NO_KEY = "none"
_KEPT_CONNECTIONS = 64  # the highest concurrency of one model


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
    """Import litellm, silence it, register the embedded provider. Done once per process.

    No client follows a redirect: what leaves for one address must not go on to another (a key in
    a header of the provider's own would go along), and one attempt is one request. No response is
    read for ever.
    """
    import httpx
    import litellm
    from litellm.llms.custom_httpx.http_handler import HTTPHandler

    from worksurface_pipeline.harness.llm.bounded import bounded

    # What an endpoint gets wrong is told as a fault; pydantic tells the terminal too.
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    # Its embeddings take a count of 0 for one that is not given.
    litellm.DEFAULT_MAX_RETRIES = 0
    # As many connections as there are calls in flight; the gateway bounds those.
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=_KEPT_CONNECTIONS)
    litellm.client_session = bounded(httpx.Client(limits=limits))
    # The providers that do not go over OpenAI's package make clients of this class, each its own.
    made = HTTPHandler.create_client
    own = functools.partialmethod(lambda handler: bounded(made(handler)))
    setattr(HTTPHandler, "create_client", own)  # noqa: B010 - mypy holds a method to be fixed
    bounded(litellm.module_level_client.client)
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
            reason = refused_for(error)
            if reason:
                return ModelReply(text="", usage=Usage(), finish_reason=reason)
            return fault_of(error, model)
        return reply_of(response)

    def price(self, model: ModelSettings) -> Price | None:
        """The configured price, else the one in litellm's table, else None. Embedded: nothing."""
        if model.is_offline:
            return FREE
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
        "messages": [_message(message) for message in request.messages],
        "temperature": request.sampling.temperature,
        "max_tokens": request.sampling.max_tokens,
        "timeout": model.timeout_seconds,
        "num_retries": 0,
        "max_retries": 0,
        "drop_params": True,  # a model that takes no seed or temperature is still usable
    }
    if request.tools:
        arguments["tools"] = [_tool(tool) for tool in request.tools]
        arguments["parallel_tool_calls"] = False  # one call a turn: the others would be told off
    if request.sampling.seed is not None:
        arguments["seed"] = request.sampling.seed
    return {**arguments, **access(model)}


def access(model: ModelSettings) -> dict[str, str]:
    """Address and key of an endpoint, as far as the settings name them."""
    found = {"api_base": model.api_base} if model.api_base else {}
    if model.api_key is not None:
        found["api_key"] = model.api_key.get_secret_value()
    elif model.api_base:
        found["api_key"] = _NO_KEY
    return found


def _message(message: Message) -> Mapping[str, Any]:
    """A message in OpenAI's form, which litellm takes for every provider."""
    fields = message.model_dump()
    if message.images:
        del fields["images"]
        fields["content"] = content_parts(message)
    if message.tool_calls:
        fields["tool_calls"] = [
            {"id": item.id, "type": "function", "function": _function(item)}
            for item in message.tool_calls
        ]
    return fields


def _function(call: NativeCall) -> Mapping[str, str]:
    return {"name": call.name, "arguments": call.arguments}


def _tool(tool: NativeTool) -> Mapping[str, Any]:
    return {"type": "function", "function": tool.model_dump()}
