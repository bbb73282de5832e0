"""Results of pure functions by the digest of their inputs, kept from one run to the next.

A memo belongs to one step and one partition. It holds what its last run asked for and nothing
else, and may be deleted at any time. Its name must cover the code that computes the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from worksurface_pipeline.kernel.blobs import Blobs, sealed, unsealed
from worksurface_pipeline.kernel.hashing import digest_text

R = TypeVar("R", bound=BaseModel)

_LINES = TypeAdapter(list[tuple[str, str]])


class Memo:
    """A context manager: recalls from the stored memo, and stores what was used at its end."""

    def __init__(self, blobs: Blobs, name: str) -> None:
        self._blobs = blobs
        self._key = digest_text(name)
        self._old: dict[str, str] = {}
        self._used: dict[str, str] = {}

    def recall(self, key: str, kind: type[R], compute: Callable[[], Iterable[R]]) -> tuple[R, ...]:
        """The records of a key: those of an earlier run, or computed now."""
        stored = self._used.get(key) or self._old.get(key)
        rows: TypeAdapter[tuple[R, ...]] = TypeAdapter(tuple[kind, ...])  # type: ignore[valid-type]
        if stored is not None:
            self._used[key] = stored
            return rows.validate_json(stored)
        found = tuple(compute())
        self._used[key] = rows.dump_json(found).decode()
        return found

    def __enter__(self) -> Self:
        self._old = dict(_parsed(unsealed(self._blobs.get(self._key)) or b"[]"))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and self._used != self._old:
            data = _LINES.dump_json(sorted(self._used.items()))
            self._blobs.put(self._key, sealed(data))


def _parsed(data: bytes) -> list[tuple[str, str]]:
    try:
        return _LINES.validate_json(data)
    except ValidationError:
        return []
