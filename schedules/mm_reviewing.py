"""`worksurface mm review`: what annotators get and send back, and the page to read it all on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from resources.mm_people import unit_index
from resources.mm_workbench import PEOPLE_RESULT, MmWorkbench
from schedules.review_files import (
    keep_result,
    kept_votes,
    plan_of,
    put_page,
    returned_votes,
    valid_audit,
    write_once,
)
from schedules.review_lines import agreement_lines, sensitivity_lines, share
from worksurface_pipeline.kernel.lake import Manifest, Partitions
from worksurface_pipeline.mmenterprise.validation.people_pages import people_files, people_page
from worksurface_pipeline.mmenterprise.validation.people_result import PeopleResult, people_result
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.review.records import AuditPlan

_RECORDS = "mm_records"


def write_mm_package(bench: MmWorkbench) -> Path:
    """Write what annotators get, and the key apart from it. Raises PackageError without a plan."""
    plan, records = stored_mm_plan(bench), _records(bench)
    return write_once(bench.lake, plan, people_files(plan, unit_index(records), _pictures(records)))


def stored_mm_plan(bench: MmWorkbench) -> AuditPlan:
    """The valid plan of the lake."""
    return bench.lake.load(_audit(bench), AuditPlan)


def import_mm_workbooks(bench: MmWorkbench, files: Sequence[Path], audit: str = "") -> PeopleResult:
    """What annotators found; the next run puts it into the report.

    `audit` names one that is no longer the valid one. Raises PackageError with all that is wrong.
    """
    plan = plan_of(bench.lake, audit) if audit else stored_mm_plan(bench)
    result = people_result(plan, returned_votes(plan, files), bench.settings.workspace.seed)
    keep_result(bench.lake, plan, result)
    bench.lake.put(PEOPLE_RESULT, result.model_dump_json().encode())
    return result


def mm_result_lines(result: PeopleResult) -> Iterator[str]:
    """What annotators found, for a reader; the tables tell who saw which planted fault."""
    yield f"Audit {result.audit}"
    for row in result.rows:
        of = row.unrejected
        yield f"{row.decision}: rejected by nobody {share(of)}, by at least one {row.rejected}"
    yield from agreement_lines(result.agreements)
    yield from sensitivity_lines(
        one for one in result.sensitivities if one.annotator and not one.fault
    )


def write_mm_page(bench: MmWorkbench) -> Path:
    """The page of the audit with decisions, reasons and votes: for whoever may know the key."""
    plan = stored_mm_plan(bench)
    votes = kept_votes(bench.lake, plan, PeopleResult)
    return put_page(bench.lake, people_page(plan, _pictures(_records(bench)), votes))


def _audit(bench: MmWorkbench) -> Manifest:
    return valid_audit(bench.lake, "mm_human_audit", "worksurface mm review plan")


def _records(bench: MmWorkbench) -> Partitions[Writing]:
    """The records that the audit was planned over, as far as they are there.

    A run may have made other ones since, with other pictures under the same names.
    """
    digests = {item.name: item.digest for item in _audit(bench).basis.inputs}
    found = {
        key: bench.lake.attempt(_RECORDS, key, digests.get(f"{_RECORDS}[{key}]", ""))
        for key in bench.lake.partitions(_RECORDS)
    }
    present = {key: manifest for key, manifest in found.items() if manifest is not None}
    missing = tuple(key for key, manifest in found.items() if manifest is None)
    return Partitions(bench.lake, present, missing, Writing)


def _pictures(records: Partitions[Writing]) -> Mapping[str, Mapping[str, bytes]]:
    return {key: records.get(key).records.contents for key in records.keys}
