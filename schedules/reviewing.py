"""`worksurface review`: what annotators get and send back, and the page to read it all on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from resources.workbench import Workbench
from schedules.review_files import (
    PAGE,
    RESULT,
    audit_folder,
    plan_of,
    returned_votes,
    write_files,
    write_once,
)
from worksurface_pipeline.kernel.agreement import Coefficient
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.intervals import Rate
from worksurface_pipeline.review.package import package_files
from worksurface_pipeline.review.page import review_page
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
    manifest = bench.lake.current("human_audit")
    if manifest is None:
        raise PackageError(
            "There is no audit yet", where=bench.lake.root, remedy="Run `worksurface review plan`"
        )
    return bench.lake.load(manifest, AuditPlan)


def import_workbooks(bench: Workbench, files: Sequence[Path], audit: str = "") -> AuditResult:
    """The statistics of returned workbooks, stored beside their audit.

    `audit` names an audit that is no longer the valid one. Raises PackageError with what is wrong
    with the workbooks, and for an audit that is not there.
    """
    plan = plan_of(bench.lake, audit) if audit else stored_plan(bench)
    result = audit_result(plan, returned_votes(plan, files), bench.settings.tasks.seed)
    write_files(audit_folder(bench.lake, plan.id) / RESULT, result.to_files())
    return result


def result_lines(result: AuditResult) -> Iterator[str]:
    """The statistics for a reader: rates, agreement, and how sharp the annotators were."""
    for one in result.results:
        if not one.stratum or one.criterion == ALL:
            place = f"{one.criterion}, {one.stratum or 'all items'}"
            yield f"{place}: majority {_share(one.majority)}; unanimous {_share(one.unanimous)}"
    for item in result.agreements:
        of = item.agreement
        yield (
            f"agreement on {item.criterion}: raw {_within(of.raw)}, AC1 {_within(of.ac1)},"
            f" Fleiss' kappa {_within(of.fleiss)}"
        )
    for caught in result.sensitivities:
        who, what = caught.annotator or "majority", caught.fault or "all planted faults"
        yield f"{who} saw of {what}: {_share(caught.caught)}"
    for refused in result.refused:
        yield f"of the refused tasks annotators refuse too: {_share(refused.refused_too)}"


def _share(rate: Rate) -> str:
    """A rate with its exact interval."""
    if rate.value is None:
        return "of no item"
    low, high = rate.interval.low or 0.0, rate.interval.high or 0.0
    return f"{rate.count} of {rate.n} ({rate.value:.1%}; {low:.1%} to {high:.1%})"


def _within(item: Coefficient) -> str:
    """A coefficient with its interval, where it has one."""
    low, high = item.interval.low, item.interval.high
    return str(item) if low is None or high is None else f"{item} ({low:.3f} to {high:.3f})"


def write_page(bench: Workbench) -> Path:
    """The page of everything that people should look at: held back, audited, and how they voted."""
    groups: dict[str, list[ReviewItem]] = {"Held back": list(_held(bench))}
    votes: Mapping[str, Sequence[ItemVote]] = {}
    manifest = bench.lake.current("human_audit")
    if manifest is not None:
        plan = bench.lake.load(manifest, AuditPlan)
        for origin, name in _SHOWN.items():
            groups[name] = [entry.item for entry in plan.entries if entry.origin is origin]
        votes = _votes(bench, plan)
    path = Path(bench.lake.path(f"latest/{PAGE}"))
    html = review_page(f"Review of {bench.id}", groups, votes)
    write_files(path.parent, [(PAGE, html.encode("utf-8", "replace"))], is_new=False)
    return path


def _held(bench: Workbench) -> Iterator[ReviewItem]:
    keys = bench.plan().personas
    for one in bench.lake.all_of("quarantine", keys, QuarantineSet).values():
        yield from one.items


def _votes(bench: Workbench, plan: AuditPlan) -> Mapping[str, Sequence[ItemVote]]:
    """Votes of a finished audit by item id."""
    folder = audit_folder(bench.lake, plan.id) / RESULT
    if not folder.is_dir():
        return {}
    ids = {entry.code: entry.item.id for entry in plan.entries}
    found: dict[str, list[ItemVote]] = defaultdict(list)
    for vote in AuditResult.from_files(lambda name: (folder / name).read_bytes()).votes:
        found[ids[vote.code]].append(vote)
    return found
