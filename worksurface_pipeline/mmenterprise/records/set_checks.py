"""Checks of a project's records as a whole: ids, leaks between rooms, pictures, shares."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.known import Known
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.traces import shows, shows_of, without
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.units import Unit

_OPAQUE = re.compile(r"u[0-9a-f]{12}")
_NUMBERED = re.compile(r"\b(?:fig(?:ure)?|tab(?:le)?)\.?\s?\d", re.IGNORECASE)
_LEAST_VISUAL = 0.15  # the share of units that have to be looked at
_LONG = 5  # words from which on a text is nobody else's by chance


@dataclass(frozen=True)
class SetChecks:
    """The rules for all records together."""

    words: Words
    known: Known

    @cached_property
    def events(self) -> dict[str, Event]:
        """Events by id."""
        return {event.id: event for event in self.words.ledger.events}

    @cached_property
    def private(self) -> dict[str, frozenset[str]]:
        """Values of slots that are stated in private channels alone."""
        values: defaultdict[str, set[str]] = defaultdict(set)
        told: set[str] = set()
        for event in self.words.ledger.events:
            for item in event.statements:
                values[item.slot].add(item.value)
                if not self.words.channels[event.channel].is_private:
                    told.add(item.slot)
        return {slot: frozenset(found) for slot, found in values.items() if slot not in told}

    def findings(self, records: WorkspaceRecords) -> Iterator[Finding]:
        """All faults of the set."""
        yield from self._ids(records)
        yield from self._events(records)
        yield from self._images(records)
        yield from self._files(records)
        yield from self._share(records)
        yield from self._repeated(records)

    def unit_findings(self, unit: Unit) -> Iterator[Finding]:
        """What one unit gives away by itself: its source, pictures, or what was said in private."""
        if _NUMBERED.search(f"{unit.text}\n{unit.text_layer}"):
            what = "numbers a figure or table as a publication would"
            yield Finding(check="publication", where=unit.id, what=what)
        event = self.events.get(unit.events[0]) if unit.events else None
        if event is not None:
            yield from self._hidden(unit, event)
            if not self.words.channels[event.channel].is_private:
                yield from self._leaked(unit, event)

    def _ids(self, records: WorkspaceRecords) -> Iterator[Finding]:
        for key, count in Counter(unit.id for unit in records.units).items():
            if count > 1:
                yield Finding(check="ids", where=key, what=f"{count} units have this id")
            if not _OPAQUE.fullmatch(key):
                yield Finding(check="ids", where=key, what="the id is not opaque")

    def _events(self, records: WorkspaceRecords) -> Iterator[Finding]:
        for unit in records.units:
            if len(unit.events) != 1 or unit.events[0] not in self.events:
                yield Finding(check="event", where=unit.id, what="belongs to no event")

    def _images(self, records: WorkspaceRecords) -> Iterator[Finding]:
        for unit in records.units:
            if unit.is_visual and unit.image not in records.contents:
                yield Finding(check="image", where=unit.id, what=f"{unit.image} does not exist")

    def _files(self, records: WorkspaceRecords) -> Iterator[Finding]:
        """Every unit stands in exactly one file, and each file names units that exist."""
        held = Counter(key for item in records.files for key in item.units)
        units = {unit.id for unit in records.units}
        for key in sorted(units ^ set(held)):
            yield Finding(check="files", where=key, what="a unit without a file, or the reverse")
        for key in sorted(key for key, count in held.items() if count > 1):
            yield Finding(check="files", where=key, what="stands in two files")

    def _share(self, records: WorkspaceRecords) -> Iterator[Finding]:
        visual = sum(unit.is_visual for unit in records.units)
        if visual < _LEAST_VISUAL * len(records.units):
            what = f"{visual} of {len(records.units)} units are visual"
            yield Finding(check="visual share", where=records.project, what=what)

    def _hidden(self, unit: Unit, event: Event) -> Iterator[Finding]:
        """No text field and no file name tells what stands in pixels alone."""
        known = [*self.known.around(unit, event), *self.known.said(event)]
        fields = (unit.text, unit.text_layer, unit.source, unit.image)
        text = without("\n".join(fields), [*known, *self.known.tokens(unit)])
        for value in sorted(self.words.hidden):
            if shows(text, value):
                what = f"{value!r} stands in pixels alone and is told in a text"
                yield Finding(check="pixels only", where=unit.id, what=what)

    def _repeated(self, records: WorkspaceRecords) -> Iterator[Finding]:
        """No private text that states something is found in a room that others read."""
        inside: list[Unit] = []
        outside: list[Unit] = []
        for unit in records.units:
            event = self.events.get(unit.events[0]) if unit.events else None
            is_private = event is not None and self.words.channels[event.channel].is_private
            (inside if is_private else outside).append(unit)
        for other in inside:
            if other.statements and len(other.text.split()) >= _LONG:
                for unit in outside:
                    if other.text in unit.text:
                        yield Finding(check="private", where=unit.id, what=f"repeats {other.id}")

    def _leaked(self, unit: Unit, event: Event) -> Iterator[Finding]:
        """No private value is told in a room that others read."""
        text = f"{unit.text}\n{unit.text_layer}"
        bare = without(text, [*self.known.around(unit, event), *self.known.said(event)])
        for key, values in self.private.items():
            slot = self.words.slots[key]
            for value in sorted(values):
                is_told = slot.kind == "number" and shows(bare, value)
                if is_told or shows_of(text, value, f"{slot.entity} {slot.attribute}"):
                    what = f"{value!r} of {key} is private"
                    yield Finding(check="private", where=unit.id, what=what)
