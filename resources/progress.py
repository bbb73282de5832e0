"""Where long work inside an asset reports how far it is; whoever shows it sets the listener."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[str, int, int], None]


def _silent(_label: str, _done: int, _total: int) -> None:
    """Nobody listens: the run was started from the page or a schedule."""


_LISTENER: ContextVar[Listener] = ContextVar("listener", default=_silent)


def report_progress(label: str, done: int, total: int) -> None:
    """Tell the listener that `done` of `total` items of `label` are finished."""
    _LISTENER.get()(label, done, total)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Send all reports of this context to `listener`."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
