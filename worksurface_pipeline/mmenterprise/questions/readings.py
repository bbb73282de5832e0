"""What a reader finds in the units: one reading for each statement of each unit.

A reading knows what the record shows of itself: when it was written, by whom, where, and whether it
announces a revision or only doubts a value. Whether it was true is left out: no reader sees that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Ledger, Statement
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place

REVISING = frozenset({EventKind.CORRECTION, EventKind.CHANGE, EventKind.DECISION})
"""Kinds of events whose record settles a value; any other record only mentions one."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One statement of one unit. `told` is when the act took place that the record tells of.

    `document` and `version` name the report, deck or picture; `events` are the acts that the record
    tells of this slot; `kinds` are theirs.
    """

    unit: str
    at: datetime
    told: datetime
    author: str
    source: str
    place: Place
    document: str
    version: int
    slot: str
    value: str
    is_past: bool
    events: frozenset[str]
    kinds: frozenset[EventKind]
    is_visual: bool

    @property
    def is_revision(self) -> bool:
        """Whether the record announces a correction, change or decision on the slot."""
        return bool(self.kinds & REVISING)

    @property
    def is_claim(self) -> bool:
        """Whether the value is put forward as holding: neither past nor only a doubt."""
        return not self.is_past and self.kinds != {EventKind.DETECTION}

    @property
    def order(self) -> tuple[datetime, datetime, str]:
        """The place in time: of the act first, then of the record."""
        return (self.told, self.at, self.unit)


@dataclass(frozen=True, slots=True)
class Corpus:
    """The readings of one project by slot, and its units by id."""

    by_slot: Mapping[str, tuple[Reading, ...]]
    units: Mapping[str, Unit]

    def of(self, slot: str) -> tuple[Reading, ...]:
        """All readings of a slot, in order of time."""
        return self.by_slot.get(slot, ())


def corpus_of(ledger: Ledger, units: Sequence[Unit]) -> Corpus:
    """The readings of all units of a project."""
    events = _Acts(ledger)
    people = {person.id: person.name for person in ledger.world.people}
    found: dict[str, list[Reading]] = {}
    for unit in units:
        for statement in unit.statements:
            reading = _reading(unit, statement, events, people)
            found.setdefault(statement.slot, []).append(reading)
    ordered = {slot: tuple(sorted(items, key=_order)) for slot, items in sorted(found.items())}
    return Corpus(ordered, {unit.id: unit for unit in units})


def _order(reading: Reading) -> tuple[tuple[datetime, datetime, str], str]:
    return reading.order, reading.value


class _Acts:
    """Events by id, and what each of them revises."""

    def __init__(self, ledger: Ledger) -> None:
        self._events = {event.id: event for event in ledger.events}
        self._revised = _revised(ledger)

    def told_by(self, unit: Unit, statement: Statement) -> list[Event]:
        """The acts of a unit that state this."""
        known = [self._events[key] for key in unit.events if key in self._events]
        return [event for event in known if _tells(event, statement)]

    def kinds(self, events: Sequence[Event], slot: str) -> frozenset[EventKind]:
        """The kinds of acts for a slot: one that leaves it as it was revises other slots."""
        return frozenset(
            event.kind
            if event.kind not in REVISING or (event.id, slot) in self._revised
            else EventKind.RESULT
            for event in events
        )


def _revised(ledger: Ledger) -> frozenset[tuple[str, str]]:
    """Which slots an event revises: a new version of a document repeats most of the last one."""
    found: set[tuple[str, str]] = set()
    shown: dict[tuple[str, str], str] = {}
    for event in ledger.events:
        past = {item.slot for item in event.statements if item.is_past}
        for item in event.statements:
            place = (event.document, item.slot)
            if item.is_past:
                continue
            if item.slot in past or not event.document or shown.get(place) != item.value:
                found.add((event.id, item.slot))
            shown[place] = item.value
    return frozenset(found)


def _reading(unit: Unit, statement: Statement, acts: _Acts, people: Mapping[str, str]) -> Reading:
    own = acts.told_by(unit, statement)
    made = next((event for event in own if event.document), None)
    return Reading(
        unit=unit.id,
        at=unit.at,
        told=max((event.at for event in own), default=unit.at),
        author=people.get(unit.author, unit.author),
        source=unit.source,
        place=unit.place,
        document=made.document if made else "",
        version=made.version if made else unit.version,
        slot=statement.slot,
        value=statement.value,
        is_past=statement.is_past,
        events=frozenset(event.id for event in own),
        kinds=acts.kinds(own, statement.slot),
        is_visual=unit.is_visual,
    )


def _tells(event: Event, statement: Statement) -> bool:
    return any(
        item.slot == statement.slot
        and item.value == statement.value
        and item.is_past == statement.is_past
        for item in event.statements
    )


def chosen(readings: Iterable[Reading], units: frozenset[str]) -> tuple[Reading, ...]:
    """The readings that stand in these units."""
    return tuple(item for item in readings if item.unit in units)
