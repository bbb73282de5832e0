"""What stands behind a foreign error of a model call: the causes that litellm wraps and hides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from worksurface_pipeline.harness.llm.retry import Fault, FaultKind
from worksurface_pipeline.harness.llm.settings import ModelSettings

RESUME = "Run again later: finished trajectories are kept"
_DEEPEST_CAUSE = 10  # errors that litellm wraps in one another; a chain may be circular
_DETAIL_CHARS = 240
_ANOTHER_FORM = "Invalid response object"  # how litellm begins a traceback that it sends on


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came from, the outermost first."""
    for _ in range(_DEEPEST_CAUSE):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def redirect_among(causes: Sequence[BaseException]) -> int:
    """The 3xx status that an error came from, 0 if none: litellm tells it for few providers."""
    for error in causes:
        status = getattr(getattr(error, "response", None), "status_code", None)
        if isinstance(status, int) and 300 <= status < 400:
            return status
    return 0


def unread_fault(causes: Sequence[BaseException], model: ModelSettings) -> Fault | None:
    """The fault of a server that was not reached or not understood; None of any other error.

    litellm says "Connection error" of both, and sends a traceback for a body of another form.
    """
    if any(_ANOTHER_FORM in str(error) for error in causes):
        what = f"The endpoint's response is not in OpenAI's form: {_told(causes[-1])}"
        remedy = f"Check that the endpoint speaks OpenAI's protocol. {RESUME}"
        return Fault(kind=FaultKind.TRANSIENT, what=what, remedy=remedy)
    import httpx  # not needed by a run of embedded models

    unreached = (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError)
    unread = (httpx.NetworkError, httpx.ProtocolError, httpx.DecodingError)
    for error in causes:
        if isinstance(error, unreached):
            return no_connection_fault(_told(error), model)
        if isinstance(error, unread):
            what = f"The endpoint's response broke off or cannot be read: {_told(error)}"
            return Fault(kind=FaultKind.TRANSIENT, what=what, remedy=f"Check the server. {RESUME}")
    return None


def no_connection_fault(text: str, model: ModelSettings) -> Fault:
    """The endpoint was not reached."""
    place = model.api_base or "the provider's endpoint"
    remedy = f"Check the network, a proxy, and api_base. {RESUME}"
    what = f"No connection to {place}: {text}"
    return Fault(kind=FaultKind.TRANSIENT, what=what, remedy=remedy)


def _told(error: BaseException) -> str:
    """What an error says in one bounded line."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join((error.title, *map(str, first["loc"])))
        return f"{place}: {first['msg']}"[:_DETAIL_CHARS]
    return " ".join(str(error).split())[:_DETAIL_CHARS] or type(error).__name__
