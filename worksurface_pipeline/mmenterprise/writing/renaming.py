"""Puts new names into a ledger: of companies, people and channels. Nothing else changes.

People are values, too: of owners, and in what records must hold.
"""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Ledger, State, Statement
from worksurface_pipeline.mmenterprise.schema.world import Channel, Person, World


class NewPerson(Frozen):
    """What a person is called and like."""

    id: str
    name: str
    role: str
    voice: str


class NewChannel(Frozen):
    """What a channel is called and for."""

    id: str
    name: str
    purpose: str


class NewNames(Frozen):
    """New names for a world, each person and channel by its id."""

    company: str
    product: str
    customer: str
    people: tuple[NewPerson, ...]
    channels: tuple[NewChannel, ...]


def renamed(ledger: Ledger, names: NewNames) -> Ledger:
    """The ledger with these names; ids, times, actors, members and all other values stay."""
    called = {item.id: item.name for item in names.people}
    swap = {person.name: called[person.id] for person in ledger.world.people}
    persons = {slot.id for slot in ledger.slots if slot.kind == "person"}
    return ledger.model_copy(
        update={
            "world": _world(ledger.world, names),
            "events": tuple(_event(item, swap, persons) for item in ledger.events),
            "states": tuple(_state(item, swap, persons) for item in ledger.states),
        }
    )


def _world(world: World, names: NewNames) -> World:
    people = {item.id: item for item in names.people}
    channels = {item.id: item for item in names.channels}
    return world.model_copy(
        update={
            "company": names.company,
            "product": names.product,
            "customer": names.customer,
            "people": tuple(_person(item, people[item.id]) for item in world.people),
            "channels": tuple(_channel(item, channels[item.id]) for item in world.channels),
        }
    )


def _person(person: Person, new: NewPerson) -> Person:
    return person.model_copy(update={"name": new.name, "role": new.role, "voice": new.voice})


def _channel(channel: Channel, new: NewChannel) -> Channel:
    return channel.model_copy(update={"name": new.name, "purpose": new.purpose})


def _event(event: Event, swap: Mapping[str, str], persons: set[str]) -> Event:
    """Texts that must stand in a record change with the statements that they come from."""
    said = tuple(_statement(item, swap, persons) for item in event.statements)
    changed = {
        old.value: new.value for old, new in zip(event.statements, said, strict=True) if old != new
    }
    return event.model_copy(
        update={
            "statements": said,
            "must": tuple(changed.get(item, item) for item in event.must),
            "must_not": tuple(changed.get(item, item) for item in event.must_not),
        }
    )


def _statement(item: Statement, swap: Mapping[str, str], persons: set[str]) -> Statement:
    if item.slot not in persons:
        return item
    return item.model_copy(update={"value": swap.get(item.value, item.value)})


def _state(item: State, swap: Mapping[str, str], persons: set[str]) -> State:
    if item.slot not in persons:
        return item
    return item.model_copy(update={"value": swap.get(item.value, item.value)})
