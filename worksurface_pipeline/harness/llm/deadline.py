"""A wall-clock limit around one blocking call.

litellm sets no total time-out: a server that accepts and stays silent, or drips a byte now and
then, would hold its caller for ever. The call therefore runs in a daemon thread; after the limit
the caller goes on and the thread is left to end by itself (it never keeps the process alive).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from worksurface_pipeline.harness.handover import Handover

T = TypeVar("T")


def call_within(seconds: float, function: Callable[[], T]) -> T:
    """The result of `function`, or its exception; TimeoutError after `seconds`."""
    future: Future[T] = Future()

    def work() -> None:
        with Handover(lambda error: future.set_exception(error) if error else None):
            future.set_result(function())

    threading.Thread(target=work, name="model-call", daemon=True).start()
    return future.result(timeout=seconds)
