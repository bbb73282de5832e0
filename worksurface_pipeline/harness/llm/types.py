"""What goes to a model and what comes back; the client protocol every gateway fulfils."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Protocol

from pydantic import (
    AfterValidator,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    model_serializer,
)

from worksurface_pipeline.kernel.hashing import canonical_json, digest_text
from worksurface_pipeline.kernel.model import Frozen

REFUSED = "content_filter"
"""The reason of a reply that the model or its endpoint refused, in OpenAI's word."""
CONTEXT_WINDOW = "context_window"
"""The reason of a request that is longer than the model can take."""
MOST_TOKENS = 10**12
"""No call and no task takes more: the longest contexts are a million times smaller."""
_MESSAGES = 1024  # whose canonical form is remembered: of all conversations under way
_BYTES_PER_TOKEN = 2
"""On the safe side: prose has about 4, Chinese about 3, dense figures and code more than 2."""
_TOKENS_PER_PICTURE = 1600
"""What the greater providers take for a page at its full size, rounded up."""


def is_plausible(tokens: int) -> bool:
    """Whether a number can be a count of tokens; one that cannot counts as not reported."""
    return 0 <= tokens <= MOST_TOKENS


def _plausible(tokens: int | None) -> int | None:
    return tokens if tokens is not None and is_plausible(tokens) else None


Count = Annotated[int | None, AfterValidator(_plausible)]


class NativeCall(Frozen):
    """A tool call in the model's own format; `arguments` is the text that it wrote."""

    id: str
    name: str
    arguments: str


class NativeTool(Frozen):
    """A tool as function calling describes it; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class _Sparse(Frozen):
    """A record that leaves out its unused fields of function calling and of pictures.

    So that what uses none of them keeps the digest, and the form, that it always had.
    """

    @model_serializer(mode="wrap")
    def _without_unused(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = handler(self)
        for name in ("tools", "tool_calls", "tool_call_id", "images"):
            if name in fields and not fields[name]:
                del fields[name]
        return fields


class Picture(Frozen):
    """A picture within a message: its bytes' digest and media type, and where it stands.

    `place` is the number of characters of the message's text before it. `path` is where the bytes
    are read when the message is sent; it is no part of the form or digest of a request.
    """

    digest: str
    media_type: str
    place: int = Field(default=0, ge=0)
    path: Path = Field(exclude=True, repr=False)


class Message(_Sparse):
    """One chat message; `role` is system, user, assistant or tool.

    Under function calling an assistant's message carries its `tool_calls`, and the message of a
    tool the id of the call that it answers. `images` stand within the text, in order of place.
    """

    role: str
    content: str
    tool_calls: tuple[NativeCall, ...] = ()
    tool_call_id: str = ""
    images: tuple[Picture, ...] = ()

    @property
    def as_sent(self) -> str:
        """All of the message that takes tokens, as one text."""
        return "".join([self.content, *(call.arguments for call in self.tool_calls)])


@lru_cache(maxsize=_MESSAGES)
def _canonical_message(message: Message) -> str:
    """A message as canonical JSON: it stands in every later request of its conversation."""
    return canonical_json(message)


class Usage(Frozen):
    """Token counts as the response reports them; None when it reports none that can be."""

    prompt_tokens: Count = None
    completion_tokens: Count = None

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


class ModelRequest(_Sparse):
    """A whole request: everything that may change the answer.

    `within_seconds` is how long the caller waits for the reply, the time in queues apart; it is no
    part of the request's form or digest.
    """

    model: str
    messages: tuple[Message, ...]
    sampling: Sampling = Sampling()
    prompt_version: str = ""
    epoch: int = 0
    tools: tuple[NativeTool, ...] = ()
    within_seconds: float | None = Field(default=None, exclude=True, repr=False)

    @property
    def guessed_usage(self) -> Usage:
        """Tokens of the prompt by its length, and the most that the reply may take."""
        texts = [message.as_sent for message in self.messages]
        shown = canonical_json(self.tools) if self.tools else ""
        pictures = sum(len(message.images) for message in self.messages)
        prompt = guess_tokens("".join([shown, *texts])) + pictures * _TOKENS_PER_PICTURE
        return Usage(prompt_tokens=prompt, completion_tokens=self.sampling.max_tokens)

    def digest(self, *before: object) -> str:
        """What `digest_json` gives of the request, or of a list of values and the request."""
        if not before:
            return digest_text(self._canonical())
        given = ",".join(canonical_json(value) for value in before)
        return digest_text(f"[{given},{self._canonical()}]")

    def _canonical(self) -> str:
        rest = {**self.model_dump(mode="json", exclude={"messages"}), "messages": []}
        before, found, after = canonical_json(rest).partition('"messages":[')
        return f"{before}{found}{','.join(map(_canonical_message, self.messages))}{after}"


class ModelReply(_Sparse):
    """A model's reply: text and calls as received, usage, and what the endpoint says it is.

    `queued_seconds` were spent waiting for our own limits or a pause that the endpoint asked for;
    they are no part of the reply's form.
    """

    text: str
    usage: Usage
    model_returned: str = ""
    finish_reason: str = ""
    system_fingerprint: str = ""
    attempts: int = 1
    is_cached: bool = False
    queued_seconds: float = Field(default=0.0, exclude=True, repr=False)
    tool_calls: tuple[NativeCall, ...] = ()

    @property
    def as_said(self) -> str:
        """All of the reply as one text: its words, or with calls both as canonical JSON."""
        if not self.tool_calls:
            return self.text
        calls = [call.model_dump() for call in self.tool_calls]
        return canonical_json({"content": self.text, "tool_calls": calls})


class ModelClient(Protocol):
    """Anything that answers a request.

    Raises ModelUnavailableError (after its own retries) or ModelConfigurationError.
    """

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request."""
        ...


def guess_tokens(text: str) -> int:
    """About how many tokens a text takes, for limits alone: never shown as a usage."""
    return tokens_of_bytes(len(text.encode("utf-8", "replace")))


def tokens_of_bytes(size: int) -> int:
    """About how many tokens so many bytes of text take, on the safe side."""
    return math.ceil(size / _BYTES_PER_TOKEN)
