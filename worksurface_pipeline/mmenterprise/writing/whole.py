"""The finished records, rendered with a model's texts and checked as a whole.

Parts were checked one by one. What only shows in the whole (a private text repeated elsewhere, a
file that gives a picture away) takes the texts of the events and pages concerned back to the
template's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.mmenterprise.records.checks import Checker
from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.leaks import give_aways
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.outline import event_of, page_key
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.writing.library import PAGED

Render = Callable[[Ledger, Mapping[str, str]], WorkspaceRecords]
"""Renders a ledger with texts by event or page; everything else it needs it brings along."""
_MOST_PASSES = 3  # of rendering; texts that still fail then are all taken back


@dataclass(frozen=True)
class Whole:
    """Finished records, the texts in them, what was taken back, and why."""

    records: WorkspaceRecords
    texts: Mapping[str, str]
    taken_back: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass
class Finisher:
    """Renders and checks; faults of the template's own records are none of the model's."""

    ledger: Ledger
    template: WorkspaceRecords
    render: Render
    _errors: list[str] = field(default_factory=list)

    def finished(self, texts: Mapping[str, str]) -> Whole:
        """The records with all texts that can stand."""
        left = dict(texts)
        known = {(item.check, item.where, item.what) for item in self._findings(self.template)}
        for _ in range(_MOST_PASSES):
            if not left:
                break
            records = self.render(self.ledger, left)
            faults = [
                item
                for item in self._findings(records)
                if (item.check, item.where, item.what) not in known
            ]
            if not faults:
                return self._whole(records, texts, left)
            self._errors += [f"{item.check}: {item.where}: {item.what}" for item in faults]
            blamed = self._blamed(faults, records, left)
            left = {key: text for key, text in left.items() if blamed and key not in blamed}
        return self._whole(self.template, texts, {})

    def _findings(self, records: WorkspaceRecords) -> Iterator[Finding]:
        yield from Checker(self.ledger).findings(records)
        yield from give_aways(self.ledger, records)
        yield from differences(self.ledger, records)

    def _blamed(
        self, faults: list[Finding], records: WorkspaceRecords, texts: Mapping[str, str]
    ) -> set[str]:
        """The texts of the records that a fault names, by unit, file or event."""
        own = {unit.id: _keys(unit) for unit in records.units}
        held = {
            item.path: frozenset(key for unit in item.units for key in own[unit])
            for item in records.files
        }
        blamed: set[str] = set()
        for item in faults:
            blamed |= {key for key in texts if event_of(key) == item.where}
            blamed |= own.get(item.where, frozenset()) | held.get(item.where, frozenset())
        return blamed & set(texts)

    def _whole(
        self, records: WorkspaceRecords, texts: Mapping[str, str], left: Mapping[str, str]
    ) -> Whole:
        back = tuple(sorted(set(texts) - set(left)))
        return Whole(records, left, back, tuple(self._errors))


def _keys(unit: Unit) -> frozenset[str]:
    """The texts that word a unit: that of its page, else of its event."""
    if unit.place in PAGED:
        return frozenset(page_key(event, unit.number) for event in unit.events)
    return frozenset(unit.events)
