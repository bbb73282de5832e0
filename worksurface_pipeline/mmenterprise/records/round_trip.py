"""Compares what was read with what is stated: statements that are lost, and values from nowhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.reading import (
    Reading,
    is_same,
    parts,
    read_records,
)
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger, Statement
from worksurface_pipeline.mmenterprise.schema.units import Unit


def differences(ledger: Ledger, records: WorkspaceRecords) -> tuple[Finding, ...]:
    """Where reading a project's records gives something else than their statements."""
    readings: defaultdict[str, list[Reading]] = defaultdict(list)
    for item in read_records(ledger, records):
        readings[item.unit].append(item)
    kinds = {slot.id: slot.kind for slot in ledger.slots}
    return tuple(
        finding
        for unit in records.units
        for finding in _Compared(unit, readings[unit.id], kinds).findings()
    )


@dataclass(frozen=True)
class _Compared:
    """One unit beside what was read of it."""

    unit: Unit
    readings: Sequence[Reading]
    kinds: Mapping[str, str]

    def findings(self) -> Iterator[Finding]:
        """What is lost, taken the wrong way round, or from nowhere."""
        for item in self.unit.statements:
            for part in parts(item.value, self.kinds[item.slot]):
                fault = self._fault(item, part)
                if fault:
                    read = [found.value for found in self.readings if found.slot == item.slot]
                    what = f"{part!r} of {item.slot} is {fault}; read: {', '.join(read) or '-'}"
                    yield Finding(check="round trip", where=self.unit.id, what=what)
        for found in self.readings:
            if not any(is_same(found.value, part) for part in self._stated(found.slot)):
                what = f"{found.value!r} is read of {found.slot} and not stated"
                yield Finding(check="round trip", where=self.unit.id, what=what)

    def _stated(self, slot: str) -> Iterator[str]:
        for item in self.unit.statements:
            if item.slot == slot:
                yield from parts(item.value, self.kinds[slot])

    def _fault(self, item: Statement, part: str) -> str:
        """What is wrong with how a statement was read, "" if nothing is.

        A past value alone is one that somebody doubts: only beside a new one it has to read as
        past.
        """
        own = [found for found in self.readings if found.slot == item.slot]
        same = [found for found in own if is_same(found.value, part)]
        said = [other for other in self.unit.statements if other.slot == item.slot]
        if not same:
            return "lost"
        is_replaced = any(not other.is_past for other in said)
        if item.is_past and is_replaced and not any(found.is_past for found in same):
            return "not read as past"
        if not item.is_past and all(found.is_past for found in same):
            return "read as past"
        return ""
