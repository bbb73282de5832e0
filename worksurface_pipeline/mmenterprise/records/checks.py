"""Whether the records of a project say what its ledger plans, and nothing that they must not.

Each check reads records and ledger alone; none knows how the writer words anything. What does not
belong: the insides of files (`leaks`), and invariants of the ledger itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.known import Known
from worksurface_pipeline.mmenterprise.records.model import Plotted, WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.record_checks import EventRecords, RecordChecks
from worksurface_pipeline.mmenterprise.records.set_checks import SetChecks
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.units import Unit


@dataclass
class Checker:
    """All checks for one ledger; what was checked once is not checked again."""

    ledger: Ledger
    _seen: dict[EventRecords | Unit, tuple[Finding, ...]] = field(default_factory=dict)

    @cached_property
    def _record_checks(self) -> RecordChecks:
        words = Words(self.ledger)
        return RecordChecks(words, Known(words))

    @cached_property
    def _set_checks(self) -> SetChecks:
        return SetChecks(self._record_checks.words, self._record_checks.known)

    def findings(self, records: WorkspaceRecords) -> tuple[Finding, ...]:
        """All faults of a project's records; none for records that are as planned."""
        return tuple(self._findings(records))

    def _findings(self, records: WorkspaceRecords) -> Iterator[Finding]:
        units: defaultdict[str, list[Unit]] = defaultdict(list)
        plotted: defaultdict[str, list[Plotted]] = defaultdict(list)
        hosts = {}
        for unit in records.units:
            for key in unit.events:
                units[key].append(unit)
                hosts[unit.id] = key
        for row in records.plotted:
            plotted[hosts.get(row.unit, "")].append(row)
        for event in self.ledger.events:
            own = EventRecords(event, tuple(units[event.id]), tuple(plotted[event.id]))
            if own not in self._seen:
                self._seen[own] = tuple(self._record_checks.findings(own))
            yield from self._seen[own]
        for unit in records.units:
            if unit not in self._seen:
                self._seen[unit] = tuple(self._set_checks.unit_findings(unit))
            yield from self._seen[unit]
        yield from self._set_checks.findings(records)


def check(ledger: Ledger, records: WorkspaceRecords) -> tuple[Finding, ...]:
    """All faults of a project's records against its ledger."""
    return Checker(ledger).findings(records)
