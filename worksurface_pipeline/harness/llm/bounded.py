"""HTTP clients whose responses end: by the time limit of their request, and by their size.

httpx knows the time of one read alone. A body that comes for ever, in drips or as a flood, would
hold its thread after the caller has gone on, and fill the memory.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx

MOST_MIB = 16
"""No reply to a chat is as long; vectors are."""
MOST_VECTORS_MIB = 256
_MIB = 1 << 20
# A body that was not to be compressed, and is, may be a thousand times as long.
_PACKED = 64


class TooLongResponseError(httpx.ReadError):
    """The body is longer than any honest one."""


def bounded(client: httpx.Client) -> httpx.Client:
    """The client, set so that it follows no redirect and gives up on endless responses."""
    client.follow_redirects = False
    client.event_hooks = {"request": [_on_request], "response": [_on_response]}
    return client


class _Body(httpx.SyncByteStream):
    """The body of a response, as far as it is allowed to go; `seconds` run from its headers on."""

    def __init__(
        self, stream: httpx.SyncByteStream, seconds: float | None, most_mib: float
    ) -> None:
        self._stream = stream
        self._most_mib = most_mib
        self._is_late = threading.Event()
        self._timer = threading.Timer(seconds or 0.0, self._is_late.set)
        self._timer.daemon = True
        if seconds is not None:
            self._timer.start()

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._stream:
            size += len(chunk)
            if size > self._most_mib * _MIB:
                raise TooLongResponseError(f"it is longer than {self._most_mib:g} MiB")
            if self._is_late.is_set():
                raise httpx.ReadTimeout("it did not end within the limit of time")
            yield chunk

    def close(self) -> None:
        self._timer.cancel()
        self._stream.close()


def _on_request(request: httpx.Request) -> None:
    request.headers["accept-encoding"] = "identity"


def _on_response(response: httpx.Response) -> None:
    if not isinstance(response.stream, httpx.SyncByteStream):
        return
    seconds = response.request.extensions.get("timeout", {}).get("read")
    is_packed = response.headers.get("content-encoding", "identity") != "identity"
    most = MOST_VECTORS_MIB if "embed" in response.request.url.path else MOST_MIB
    response.stream = _Body(response.stream, seconds, most / _PACKED if is_packed else most)
