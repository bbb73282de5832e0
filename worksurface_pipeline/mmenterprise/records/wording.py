"""Slots, values, people and places in words. One home for how a value is printed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.records.repeating import repeated
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Ledger, Slot, Statement
from worksurface_pipeline.mmenterprise.schema.world import Channel, Person

# Signs that stand against their number; any other unit is set off by a space.
_AGAINST = ("%", "°", "°C", "×", "x")
# A currency with its scale behind it, as the head of a column has them.
_SCALED = re.compile(r"^([A-Z]{3}|[$€£¥]) ((?:hundred|thousand|million|billion|trillion)s?)\b")
# How a source numbers its pictures: nobody in the company would.
_NUMBERED = re.compile(
    r"\b(?:fig(?:ure)?|tab(?:le)?|chart|exhibit|panel|box)\.?\s*\d+(?:[.-]\d+)*[a-z]?\b[.:)]?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Words:
    """A ledger with its parts by id."""

    ledger: Ledger

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        """Slots by id."""
        return {slot.id: slot for slot in self.ledger.slots}

    @cached_property
    def people(self) -> Mapping[str, Person]:
        """People by id."""
        return {person.id: person for person in self.ledger.world.people}

    @cached_property
    def channels(self) -> Mapping[str, Channel]:
        """Channels by id."""
        return {channel.id: channel for channel in self.ledger.world.channels}

    @cached_property
    def _events(self) -> Mapping[str, Event]:
        return {event.id: event for event in self.ledger.events}

    def event(self, key: str) -> Event:
        """The event of an id."""
        return self._events[key]

    def document(self, key: str) -> str:
        """A document by the name that tells it from those of other projects."""
        return f"{self.ledger.world.product} {humanised(key)}"

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Every value that any event states of a visual slot."""
        statements = (item for event in self.ledger.events for item in event.statements)
        return frozenset(item.value for item in statements if self.slots[item.slot].is_visual)

    @cached_property
    def repeated(self) -> frozenset[tuple[str, str]]:
        """Event and slot of what is only said again."""
        return repeated(self.ledger)

    def name(self, person: str) -> str:
        """The full name of a person."""
        return self.people[person].name

    def first_name(self, person: str) -> str:
        """What colleagues call a person."""
        return self.name(person).split()[0]

    def is_open(self, channel: str) -> bool:
        """Whether everybody may read it."""
        return set(self.channels[channel].members) >= set(self.people)

    def visual(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """Those that only a picture may show."""
        return tuple(item for item in statements if self.slots[item.slot].is_visual)

    def textual(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """Those that a text may say."""
        return tuple(item for item in statements if not self.slots[item.slot].is_visual)


def printed(slot: Slot, value: str) -> str:
    """A value with its unit, the value verbatim; a unit that it brings along is not repeated."""
    unit = spoken_unit(slot.unit)
    if not unit or value.casefold().endswith(unit.casefold()) or value.startswith(unit):
        return value
    return f"{value}{unit}" if unit in _AGAINST else f"{value} {unit}"


def spoken_unit(unit: str) -> str:
    """A unit as it follows its number: of money the scale first, as in "million EUR"."""
    return _SCALED.sub(r"\2 \1", unit.strip())


def label(slot: Slot) -> str:
    """What a table or chart calls a slot."""
    return f"{slot.entity} · {slot.attribute}" if slot.attribute else slot.entity


def titled(text: str) -> str:
    """A phrase as a title: its first letter large, the rest as it is."""
    return text[:1].upper() + text[1:]


def humanised(key: str) -> str:
    """An id or slug as words."""
    return " ".join(identifier(key).split("_")).strip()


def unnumbered(caption: str) -> str:
    """A caption without the number of a figure or table."""
    return titled(" ".join(_NUMBERED.sub("", caption).split()))


def topic(slots: Sequence[Slot]) -> str:
    """What a picture is about, in words without a value."""
    attributes = list(dict.fromkeys(slot.attribute for slot in slots if slot.attribute))
    entities = list(dict.fromkeys(slot.entity for slot in slots if slot.entity))
    if len(attributes) == 1:
        return f"{attributes[0]} of {entities[0]}" if len(entities) == 1 else attributes[0]
    return f"{entities[0]} at a glance" if len(entities) == 1 else "overview"
