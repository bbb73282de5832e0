"""What an index needs of a passage, what every index gives back, and how scores are ranked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt


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


def top(scores: npt.NDArray[np.float32], k: int) -> list[tuple[int, float]]:
    """The at most `k` rows of highest score above 0, best first, ties by row."""
    least = np.float32(0)
    if k < len(scores):
        least = np.partition(scores, len(scores) - k)[len(scores) - k]
    rows = np.flatnonzero(scores >= least) if least > 0 else np.flatnonzero(scores > 0)
    order = np.lexsort((rows, -scores[rows]))[:k]
    return [(int(row), float(scores[row])) for row in rows[order]]
