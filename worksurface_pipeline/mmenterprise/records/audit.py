"""All that is wrong with a project as it was written: ledger, records, files, read back."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.records.checks import check
from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.leaks import give_aways
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger


class RecordFindings(RecordSet):
    """The findings of one project; none where all is as the ledger plans."""

    units: int = 0
    visual: int = 0
    findings: tuple[Finding, ...] = ()


def audit_records(ledger: Ledger, records: WorkspaceRecords) -> RecordFindings:
    """Invariants of the ledger, checks of the records, values given away, and what is read back."""
    return RecordFindings(
        units=len(records.units),
        visual=sum(unit.is_visual for unit in records.units),
        findings=tuple(_findings(ledger, records)),
    )


def _findings(ledger: Ledger, records: WorkspaceRecords) -> Iterator[Finding]:
    for item in violations(ledger):
        yield Finding(check=f"ledger: {item.kind}", where=item.where, what=item.what)
    yield from check(ledger, records)
    yield from give_aways(ledger, records)
    yield from differences(ledger, records)
