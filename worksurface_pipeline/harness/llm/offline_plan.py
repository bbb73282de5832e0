"""What a surface's plan says at one turn: the next call, or what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Value = str | int | float | bool | list[str]


@dataclass(frozen=True, slots=True)
class Call:
    """Make this call next."""

    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """The plan is at its end; None when nothing matched."""

    value: Value | None = None


Move = Call | Found
NOTHING = Found()
