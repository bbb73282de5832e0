"""What the checks of records find in a unit with new words, and not in the template's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.known import Known
from worksurface_pipeline.mmenterprise.records.model import Plotted, WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.record_checks import EventRecords, RecordChecks
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.records.set_checks import SetChecks
from worksurface_pipeline.mmenterprise.records.wording import Words, label
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.units import Unit

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
class UnitChecks:
    """The checks of one project's units; faults that the template has as well are nobody's."""

    words: Words
    records: WorkspaceRecords
    _baseline: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)

    @cached_property
    def known(self) -> Known:
        """What may stand in any record."""
        return Known(self.words)

    @cached_property
    def _record_checks(self) -> RecordChecks:
        return RecordChecks(self.words, self.known)

    @cached_property
    def _set_checks(self) -> SetChecks:
        return SetChecks(self.words, self.known)

    def faults(self, event: Event, unit: Unit, around: Sequence[Unit] = ()) -> Iterator[str]:
        """What is new in a changed unit of an event, as sentences for who changed it.

        `around` are all template's units of the event where they are to be seen together.
        """
        known = self._known(event, unit, around)
        for finding in self._findings(event, unit, around):
            if (finding.check, finding.what) not in known:
                yield self._sentence(finding, event)

    def _known(
        self, event: Event, unit: Unit, around: Sequence[Unit]
    ) -> frozenset[tuple[str, str]]:
        """What is found of the template's own unit."""
        if unit.id not in self._baseline:
            found = self._findings(event, self._templates[unit.id], around)
            self._baseline[unit.id] = frozenset((item.check, item.what) for item in found)
        return self._baseline[unit.id]

    @cached_property
    def _templates(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.records.units}

    def _findings(self, event: Event, unit: Unit, around: Sequence[Unit]) -> Iterator[Finding]:
        """What the checks find in an event one of whose units is this."""
        units = tuple(unit if item.id == unit.id else item for item in around) or (unit,)
        yield from self._record_checks.findings(EventRecords(event, units, self._plotted(units)))
        yield from self._set_checks.unit_findings(unit)
        alone = WorkspaceRecords(project=unit.project, units=(unit,))
        yield from differences(self.words.ledger, alone)

    def _plotted(self, units: Sequence[Unit]) -> tuple[Plotted, ...]:
        keys = {unit.id for unit in units}
        return tuple(row for row in self.records.plotted if row.unit in keys)

    def _sentence(self, finding: Finding, event: Event) -> str:
        """A finding in the words of the brief: things by name, and what to do."""
        what = finding.what
        for item in event.statements:
            named = label(self.words.slots[item.slot])
            what = f" {named} ".join(re.split(rf"\s?\b{re.escape(item.slot)}\b\s?", what))
        remedy = _REMEDIES.get(finding.check, "")
        return f"{finding.check}: {what}" + (f"; {remedy}" if remedy else "")
