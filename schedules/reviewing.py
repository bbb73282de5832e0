"""`worksurface review`: what annotators get and send back, and the page to read it all on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from resources.workbench import Workbench
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
from worksurface_pipeline.review.package import package_files
from worksurface_pipeline.review.page import review_page, votes_by_item
from worksurface_pipeline.review.records import AuditPlan, ItemVote, Origin, ReviewItem
from worksurface_pipeline.review.statistics import ALL, AuditResult, audit_result
from worksurface_pipeline.worksurface.screening.quarantine import QuarantineSet

# What of an item stands on the page under which heading; planted faults are no tasks.
_SHOWN = {Origin.SAMPLED: "Audited", Origin.REFUSED: "Refused, and audited too"}


def write_package(bench: Workbench) -> Path:
    """Write what annotators get, and the key apart from it; the folder of the package.

    One that is there stays: somebody may have voted in its workbooks. Raises PackageError without a
    plan.
    """
    plan = stored_plan(bench)
    return write_once(bench.lake, plan, package_files(plan))


def stored_plan(bench: Workbench) -> AuditPlan:
    """The valid plan of the lake."""
    manifest = valid_audit(bench.lake, "human_audit", "worksurface review plan")
    return bench.lake.load(manifest, AuditPlan)


def import_workbooks(bench: Workbench, files: Sequence[Path], audit: str = "") -> AuditResult:
    """The statistics of returned workbooks, stored beside their audit.

    `audit` names an audit that is no longer the valid one. Raises PackageError with what is wrong
    with the workbooks, and for an audit that is not there.
    """
    plan = plan_of(bench.lake, audit) if audit else stored_plan(bench)
    result = audit_result(plan, returned_votes(plan, files), bench.settings.tasks.seed)
    keep_result(bench.lake, plan, result)
    return result


def result_lines(result: AuditResult) -> Iterator[str]:
    """The statistics for a reader: rates, agreement, and how sharp the annotators were."""
    for one in result.results:
        if not one.stratum or one.criterion == ALL:
            place = f"{one.criterion}, {one.stratum or 'all items'}"
            yield f"{place}: majority {share(one.majority)}; unanimous {share(one.unanimous)}"
    yield from agreement_lines(result.agreements)
    yield from sensitivity_lines(result.sensitivities)
    for refused in result.refused:
        yield f"of the refused tasks annotators refuse too: {share(refused.refused_too)}"


def write_page(bench: Workbench) -> Path:
    """The page of everything that people should look at: held back, audited, and how they voted."""
    groups: dict[str, list[ReviewItem]] = {"Held back": list(_held(bench))}
    votes: Mapping[str, Sequence[ItemVote]] = {}
    manifest = bench.lake.current("human_audit")
    if manifest is not None:
        plan = bench.lake.load(manifest, AuditPlan)
        for origin, name in _SHOWN.items():
            groups[name] = [entry.item for entry in plan.entries if entry.origin is origin]
        votes = votes_by_item(plan, kept_votes(bench.lake, plan, AuditResult))
    return put_page(bench.lake, review_page(f"Review of {bench.id}", groups, votes))


def _held(bench: Workbench) -> Iterator[ReviewItem]:
    keys = bench.plan().personas
    for one in bench.lake.all_of("quarantine", keys, QuarantineSet).values():
        yield from one.items
