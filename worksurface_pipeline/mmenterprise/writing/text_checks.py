"""Whether a model's text of an event passes what every record has to pass, as sentences for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.mmenterprise.records.retelling import retold
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.writing.briefs import Briefing
from worksurface_pipeline.mmenterprise.writing.cleaning import improper
from worksurface_pipeline.mmenterprise.writing.strange import Strange
from worksurface_pipeline.mmenterprise.writing.unit_checks import UnitChecks

# Characters of a text without values, and what each value may add.
_ROOM = {Place.CHAT: 400, Place.MAIL: 1200, Place.WIKI: 400, Place.NOTES: 600, Place.LOG: 300}
_ROOM_EACH = 200
_QUOTED = 160  # characters of a faulty text that its writer is shown again


@dataclass(frozen=True)
class TextChecks:
    """The checks of one project's texts; faults that the template has as well are nobody's."""

    briefing: Briefing

    @cached_property
    def _unit_checks(self) -> UnitChecks:
        return UnitChecks(self.briefing.words, self.briefing.records)

    @cached_property
    def _strange(self) -> Strange:
        return Strange(self.briefing.words)

    @cached_property
    def _units(self) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, list[Unit]] = {}
        for unit in self.briefing.records.units:
            for key in unit.events:
                found.setdefault(key, []).append(unit)
        return {key: tuple(units) for key, units in found.items()}

    def faults(self, event: Event, text: str) -> tuple[str, ...]:
        """All faults of a text for an event; none where it can stand."""
        return quoting(event.id, self._faults(event, text), text)

    def _faults(self, event: Event, text: str) -> Iterator[str]:
        unit = self.briefing.units[event.id]
        room = _ROOM[unit.place] + _ROOM_EACH * len(unit.statements)
        # The reason is planned: nobody else's words are looked for in it.
        yield from improper(text.replace(event.reason.rstrip(". ") or "\0", "it is so"), room)
        for item in self.briefing.mentions(event):
            if item.casefold() not in text.casefold():
                yield f"{item!r} is missing"
        yield from self._strange.faults(text, event)
        yield from self._unit_checks.faults(event, retold(unit, text), self._units[event.id])


def quoting(where: str, faults: Iterator[str], text: str) -> tuple[str, ...]:
    """Faults with their place and the text that has them, cut where it is long."""
    shown = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
    return tuple(f"{where}: {fault} (you wrote: {shown!r})" for fault in faults)
