"""What an index needs of a passage, and what every index gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Searchable(Protocol):
    """What the index needs of a passage."""

    @property
    def id(self) -> str:
        """Unique id; equal scores are ordered by it."""
        ...

    @property
    def document_id(self) -> str:
        """The document it belongs to."""
        ...

    @property
    def text(self) -> str:
        """The text that is searched."""
        ...

    @property
    def heading(self) -> str:
        """Headings above the text, "" if none."""
        ...


P = TypeVar("P", bound=Searchable)


@dataclass(frozen=True, slots=True)
class Hit(Generic[P]):
    """A passage found, with its score (greater than 0)."""

    passage: P
    score: float
