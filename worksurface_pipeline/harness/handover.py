"""How a thread tells another what ended it, whatever that was."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType


class Handover:
    """Gives `told` the exception that ends the `with` block, None where it ends well."""

    def __init__(self, told: Callable[[BaseException | None], None]) -> None:
        self._told = told

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._told(error)
        return True
