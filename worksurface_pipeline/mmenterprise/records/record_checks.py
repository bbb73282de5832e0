"""Checks of one event's records against the event: who, when, where, what is said and shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.freshness import stale_news
from worksurface_pipeline.mmenterprise.records.known import Known
from worksurface_pipeline.mmenterprise.records.model import Mark, Plotted
from worksurface_pipeline.mmenterprise.records.traces import figures, shows, shows_of, without
from worksurface_pipeline.mmenterprise.records.wording import Words, printed, titled
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Statement
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place

_SINGLE = (Place.CHAT, Place.MAIL, Place.WIKI, Place.NOTES, Place.LOG)


@dataclass(frozen=True)
class EventRecords:
    """The units of one event and what their pictures show."""

    event: Event
    units: tuple[Unit, ...]
    plotted: tuple[Plotted, ...]

    @property
    def texts(self) -> str:
        """Everything that can be read in words, headers included."""
        return "\n".join(f"{unit.text}\n{unit.text_layer}" for unit in self.units)


@dataclass(frozen=True)
class RecordChecks:
    """The rules for one event's records."""

    words: Words
    known: Known

    def findings(self, records: EventRecords) -> Iterator[Finding]:
        """All faults of one event's records."""
        yield from self._count(records)
        yield from self._sheets(records)
        yield from self._must(records)
        yield from self._statements(records)
        for unit in records.units:
            yield from self._origin(records.event, unit)
            yield from self._said(records, unit)
            yield from self._shown(records, unit)
            yield from self._unaccounted(records.event, unit)
            yield from stale_news(self.words, records.event, unit)

    def _count(self, records: EventRecords) -> Iterator[Finding]:
        """One record in the event's own place: a message for a message, pages for a report."""
        place = self.words.channels[records.event.channel].place
        count = sum(unit.place is place for unit in records.units)
        if count != 1 if place in _SINGLE else count < 1:
            what = f"{count} units in {place.value} where the event has one record"
            yield Finding(check="one record", where=records.event.id, what=what)

    def _sheets(self, records: EventRecords) -> Iterator[Finding]:
        """Pages, slides and pictures are numbered from one without a gap."""
        for place in (Place.REPORT, Place.DECK, Place.IMAGE):
            numbers = sorted(unit.number for unit in records.units if unit.place is place)
            if numbers != list(range(1, len(numbers) + 1)):
                what = f"{place.value} numbers {numbers} have gaps or repeats"
                yield Finding(check="numbering", where=records.event.id, what=what)

    def _must(self, records: EventRecords) -> Iterator[Finding]:
        texts = records.texts
        for item in records.event.must:
            if item not in texts:
                yield Finding(check="must", where=records.event.id, what=f"{item!r} is missing")
        bare = without(texts, self.known.around_all(records.units, records.event))
        for item in records.event.must_not:
            if shows(bare, item):
                yield Finding(check="must not", where=records.event.id, what=f"holds {item!r}")

    def _statements(self, records: EventRecords) -> Iterator[Finding]:
        """All that the event states is stated by some unit of it, and nothing else."""
        stated = {item for unit in records.units for item in unit.statements}
        planned = set(records.event.statements)
        for item in sorted(planned ^ stated, key=_key):
            what = f"{item.slot} {item.value!r} is {'lost' if item in planned else 'not planned'}"
            yield Finding(check="statements", where=records.event.id, what=what)

    def _origin(self, event: Event, unit: Unit) -> Iterator[Finding]:
        """Author, time and channel are those of the event."""
        channel = self.words.channels[event.channel]
        if unit.author != self.words.name(event.actor):
            yield Finding(check="author", where=unit.id, what=f"{unit.author} is not the actor")
        if unit.at != event.at:
            yield Finding(check="time", where=unit.id, what=f"{unit.at} is not the event's time")
        if unit.project != self.words.ledger.world.project:
            yield Finding(check="project", where=unit.id, what=f"{unit.project} is another project")
        # A page of the wiki counts its own revisions, where the event does not say which it is.
        version = event.version or (unit.number if unit.place is Place.WIKI else 0)
        if unit.version != version:
            what = f"version {unit.version} in place of {version}"
            yield Finding(check="version", where=unit.id, what=what)
        title = self.words.document(event.document)
        is_titled = titled(title) in unit.text
        if unit.place in (Place.REPORT, Place.DECK) and not is_titled:
            yield Finding(check="title", where=unit.id, what=f"is no part of the {title}")
        names = {Place.CHAT: f"#{channel.name.lstrip('#')}"}
        expected = names.get(unit.place, channel.name)
        named = (Place.CHAT, Place.NOTES, Place.LOG)
        if unit.place in named and unit.source != expected:
            yield Finding(check="channel", where=unit.id, what=f"{unit.source} is another channel")

    def _said(self, records: EventRecords, unit: Unit) -> Iterator[Finding]:
        """What a unit states stands in its words or, where it is to be seen, in its picture."""
        text = f"{unit.text}\n{unit.text_layer}"
        marks = _marks(records, unit)
        for item in unit.statements:
            is_hidden = self.words.slots[item.slot].is_visual
            is_drawn = any(mark.slot == item.slot and item.value in mark.value for mark in marks)
            is_written = item.value in text and shows(text, item.value) and not is_hidden
            if not (is_drawn or is_written):
                what = f"{item.value!r} of {item.slot} is neither written nor drawn"
                yield Finding(check="value", where=unit.id, what=what)
            slot = self.words.slots[item.slot]
            subject = f"{slot.entity} {slot.attribute}"
            if not is_drawn and is_written and not shows_of(text, item.value, subject):
                what = f"{item.value!r} stands apart from {subject!r}"
                yield Finding(check="subject", where=unit.id, what=what)

    def _shown(self, records: EventRecords, unit: Unit) -> Iterator[Finding]:
        """A picture draws nothing that its unit does not state, each thing once, each as stated."""
        marks = _marks(records, unit)
        if marks and not unit.is_visual:
            yield Finding(check="picture", where=unit.id, what="has no picture")
        for mark in marks:
            slot = self.words.slots.get(mark.slot)
            said = {
                printed(slot, item.value)
                for item in unit.statements
                if slot is not None and item.slot == mark.slot
            }
            if mark.value not in said:
                what = f"draws {mark.value!r} of {mark.slot}, which it does not state"
                yield Finding(check="picture", where=unit.id, what=what)
        if len(set(marks)) != len(marks):
            yield Finding(check="picture", where=unit.id, what="draws one thing twice")

    def _unaccounted(self, event: Event, unit: Unit) -> Iterator[Finding]:
        """No number stands in a text that neither a statement nor a header accounts for."""
        known = [*self.known.around(unit, event), *self.known.said(event), *unit.events]
        if unit.place is Place.MAIL:
            known += [line for line in unit.text.splitlines() if line.startswith("Attached: ")]
        left = list(figures(without(f"{unit.text}\n{unit.text_layer}", known)))
        if left:
            what = f"the number {left[0]} comes from nowhere"
            yield Finding(check="unaccounted number", where=unit.id, what=what)


def _marks(records: EventRecords, unit: Unit) -> list[Mark]:
    return [mark for row in records.plotted if row.unit == unit.id for mark in row.marks]


def _key(item: Statement) -> tuple[str, str, bool]:
    return (item.slot, item.value, item.is_past)
