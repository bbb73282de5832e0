"""`worksurface mm review`: what annotators get and send back, and the page to read it all on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from resources.mm_people import people_found, unit_index
from resources.mm_workbench import PEOPLE_RESULT, MmWorkbench
from schedules.review_files import PAGE, plan_of, returned_votes, write_files, write_once
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.mmenterprise.validation.people_pages import people_files, people_page
from worksurface_pipeline.mmenterprise.validation.people_result import PeopleResult, people_result
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.review.records import AuditPlan


def write_mm_package(bench: MmWorkbench) -> Path:
    """Write what annotators get, and the key apart from it. Raises PackageError without a plan."""
    plan, records = stored_mm_plan(bench), _records(bench)
    return write_once(bench.lake, plan, people_files(plan, unit_index(records), _pictures(records)))


def stored_mm_plan(bench: MmWorkbench) -> AuditPlan:
    """The valid plan of the lake."""
    manifest = bench.lake.current("mm_human_audit")
    if manifest is None:
        raise PackageError(
            "There is no audit yet",
            where=bench.lake.root,
            remedy="Run `worksurface mm review plan`",
        )
    return bench.lake.load(manifest, AuditPlan)


def import_mm_workbooks(bench: MmWorkbench, files: Sequence[Path], audit: str = "") -> PeopleResult:
    """What annotators found; the next run puts it into the report.

    `audit` names one that is no longer the valid one. Raises PackageError with all that is wrong.
    """
    plan = plan_of(bench.lake, audit) if audit else stored_mm_plan(bench)
    result = people_result(plan, returned_votes(plan, files), bench.settings.workspace.seed)
    bench.lake.put(PEOPLE_RESULT, result.model_dump_json().encode())
    return result


def mm_result_lines(result: PeopleResult) -> Iterator[str]:
    """What annotators found, for a reader."""
    for row in result.rows:
        of = row.unrejected
        yield f"{row.decision}: {of.count} of {of.n} rejected by nobody, {row.rejected} by some"
    for one in result.agreements:
        of_all = one.agreement
        yield f"agreement on {one.criterion}: raw {of_all.raw.value}, kappa {of_all.fleiss}"


def write_mm_page(bench: MmWorkbench) -> Path:
    """The page of the audit with decisions, reasons and votes: for whoever may know the key."""
    plan, found = stored_mm_plan(bench), people_found(bench)
    votes = found.votes if found is not None and found.audit == plan.id else ()
    path = Path(bench.lake.path(f"latest/{PAGE}"))
    html = people_page(plan, _pictures(_records(bench)), votes)
    write_files(path.parent, [(PAGE, html.encode("utf-8", "replace"))], is_new=False)
    return path


def _records(bench: MmWorkbench) -> Partitions[Writing]:
    return bench.lake.all_of("mm_records", bench.plan().projects, Writing)


def _pictures(records: Partitions[Writing]) -> Mapping[str, Mapping[str, bytes]]:
    return {key: records.get(key).records.contents for key in records.keys}
