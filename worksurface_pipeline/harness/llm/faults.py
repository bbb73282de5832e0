"""Foreign errors of a model call, mapped where they enter: one table from error to fault.

litellm's status codes cannot be trusted alone (a missing key comes as 500 or 401, an unknown
provider as 400), so its own messages are read where no server has spoken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from worksurface_pipeline.harness.llm.causes import (
    RESUME,
    causes_of,
    no_connection_fault,
    redirect_among,
    unread_fault,
)
from worksurface_pipeline.harness.llm.retry import Fault, FaultKind
from worksurface_pipeline.harness.llm.settings import ModelSettings

_UNKNOWN_PROVIDER = re.compile(r"LLM Provider NOT provided|Unmapped LLM provider", re.IGNORECASE)
_NO_KEY = re.compile(
    r"missing (\w+ )?(api.?key|credentials)|api_key client option|unable to locate credentials",
    re.IGNORECASE,
)
_NO_LIBRARY = re.compile(r"import failed|No module named|pip install", re.IGNORECASE)
# What servers say to a picture for a model without eyes: vLLM, llama.cpp, OpenRouter, others.
_NO_EYES = re.compile(
    r"is not a multimodal model|image input is not supported|support image input|"
    r"unsupported content part type\W+image_url|(?:does not|doesn't) support (?:images?|vision)",
    re.IGNORECASE,
)
_NO_CREDIT = re.compile(r"insufficient_quota|exceeded your current quota|billing", re.IGNORECASE)
_NO_NETWORK = re.compile(
    r"connection error|connection refused|name or service not known|name resolution|"
    r"network is unreachable|no route to host",
    re.IGNORECASE,
)
# What litellm says of an error in a body of status 200: a status of its own, and no word of ours.
_WORDLESS = re.compile(r"Exception -\s*$")
_TRANSIENT_STATUS = frozenset({408, 409, 425})
_DETAIL_CHARS = 240  # of a foreign message, enough to see the cause


def timeout_fault(seconds: float) -> Fault:
    """The wall-clock limit of one attempt was reached."""
    return Fault(
        kind=FaultKind.TRANSIENT,
        what=f"The model gave no complete reply within {seconds:g} s",
        remedy=f"Raise `seconds` of the model in the settings, or check its endpoint. {RESUME}",
    )


def too_late_fault() -> Fault:
    """The caller's limit of time is used up."""
    return Fault(
        kind=FaultKind.TOO_LATE,
        what="The limit of time was reached before the model had replied",
        remedy=f"Check the endpoint, or raise the limit. {RESUME}",
    )


def empty_response_fault() -> Fault:
    """The endpoint sent a response without any choice: a server's fault, not a model's answer."""
    return Fault(
        kind=FaultKind.TRANSIENT,
        what="The endpoint sent a response without a reply",
        remedy=f"Check the endpoint. {RESUME}",
    )


def broken_reply_fault(fields: Mapping[str, object]) -> Fault | None:
    """A reply that the endpoint itself marks as broken off by an error of its own, else None.

    litellm turns such an end into an ordinary one; what it was stands in the provider's fields.
    """
    error = fields.get("error")
    if not error and fields.get("native_finish_reason") != "error":
        return None
    said = f": {error}"[:_DETAIL_CHARS] if error else ""
    return Fault(
        kind=FaultKind.TRANSIENT, what=f"The endpoint broke off its reply{said}", remedy=RESUME
    )


