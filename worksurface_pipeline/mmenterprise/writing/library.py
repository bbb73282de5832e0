"""The reports and decks of a project as templates have them: what a model may put into words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from worksurface_pipeline.mmenterprise.records.documents import Outliner
from worksurface_pipeline.mmenterprise.records.fitting import is_one_line
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.outline import Document, Sheet
from worksurface_pipeline.mmenterprise.records.reading import Reader, is_same, parts
from worksurface_pipeline.mmenterprise.records.statements import Point, points
from worksurface_pipeline.mmenterprise.records.traces import shows
from worksurface_pipeline.mmenterprise.records.wording import Words, label, printed
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Slot, Statement
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place

PAGED = (Place.REPORT, Place.DECK)
# Results that a version names as not yet available.
_MOST_PENDING = {Place.REPORT: 3, Place.DECK: 2}


@dataclass(frozen=True)
class Version:
    """One version of a document: its event, its outline, and the unit of each sheet."""

    event: Event
    kind: Place
    document: Document
    units: tuple[Unit, ...]

    @property
    def name(self) -> str:
        """The document and the number of the version."""
        return f"{self.event.document} version {self.event.version}"

    @property
    def numbers(self) -> range:
        """The numbers of its pages or slides."""
        return range(1, len(self.units) + 1)

    def sheet(self, number: int) -> Sheet:
        """A page or slide as templates have it."""
        return self.document.sheets[number - 1]

    def unit(self, number: int) -> Unit:
        """The record of a page or slide."""
        return self.units[number - 1]


@dataclass(frozen=True)
class Library:
    """All versions of all documents of one project, and what each may speak of."""

    words: Words
    records: WorkspaceRecords
    outliner: Outliner

    @cached_property
    def reader(self) -> Reader:
        """Reads what sentences state."""
        return Reader.of(self.words.ledger)

    @cached_property
    def documents(self) -> Mapping[str, tuple[Version, ...]]:
        """The versions of each document, in order."""
        found: dict[str, list[Version]] = {}
        for version in self._versions():
            found.setdefault(version.event.document, []).append(version)
        return {key: tuple(items) for key, items in found.items()}

    def _versions(self) -> Iterator[Version]:
        units: dict[str, list[Unit]] = {}
        for unit in self.records.units:
            if unit.place in PAGED and unit.events:
                units.setdefault(unit.events[0], []).append(unit)
        for event in self.words.ledger.events:
            own = sorted(units.get(event.id, ()), key=lambda unit: unit.number)
            if own:
                document = self.outliner.document(event, own[0].place)
                yield Version(event, own[0].place, document, tuple(own))

    def points(self, version: Version, number: int) -> tuple[Point, ...]:
        """What a page states for all to read: its lines may say it, too."""
        said = self.words.textual(version.unit(number).statements)
        return tuple(points(self.words, said))

    def is_sayable(self, point: Point, kind: Place) -> bool:
        """Whether a plain sentence that says it is read as such, and has room in a document."""
        slot = point.slot
        text = f"{slot.entity} {slot.attribute}: {printed(slot, point.value)}."
        old = f", not {printed(slot, point.old)}" if point.old else ""
        if kind is Place.DECK and not is_one_line(text + old):
            return False
        read = list(self.reader.read("", text))
        wanted = parts(point.value, slot.kind)
        return len(read) == len(wanted) and all(
            found.slot == slot.id and not found.is_past and is_same(found.value, part)
            for found, part in zip(read, wanted, strict=True)
        )

    def pending(self, version: Version) -> tuple[Slot, ...]:
        """Results that later versions give and that nobody had when this one was written.

        A title slide has room for fewer of them than a page.
        """
        own = {item.slot for item in version.event.statements}
        later = [
            item.slot
            for other in self.documents[version.event.document]
            if other.event.at > version.event.at
            for item in other.event.statements
            if item.slot not in own and self._first[item.slot] > version.event.at
        ]
        slots = (self.words.slots[key] for key in dict.fromkeys(later))
        numbers = [slot for slot in slots if slot.kind == "number" and not slot.is_visual]
        if version.kind is Place.DECK:
            numbers = [slot for slot in numbers if is_one_line(f"{label(slot)} is pending.")]
        return tuple(numbers[: _MOST_PENDING[version.kind]])

    @cached_property
    def _first(self) -> Mapping[str, datetime]:
        """When each slot was first spoken of."""
        found: dict[str, datetime] = {}
        for event in self.words.ledger.events:
            for item in event.statements:
                found.setdefault(item.slot, event.at)
        return found

    def superseded(self, version: Version, number: int) -> tuple[str, ...]:
        """What others had said by then of the things on a page, and the page does not."""
        stated = version.unit(number).statements
        said = [
            item.value
            for event in self.words.ledger.events
            if event.at < version.event.at and not self.words.channels[event.channel].is_private
            for item in self._of(event, stated)
        ]
        allowed = "\n".join([*(item.value for item in stated), version.document.author])
        return tuple(value for value in dict.fromkeys(said) if not shows(allowed, value))

    def _of(self, event: Event, stated: Sequence[Statement]) -> Iterator[Statement]:
        """What an event says in words of the slots that are stated."""
        slots = {item.slot for item in stated}
        yield from (item for item in self.words.textual(event.statements) if item.slot in slots)
