"""A ledger by its parts: slots, people, channels, events by id; states and claims by slot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from worksurface_pipeline.mmenterprise.schema.ledger import Event, Ledger, Slot, State, Statement
from worksurface_pipeline.mmenterprise.schema.world import Channel, Person, Place

# Places whose records are looked at; in all others they are read.
PICTURED = frozenset({Place.REPORT, Place.DECK, Place.IMAGE})
# Places in which each event makes the next version of its document.
VERSIONED = frozenset({Place.REPORT, Place.DECK, Place.IMAGE, Place.WIKI})


@dataclass(frozen=True, slots=True)
class Said:
    """One statement with the event that makes it."""

    event: Event
    statement: Statement


@dataclass(frozen=True)
class View:
    """A ledger to look things up in. Of two parts with one id the first is found."""

    ledger: Ledger

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        """Slots by id."""
        return {item.id: item for item in reversed(self.ledger.slots)}

    @cached_property
    def people(self) -> Mapping[str, Person]:
        """People by id."""
        return {item.id: item for item in reversed(self.ledger.world.people)}

    @cached_property
    def channels(self) -> Mapping[str, Channel]:
        """Channels by id."""
        return {item.id: item for item in reversed(self.ledger.world.channels)}

    @cached_property
    def events(self) -> Mapping[str, Event]:
        """Events by id."""
        return {item.id: item for item in reversed(self.ledger.events)}

    @cached_property
    def states(self) -> Mapping[str, tuple[State, ...]]:
        """The states of each slot in order of their beginning."""
        found: dict[str, list[State]] = {}
        for state in self.ledger.states:
            found.setdefault(state.slot, []).append(state)
        return {
            slot: tuple(sorted(states, key=lambda state: state.since))
            for slot, states in found.items()
        }

    @cached_property
    def said(self) -> Mapping[str, tuple[Said, ...]]:
        """All statements of each slot in order of time, withdrawn values included."""
        found: dict[str, list[Said]] = {}
        for event in sorted(self.ledger.events, key=lambda event: event.at):
            for statement in event.statements:
                found.setdefault(statement.slot, []).append(Said(event, statement))
        return {slot: tuple(items) for slot, items in found.items()}

    def asserted(self, slot: str) -> Iterator[Said]:
        """Statements of a slot that claim their value, in order of time."""
        return (item for item in self.said.get(slot, ()) if not item.statement.is_past)

    def state_at(self, slot: str, at: datetime) -> State | None:
        """The state that holds at a time; None before the first."""
        for state in self.states.get(slot, ()):
            if state.since <= at and (state.until is None or at < state.until):
                return state
        return None

    def place(self, event: Event) -> Place | None:
        """The kind of place where an event happens; None in a channel that does not exist."""
        channel = self.channels.get(event.channel)
        return None if channel is None else channel.place

    def makes(self, event: Event) -> bool:
        """Whether an event makes a version of a document (and does not only mention it)."""
        return bool(event.document) and self.place(event) in VERSIONED
