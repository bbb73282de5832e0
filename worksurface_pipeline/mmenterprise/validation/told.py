"""What the records of a project tell whoever reads them: the values that each unit gives of a slot.

Everything comes from the words of units and the series of pictures, read by a reader that shares
nothing with their writer, and from what stands beside a unit: when, by whom, where, which version.
Neither the statements of units nor the kinds of events are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.reading import Reading, read_records
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.units import Unit


@dataclass(frozen=True, slots=True)
class Told:
    """What one unit tells of one slot: values that it gives, and values that it takes back."""

    unit: Unit
    slot: str
    claims: tuple[str, ...]
    past: tuple[str, ...]

    @property
    def order(self) -> tuple[datetime, str]:
        """The place in time, ties by id."""
        return (self.unit.at, self.unit.id)

    @property
    def claim(self) -> str | None:
        """The value that it gives, None where it gives none or more than one."""
        return self.claims[0] if len(self.claims) == 1 else None


Account = tuple[Told, ...]
"""What several units tell of one slot, in order of time."""


@dataclass(frozen=True)
class Accounts:
    """All that the units of a project tell, by slot."""

    by_slot: Mapping[str, Account]

    def of(self, slot: str, units: frozenset[str] | None = None) -> Account:
        """What these units (all of them without any named) tell of a slot."""
        account = self.by_slot.get(slot, ())
        if units is None:
            return account
        return tuple(item for item in account if item.unit.id in units)


def accounts_of(ledger: Ledger, records: WorkspaceRecords) -> Accounts:
    """Reads all units of a project."""
    return gathered(records.units, read_records(ledger, records))


def gathered(units: Sequence[Unit], readings: Iterable[Reading]) -> Accounts:
    """The accounts that some readings make."""
    by_id = {unit.id: unit for unit in units}
    found: dict[tuple[str, str], list[Reading]] = {}
    for item in readings:
        found.setdefault((item.slot, item.unit), []).append(item)
    by_slot: dict[str, list[Told]] = {}
    for (slot, unit), items in found.items():
        by_slot.setdefault(slot, []).append(_told(by_id[unit], slot, items))
    return Accounts({slot: tuple(sorted(items, key=_order)) for slot, items in by_slot.items()})


def _told(unit: Unit, slot: str, items: Sequence[Reading]) -> Told:
    """A value both given and taken back in one unit is given: the unit says from what it moved."""
    claims = _distinct(items, lambda item: not item.is_past)
    past = _distinct(items, lambda item: item.is_past and item.value not in claims)
    return Told(unit, slot, claims, past)


def _distinct(items: Sequence[Reading], is_meant: Callable[[Reading], bool]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.value for item in items if is_meant(item)))


def _order(item: Told) -> tuple[datetime, str]:
    return item.order
