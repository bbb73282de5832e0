"""A wall-clock limit around one blocking call.

litellm sets no total time-out: a server that accepts and stays silent, or drips a byte now and
then, would hold its caller for ever. The call therefore runs in a daemon thread; after the limit
the caller goes on and the thread is left to end by itself (it never keeps the process alive).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")


def call_within(seconds: float, function: Callable[[], T]) -> T:
    """The result of `function`, or its exception; TimeoutError after `seconds`."""
    future: Future[T] = Future()

    def work() -> None:
        with _Handover(future):
            future.set_result(function())

    threading.Thread(target=work, name="model-call", daemon=True).start()
    return future.result(timeout=seconds)


class _Handover:
    """Hands an exception of the `with` block over to the thread that waits for the future."""

    def __init__(self, future: Future[Any]) -> None:
        self._future = future

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if error is not None:
            self._future.set_exception(error)
        return True
