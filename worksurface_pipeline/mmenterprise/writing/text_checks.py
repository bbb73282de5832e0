"""Whether a model's text of an event passes what every record has to pass, as sentences for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.known import Known
from worksurface_pipeline.mmenterprise.records.model import Plotted, WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.record_checks import EventRecords, RecordChecks
from worksurface_pipeline.mmenterprise.records.retelling import retold
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.records.set_checks import SetChecks
from worksurface_pipeline.mmenterprise.records.wording import label
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.writing.briefs import Briefing
from worksurface_pipeline.mmenterprise.writing.cleaning import improper
from worksurface_pipeline.mmenterprise.writing.strange import Strange

# Characters of a text without values, and what each value may add.
_ROOM = {Place.CHAT: 400, Place.MAIL: 1200, Place.WIKI: 400, Place.NOTES: 600, Place.LOG: 300}
_ROOM_EACH = 200
_QUOTED = 160  # characters of a faulty text that its writer is shown again
_TOGETHER = "name the thing and its measure word for word in the sentence of the value"
# What to do about a finding whose own words do not say it.
_REMEDIES = {
    "subject": _TOGETHER,
    "value": "write the value exactly as given",
    "round trip": f'{_TOGETHER}; put "not" or "instead of" right before a value that holds no more',
    "unaccounted number": "leave it out",
    "pixels only": "leave it out: it is for the picture alone",
    "private": "leave it out: it is for a private room alone",
}


@dataclass(frozen=True)
class TextChecks:
    """The checks of one project's texts; faults that the template has as well are nobody's."""

    briefing: Briefing
    _baseline: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)

    @cached_property
    def _record_checks(self) -> RecordChecks:
        return RecordChecks(self.briefing.words, Known(self.briefing.words))

    @cached_property
    def _set_checks(self) -> SetChecks:
        return SetChecks(self.briefing.words, self._record_checks.known)

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
        found = list(self._faults(event, text))
        if not found:
            return ()
        shown = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
        return tuple(f"{event.id}: {fault} (you wrote: {shown!r})" for fault in found)

    def _faults(self, event: Event, text: str) -> Iterator[str]:
        unit = self.briefing.units[event.id]
        room = _ROOM[unit.place] + _ROOM_EACH * len(unit.statements)
        # The reason is planned: nobody else's words are looked for in it.
        yield from improper(text.replace(event.reason.rstrip(". ") or "\0", "it is so"), room)
        for item in self.briefing.mentions(event):
            if item.casefold() not in text.casefold():
                yield f"{item!r} is missing"
        yield from self._strange.faults(text, event)
        known = self._known(event)
        for finding in self._findings(event, retold(unit, text)):
            if (finding.check, finding.what) not in known:
                yield self._sentence(finding, event)

    def _known(self, event: Event) -> frozenset[tuple[str, str]]:
        """What is found of the template's own text."""
        if event.id not in self._baseline:
            found = self._findings(event, self.briefing.units[event.id])
            self._baseline[event.id] = frozenset((item.check, item.what) for item in found)
        return self._baseline[event.id]

    def _findings(self, event: Event, unit: Unit) -> Iterator[Finding]:
        """What the checks of records find in an event whose text is this."""
        units = tuple(unit if item.id == unit.id else item for item in self._units[event.id])
        own = EventRecords(event, units, self._plotted(units))
        yield from self._record_checks.findings(own)
        yield from self._set_checks.unit_findings(unit)
        alone = WorkspaceRecords(project=unit.project, units=(unit,))
        yield from differences(self.briefing.words.ledger, alone)

    def _plotted(self, units: Sequence[Unit]) -> tuple[Plotted, ...]:
        keys = {unit.id for unit in units}
        return tuple(row for row in self.briefing.records.plotted if row.unit in keys)

    def _sentence(self, finding: Finding, event: Event) -> str:
        """A finding in the words of the brief: things by name, and what to do."""
        what = finding.what
        for item in event.statements:
            named = label(self.briefing.words.slots[item.slot])
            what = f" {named} ".join(re.split(rf"\s?\b{re.escape(item.slot)}\b\s?", what))
        remedy = _REMEDIES.get(finding.check, "")
        return f"{finding.check}: {what}" + (f"; {remedy}" if remedy else "")
