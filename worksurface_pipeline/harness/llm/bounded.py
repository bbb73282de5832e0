"""HTTP clients whose responses end: by the time limit of their request, and by their size.

httpx knows the time of one read alone. A body that comes for ever, in drips or as a flood, would
hold its thread after the caller has gone on, and fill the memory.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx

MOST_MIB = 16
"""No reply to a chat is as long; vectors are."""
MOST_VECTORS_MIB = 256
_MIB = 1 << 20
# A body that was not to be compressed, and is, may be a thousand times as long.
_PACKED = 64
_BEGUN = "worksurface_begun"


class TooLongResponseError(httpx.ReadError):
    """The body is longer than any honest one."""


def bounded(client: httpx.Client) -> httpx.Client:
    """The client, set so that it follows no redirect and gives up on endless responses."""
    client.follow_redirects = False
    client.event_hooks = {"request": [_on_request], "response": [_on_response]}
    return client


class _Body(httpx.SyncByteStream):
    """The body of a response, as far as it is allowed to go."""

    def __init__(self, stream: httpx.SyncByteStream, until: float | None, most_mib: float) -> None:
        self._stream = stream
        self._until = until
        self._most_mib = most_mib

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._stream:
            size += len(chunk)
            if size > self._most_mib * _MIB:
                raise TooLongResponseError(f"it is longer than {self._most_mib:g} MiB")
            if self._until is not None and time.monotonic() > self._until:
                raise httpx.ReadTimeout("it did not end within the limit of time")
            yield chunk

    def close(self) -> None:
        self._stream.close()


def _on_request(request: httpx.Request) -> None:
    request.headers["accept-encoding"] = "identity"
    request.extensions[_BEGUN] = time.monotonic()


def _on_response(response: httpx.Response) -> None:
    if not isinstance(response.stream, httpx.SyncByteStream):
        return
    extensions = response.request.extensions
    seconds = extensions.get("timeout", {}).get("read")
    until = None if seconds is None else extensions[_BEGUN] + seconds
    is_packed = response.headers.get("content-encoding", "identity") != "identity"
    most = MOST_VECTORS_MIB if "embed" in response.request.url.path else MOST_MIB
    response.stream = _Body(response.stream, until, most / _PACKED if is_packed else most)
