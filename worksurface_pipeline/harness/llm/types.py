"""What goes to a model and what comes back; the client protocol every gateway fulfils."""

from __future__ import annotations

from typing import Protocol

from worksurface_pipeline.kernel.model import Frozen


class Message(Frozen):
    """One chat message; `role` is system, user or assistant."""

    role: str
    content: str


class Usage(Frozen):
    """Token counts as the response reports them; None when it reports none."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None

    @property
    def total(self) -> int | None:
        """Prompt and completion together, None when either is missing."""
        if self.prompt_tokens is None or self.completion_tokens is None:
            return None
        return self.prompt_tokens + self.completion_tokens


class Sampling(Frozen):
    """Sampling fields sent with every request."""

    temperature: float = 0.0
    seed: int | None = None
    max_tokens: int = 1024


class ModelRequest(Frozen):
    """A whole request: everything that may change the answer."""

    model: str
    messages: tuple[Message, ...]
    sampling: Sampling = Sampling()
    prompt_version: str = ""
    epoch: int = 0


class ModelReply(Frozen):
    """A model's reply: text as received, usage, and what the endpoint says it is."""

    text: str
    usage: Usage
    model_returned: str = ""
    finish_reason: str = ""
    system_fingerprint: str = ""
    attempts: int = 1
    is_cached: bool = False


class ModelClient(Protocol):
    """Anything that answers a request.

    Raises ModelUnavailableError (after its own retries) or ModelConfigurationError.
    """

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request."""
        ...
