"""What may stand in a record beside its statements: names, times, headers, reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.records.kinds import document_kinds
from worksurface_pipeline.mmenterprise.records.mails import domain_of
from worksurface_pipeline.mmenterprise.records.wording import Words, humanised, printed, titled
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place

_TOKEN = re.compile(r"(?<=_)[0-9a-f]{12}(?=\.)")  # a digest at the end of a file's name
_PATH_NUMBER = re.compile(r"\d{4}-\d{2}-\d{2}|(?<=_v)\d+(?=\.)|(?<=revision_)\d+")
_MOST_SHEETS = 60  # pages of the longest document


@dataclass(frozen=True)
class Known:
    """The harmless texts of one project. They are written down here anew, not by the writer."""

    words: Words

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of people, rooms, things and documents; none of them is a value by itself."""
        world = self.words.ledger.world
        found = {world.company, world.product, world.customer, domain_of(world.company)}
        found |= {channel.name for channel in world.channels}
        for slot in self.words.ledger.slots:
            found |= {slot.entity, titled(slot.entity), slot.attribute, titled(slot.attribute)}
            found |= {identifier(slot.entity), identifier(slot.attribute)}
        for document in document_kinds(self.words):
            names = (humanised(document), self.words.document(document))
            found |= {*names, *(titled(name) for name in names), identifier(document)}
        return frozenset(item for item in found if _has_figure(item))

    def around(self, unit: Unit, event: Event) -> Iterator[str]:
        """Times, versions and headers of a unit, and the texts that the event asks for."""
        yield from self.names
        yield f"{unit.at.day} {unit.at:%B %Y}"
        for form in ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d", "%H:%M"):
            yield f"{unit.at:{form}}"
        yield event.reason.rstrip(". ")
        versions = {unit.version, unit.version - 1, event.version}
        versions |= {self.words.event(key).version for key in event.about}
        for word in ("version", "revision", "Version", "Revision"):
            yield from (f"{word} {version}" for version in sorted(versions))
        if unit.place in (Place.REPORT, Place.DECK):
            for count in range(unit.number, _MOST_SHEETS):
                yield f"{unit.number} of {count}"

    def around_all(self, units: Sequence[Unit], event: Event) -> Iterator[str]:
        """What may stand around any of several units of an event."""
        for unit in units:
            yield from self.around(unit, event)
            yield from self.tokens(unit)

    def tokens(self, unit: Unit) -> Iterator[str]:
        """Digests in the names of files: their digits are nobody's value."""
        yield unit.id
        for text in (unit.text, unit.source, unit.image):
            yield from (match.group() for match in _TOKEN.finditer(text))

    def path_tokens(self, path: str) -> Iterator[str]:
        """What in a path is a digest, a date or a number of its own."""
        yield from (match.group() for match in _TOKEN.finditer(path))
        yield from (match.group() for match in _PATH_NUMBER.finditer(path))
        yield from self.names

    def said(self, event: Event) -> Iterator[str]:
        """The values that the event states in words, with their units."""
        for item in self.words.textual(event.statements):
            yield item.value
            yield printed(self.words.slots[item.slot], item.value)


def _has_figure(text: str) -> bool:
    return any(letter.isdigit() for letter in text)
