"""When to leave an endpoint alone that only fails: each further call would cost its time-outs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from worksurface_pipeline.kernel.errors import ModelConfigurationError, ModelError

T = TypeVar("T")

MOST_IN_A_ROW = 10
"""So many failed calls one after the other, each after its retries, are no passing fault."""


class Patience:
    """What the calls of one step have left of it. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_a_row = 0

    def call(self, asking: Callable[[], T]) -> T | str:
        """What `asking` a model gives, or why it gave nothing or was not asked any more.

        Raises ModelConfigurationError: no call can succeed then.
        """
        with self._lock:
            if self._in_a_row >= MOST_IN_A_ROW:
                return f"not asked: {MOST_IN_A_ROW} calls in a row had failed"
        try:
            found = asking()
        except ModelConfigurationError:
            raise
        except ModelError as error:
            with self._lock:
                self._in_a_row += 1
            return str(error)
        with self._lock:
            self._in_a_row = 0
        return found
