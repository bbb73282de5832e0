"""What everybody has heard: the last value of each slot, and which values no longer count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from worksurface_pipeline.mmenterprise.schema.ledger import Event, Statement


class Hearing:
    """Who holds what for right, by what was said in the rooms that they are in.

    `keepers` has who sees to each slot: once he knows what is true of it, nobody talks him out of
    it.
    """

    def __init__(self, keepers: Mapping[str, str]) -> None:
        self._keepers = keepers
        self._held: dict[str, dict[str, str]] = {}
        self._dropped: dict[str, set[tuple[str, str]]] = {}
        self._known: set[tuple[str, str, str]] = set()
        self._sure: set[str] = set()

    def note(self, event: Event, members: Iterable[str], *, is_skimmed: bool = False) -> None:
        """All members take in an event; a value that was withdrawn before them does not return.

        What is only skimmed, a long document, changes nobody's mind on what he has heard of.
        """
        for person in members:
            held = self._held.setdefault(person, {})
            dropped = self._dropped.setdefault(person, set())
            dropped |= {(item.slot, item.value) for item in event.statements if item.is_past}
            for item in event.statements:
                self._known.add((person, item.slot, item.value))
                is_new = item.slot not in held or not is_skimmed
                is_out = item.is_past or (item.slot, item.value) in dropped
                if is_new and not is_out and not self._knows_better(person, event, item):
                    held[item.slot] = item.value
                    self._judge(person, item)

    def value(self, person: str, slot: str) -> str | None:
        """What a person would say of a slot; None without any word of it."""
        return self._held.get(person, {}).get(slot)

    def knows(self, person: str, slot: str, value: str) -> bool:
        """Whether a person has ever heard this value of a slot."""
        return (person, slot, value) in self._known

    def values(self, person: str, slots: Iterable[str]) -> dict[str, str]:
        """What a person would say of these slots, as far as heard of."""
        found = {slot: self.value(person, slot) for slot in slots}
        return {slot: value for slot, value in found.items() if value is not None}

    def _knows_better(self, person: str, event: Event, item: Statement) -> bool:
        """Whether a keeper who is sure of a slot hears something else of it from another."""
        is_of_another = self._keepers.get(item.slot) == person != event.actor
        return is_of_another and item.slot in self._sure and not item.is_true

    def _judge(self, person: str, item: Statement) -> None:
        """A keeper is sure of a slot while what he holds of it is true."""
        if self._keepers.get(item.slot) == person:
            (self._sure.add if item.is_true else self._sure.discard)(item.slot)
