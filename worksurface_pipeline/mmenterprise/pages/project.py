"""One project as its pages need it: every unit with its thread, its claims and who cites it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from worksurface_pipeline.mmenterprise.ledger.view import VERSIONED, View
from worksurface_pipeline.mmenterprise.pages.addresses import case_id, fact_id, thread_id
from worksurface_pipeline.mmenterprise.pages.letters import letter
from worksurface_pipeline.mmenterprise.pages.model import ProjectGiven
from worksurface_pipeline.mmenterprise.pages.texts import moment
from worksurface_pipeline.mmenterprise.records.wording import humanised, label, printed, titled
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Statement
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.records import Tag, Tone
from worksurface_pipeline.site.threads import Claim, Spot, Way

TRUE, FALSE, PAST, DOUBTED = "true then", "not true then", "named as past", "doubted"
_NOTES = {TRUE: Tone.GOOD, FALSE: Tone.BAD, PAST: Tone.PLAIN, DOUBTED: Tone.WARN}
_SHEETS = {Place.REPORT: "page", Place.DECK: "slide"}
_FILED = frozenset({Place.REPORT, Place.DECK, Place.IMAGE})


class Project:
    """A project with its parts by what they are looked up by."""

    def __init__(self, given: ProjectGiven, title_characters: int) -> None:
        self.given = given
        self.id = given.id
        self.world = given.ledger.world
        self.view = View(given.ledger)
        self._title = title_characters

    @property
    def name(self) -> str:
        """What the team calls it, for headings and filters."""
        return self.world.codename or self.world.product or self.id

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Units by id, in order of time."""
        return {unit.id: unit for unit in sorted(self.given.units.units, key=_order)}

    @cached_property
    def by_event(self) -> Mapping[str, Sequence[Unit]]:
        """The units of each event."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            for event in unit.events:
                found.setdefault(event, []).append(unit)
        return found

    @cached_property
    def makers(self) -> Mapping[tuple[str, int], str]:
        """The event that made each version of a document."""
        found: dict[tuple[str, int], str] = {}
        for event in self.given.ledger.events:
            if event.document and self.view.place(event) in VERSIONED:
                found.setdefault((event.document, event.version), event.id)
        return found

    @cached_property
    def threads(self) -> Mapping[str, Sequence[Unit]]:
        """The units of each thread, by the thread's key."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            found.setdefault(self.thread_key(unit), []).append(unit)
        return found

    @cached_property
    def questions(self) -> Mapping[str, MmQuestion]:
        """Questions by id."""
        return {item.id: item for item in self.given.questions}

    @cached_property
    def citing(self) -> Mapping[str, Sequence[MmQuestion]]:
        """The questions whose representative evidence holds a unit."""
        found: dict[str, list[MmQuestion]] = {}
        for item in self.given.questions:
            for unit in item.evidence:
                found.setdefault(unit, []).append(item)
        return found

    @cached_property
    def asking(self) -> Mapping[str, Sequence[MmQuestion]]:
        """The questions whose query reads a slot."""
        found: dict[str, list[MmQuestion]] = {}
        for item in self.given.questions:
            for slot in dict.fromkeys(item.query.slots):
                found.setdefault(slot, []).append(item)
        return found

    def event_of(self, unit: Unit) -> Event | None:
        """The first event that a unit tells of."""
        known = (self.view.events[key] for key in unit.events if key in self.view.events)
        return next(known, None)

    def thread_key(self, unit: Unit) -> str:
        """What makes a thread: a channel, a page, or a document of one kind."""
        return f"{unit.place.value} {self.thread_name(unit)}"

    def thread_name(self, unit: Unit) -> str:
        """What a thread is called: channels and pages as they are, documents by their names."""
        event = self.event_of(unit)
        if unit.place is Place.MAIL and event is not None and event.channel in self.view.channels:
            return self.view.channels[event.channel].name
        if unit.place in _FILED and event is not None and event.document:
            return titled(humanised(event.document)) or unit.source
        return unit.source

    def spot(self, unit: Unit) -> Spot:
        """The way to a unit, in words."""
        thread = thread_id(self.id, self.thread_key(unit))
        return Spot(thread=thread, entry=unit.id, label=self._label(unit))

    def _label(self, unit: Unit) -> str:
        name = self.thread_name(unit)
        if unit.place in _SHEETS:
            return f"{name}, version {unit.version}, {_SHEETS[unit.place]} {unit.number}"
        if unit.place is Place.IMAGE:
            version = f", version {unit.version}" if unit.version else ""
            return f"{name}{version}, {unit.author}, {moment(unit.at)}"
        revision = f", revision {unit.number}" if unit.place is Place.WIKI else ""
        return f"{name}{revision}, {unit.author}, {moment(unit.at)}"

    def document_spot(self, document: str, version: int) -> Spot | None:
        """The way to the first sheet of a version of a document."""
        units = self.by_event.get(self.makers.get((document, version), ""), ())
        if not units:
            return None
        name = titled(humanised(document))
        return self.spot(units[0]).model_copy(update={"label": f"{name}, version {version}"})

    def fact(self, slot: str) -> Way:
        """The way to a fact; one that the ledger does not know is called by its key."""
        known = self.view.slots.get(slot)
        return Way(id=fact_id(self.id, slot), label=label(known) if known else slot)

    def value(self, slot: str, value: str) -> str:
        """A value as it is printed."""
        known = self.view.slots.get(slot)
        return printed(known, value) if known else value

    def case(self, item: MmQuestion) -> Way:
        """The way to a question, its text cut where it is long."""
        text, cut = bounded(item.question, self._title)
        tags = (Tag(text=humanised(item.type.value)),)
        return Way(id=case_id(item), label=text + (" …" if cut else ""), tags=tags)

    def claims(self, unit: Unit, slots: Iterable[str] | None = None) -> tuple[Claim, ...]:
        """What a unit says, of all facts or of some."""
        wanted = None if slots is None else frozenset(slots)
        return tuple(
            Claim(
                fact=self.fact(item.slot),
                value=self.value(item.slot, item.value),
                note=self.note(unit, item),
                tone=_NOTES[self.note(unit, item)],
            )
            for item in unit.statements
            if (wanted is None or item.slot in wanted) and item.slot in self.view.slots
        )

    @staticmethod
    def read(unit: Unit) -> str:
        """What is read of a unit first: a mail's subject before its body."""
        mail = letter(unit)
        return f"{mail.subject}: {mail.body}" if mail.subject else mail.body

    def note(self, unit: Unit, item: Statement) -> str:
        """How a statement stands to the truth of its time."""
        if item.is_past:
            return PAST
        event = self.event_of(unit)
        if event is not None and event.kind is EventKind.DETECTION:
            return DOUBTED
        return TRUE if item.is_true else FALSE


def _order(unit: Unit) -> tuple[datetime, str, int, str]:
    return (unit.at, unit.place.value, unit.number, unit.id)
