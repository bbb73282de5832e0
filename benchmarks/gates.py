"""Requirements of a suite: a measured value, its bound, and whether it is kept."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gate:
    """One requirement; `is_floor` tells a least value from a largest one."""

    name: str
    value: float
    bound: float
    unit: str = ""
    is_floor: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether the value is within its bound."""
        compare = operator.ge if self.is_floor else operator.le
        return bool(compare(self.value, self.bound))

    def __str__(self) -> str:
        word = "at least" if self.is_floor else "at most"
        verdict = "ok  " if self.is_kept else "FAIL"
        return f"{verdict} {self.name}: {self.value:,.2f}{self.unit} ({word} {self.bound:,g})"


def judged(gates: Sequence[Gate]) -> str:
    """One line a gate; those that are missed say FAIL."""
    return "\n".join(map(str, gates))