def fault_of(error: Exception, model: ModelSettings) -> Fault:
    """The fault that a foreign error of one attempt is, with the key's value blotted out."""
    text = _safe_text(error, model)
    causes = tuple(causes_of(error))
    unread = unread_fault(causes, model)
    if unread is not None:
        return unread
    status = getattr(error, "status_code", None)
    if not isinstance(status, int):
        status = 0
    configuration = _configuration_fault(redirect_among(causes) or status, text, model)
    if configuration is not None:
        return configuration
    wait = retry_after(_headers(error))
    if status == 429:
        remedy = f"Lower the model's concurrency or raise its attempts. {RESUME}"
        what = f"The endpoint limits the rate of calls: {text}"
        return Fault(kind=FaultKind.RATE_LIMITED, what=what, remedy=remedy, retry_after=wait)
    if 400 <= status < 500 and status not in _TRANSIENT_STATUS and not _WORDLESS.search(text):
        what = f"The endpoint refused the request with status {status}: {text}"
        remedy = "Compare the model's settings with what its endpoint accepts"
        return Fault(kind=FaultKind.REFUSED_REQUEST, what=what, remedy=remedy)
    if _NO_NETWORK.search(text):
        return no_connection_fault(text, model)
    what = f"The endpoint failed: {text}"
    return Fault(kind=FaultKind.TRANSIENT, what=what, remedy=RESUME, retry_after=wait)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that Retry-After asks for, as a number or a date; None when it says nothing usable.

    A date is taken relative to the response's own Date header, so that no clock is read.
    """
    lower = {name.lower(): value.strip() for name, value in headers.items()}
    milliseconds = _positive(lower.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000.0
    value = lower.get("retry-after", "")
    seconds = _positive(value)
    return seconds if seconds is not None else _until(value, lower.get("date", ""))


def _configuration_fault(status: int, text: str, model: ModelSettings) -> Fault | None:
    """The fault that no further attempt can get around, None if it is not of that sort."""
    found = _blind(status, text) or _unusable(status, text, model)
    if found is None:
        return None
    what, remedy = found
    return Fault(kind=FaultKind.CONFIGURATION, what=what, remedy=remedy)


def _blind(status: int, text: str) -> tuple[str, str] | None:
    """A picture was sent to a model that takes none: some servers call that a fault of theirs."""
    if status == 429 or not _NO_EYES.search(text):
        return None
    return f"The model takes no pictures: {text}", "Name it as text-only, or take one that sees"


def _unusable(status: int, text: str, model: ModelSettings) -> tuple[str, str] | None:
    key = model.key_variable or "the provider's key variable"
    if _UNKNOWN_PROVIDER.search(text):
        remedy = "Write it as <provider>/<name> as litellm does, for example openai/gpt-4o-mini"
        return f"No provider is known for the model {model.litellm_model}", remedy
    if status in (401, 403, 407):
        return f"The endpoint refused the key: {text}", f"Set {key} to a key that may use the model"
    if status != 429 and _NO_KEY.search(text):
        return "The model needs a key and none is set", f"Set {key} in the environment"
    if _NO_LIBRARY.search(text) and status != 429:
        return f"The provider's own library is not installed: {text}", "Install it, or change model"
    if status == 402 or (status == 429 and _NO_CREDIT.search(text)):
        return f"The account has no credit left: {text}", "Top it up, or change the model"
    if 300 <= status < 400:
        remedy = "Write the address that it redirects to as api_base"
        return "The endpoint redirects to another address, which is not followed", remedy
    if status == 404:
        remedy = "Check the model's name and its api_base"
        return f"The endpoint knows no such model or address: {text}", remedy
    return None


def _safe_text(error: Exception, model: ModelSettings) -> str:
    """One bounded line of the foreign message, without the key."""
    text = " ".join(str(error).split())
    secret = model.api_key.get_secret_value() if model.api_key is not None else ""
    if secret:
        text = text.replace(secret, "***")
    return text[:_DETAIL_CHARS] or type(error).__name__


def _headers(error: Exception) -> Mapping[str, str]:
    """The headers of the response; for most providers its own is one that litellm made up."""
    response = getattr(error, "response", None)
    made_up = getattr(response, "headers", None)
    real = getattr(error, "litellm_response_headers", None)
    return {**dict(made_up or {}), **dict(real or {})}


def _positive(text: str) -> float | None:
    is_number = re.fullmatch(r"\d+(\.\d+)?", text) is not None
    return float(text) if is_number else None


def _until(then: str, now: str) -> float | None:
    try:
        seconds = (parsedate_to_datetime(then) - parsedate_to_datetime(now)).total_seconds()
    except (ValueError, TypeError):
        return None
    return max(0.0, seconds)
