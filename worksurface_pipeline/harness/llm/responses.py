"""A response of litellm read into a reply: what was said, called, used, and by whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from worksurface_pipeline.harness.llm.faults import broken_reply_fault, empty_response_fault
from worksurface_pipeline.harness.llm.retry import Fault
from worksurface_pipeline.harness.llm.types import REFUSED, ModelReply, NativeCall, Usage


def reply_of(response: Any) -> ModelReply | Fault:
    """The reply in a response of litellm, or the fault that it is in truth."""
    if not response.choices:
        return empty_response_fault()
    choice = response.choices[0]
    broken = broken_reply_fault(getattr(choice, "provider_specific_fields", None) or {})
    if broken is not None:
        return broken
    said = _clean(choice.message.content)
    calls = tuple(_calls(getattr(choice.message, "tool_calls", None)))
    refusal = "" if said or calls else _clean(getattr(choice.message, "refusal", None))
    text = said or refusal
    return ModelReply(
        text=text,
        tool_calls=calls,
        usage=_usage(getattr(response, "usage", None), text or calls),
        model_returned=_clean(response.model),
        finish_reason=REFUSED if refusal else _clean(choice.finish_reason),
        system_fingerprint=_clean(getattr(response, "system_fingerprint", None)),
    )


def _calls(calls: Any) -> Iterator[NativeCall]:
    """Tool calls as received; an id that an endpoint leaves out is made of the call's place."""
    for number, call in enumerate(calls or ()):
        yield NativeCall(
            id=_clean(call.id) or f"call_{number}",
            name=_clean(call.function.name),
            arguments=_clean(call.function.arguments),
        )


def _usage(usage: Any, said: object) -> Usage:
    """Counts as reported. litellm fills in 0 where nothing was reported: that is None here."""
    prompt = _count(getattr(usage, "prompt_tokens", None))
    completion = _count(getattr(usage, "completion_tokens", None))
    is_reported = bool(completion) or (completion == 0 and not said)
    return Usage(
        prompt_tokens=prompt or None,
        completion_tokens=completion if prompt and is_reported else None,
    )


def _count(tokens: Any) -> int | None:
    return tokens if isinstance(tokens, int) and tokens >= 0 else None


def _clean(text: Any) -> str:
    """Text that every later encoder takes: None is empty, lone surrogates are replaced."""
    return "" if text is None else str(text).encode("utf-8", "replace").decode("utf-8")
