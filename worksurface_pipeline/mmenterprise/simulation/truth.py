"""What is true while a project happens: the states of slots as they follow each other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from worksurface_pipeline.mmenterprise.schema.ledger import State


class Truth:
    """The true values of slots, each from an event on."""

    def __init__(self) -> None:
        self._lives: dict[str, list[tuple[str, datetime, str]]] = {}

    def become(self, values: Mapping[str, str], at: datetime, event: str) -> None:
        """Set true values from `at` on; what is true already stays as it is."""
        for slot, value in values.items():
            if self.now(slot) != value:
                self._lives.setdefault(slot, []).append((value, at, event))

    def now(self, slot: str) -> str | None:
        """The true value by now; None for what nobody has measured or set yet."""
        life = self._lives.get(slot)
        return life[-1][0] if life else None

    def states(self, slots: tuple[str, ...]) -> tuple[State, ...]:
        """All states, slots in their order."""
        return tuple(state for slot in slots for state in self._states(slot))

    def _states(self, slot: str) -> list[State]:
        life = self._lives.get(slot, [])
        ends = [since for _, since, _ in life[1:]]
        return [
            State(slot=slot, value=value, since=since, until=until, event=event)
            for (value, since, event), until in zip(life, [*ends, None], strict=True)
        ]
