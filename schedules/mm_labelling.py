"""`worksurface mm labels`: sheets of answers for people to label, and the labels they give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.mm_workbench import LABELS_FILE, MmWorkbench
from schedules.review_files import (
    LABELS,
    audit_folder,
    audits_in,
    bytes_of,
    plan_of,
    returned_votes,
    write_once,
)
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.records import to_jsonl
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.judging.label_sheets import (
    judgeable,
    labelled_by_all,
    labels_of,
    plan_labels,
    strata_of,
)
from worksurface_pipeline.mmenterprise.judging.labels import (
    CANNOT_JUDGE,
    HumanLabel,
    Merged,
    merged,
    read_labels,
)
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judgements
from worksurface_pipeline.review.layout import workbook_name
from worksurface_pipeline.review.opening import audit_named
from worksurface_pipeline.review.records import AuditPlan
from worksurface_pipeline.review.workbook import workbook_bytes

_LISTED = 20


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, the folder of its workbooks, and how many answers were not drawn again."""

    plan: AuditPlan
    folder: Path
    key: Path
    left_out: int


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of returned workbooks."""

    plan: AuditPlan
    labels: tuple[HumanLabel, ...]
    merged: Merged
    place: str


def plan_label_sheets(bench: MmWorkbench, count: int, names: Sequence[str]) -> Planned:
    """Draw answers of the finished cells and write a workbook for each annotator.

    Raises PackageError where no cell is finished, or all of its answers are labelled.
    """
    manifest = bench.lake.current("mm_benchmark")
    cells = list(_finished(bench))
    if manifest is None or not cells:
        raise PackageError(
            "No cell is finished, so that there is no answer to label",
            where=bench.lake.root,
            remedy="Run `worksurface mm run`",
        )
    found = judgeable(bench.lake.load(manifest, MmBenchmark).questions, cells)
    annotators = tuple(names) or bench.settings.audit.annotators
    known = labelled_by_all(read_labels(bench.labels(), bench.labels_place), annotators)
    plan = plan_labels(found, count, annotators, bench.settings.workspace.seed, known)
    left_out = sum(one.key in known for one in found)
    if not plan.entries:
        raise PackageError(
            "There is no answer left to label",
            where=f"{counted(left_out, 'answer')} of {len(found)} labelled by all of these people",
            remedy="Run more cells, or name other people by --by",
        )
    books = ((workbook_name(name), workbook_bytes(plan, name)) for name in plan.annotators)
    folder = write_once(bench.lake, plan, books, LABELS)
    return Planned(plan, folder, audit_folder(bench.lake, plan.id, LABELS), left_out)


def planned_lines(planned: Planned) -> Iterator[str]:
    """What was drawn, for whoever may know the key."""
    plan = planned.plan
    yield f"{counted(len(plan.entries), 'answer')} for each of {', '.join(plan.annotators)}:"
    for name, number in strata_of(plan).items():
        yield f"  {number} {name}"
    if planned.left_out:
        yield f"{counted(planned.left_out, 'answer')} not drawn again: all of them labelled it"
    yield f"For the annotators: {planned.folder}"
    yield f"The key, not for them: {planned.key / 'key'}"


def import_label_sheets(bench: MmWorkbench, files: Sequence[Path], replaces: bool) -> Imported:
    """Check returned workbooks and keep their labels; workbooks of some annotators are enough.

    Raises PackageError with all that is wrong with them, and where somebody labelled an answer
    otherwise before, unless the later label `replaces` the earlier one.
    """
    plan = plan_of(bench.lake, _named(bench, files), LABELS)
    labels = labels_of(plan, returned_votes(plan, files, is_partial=True).votes)
    old = (bench.lake.peek(LABELS_FILE) or b"").decode("utf-8")
    found = merged(read_labels(old, bench.lake.path(LABELS_FILE)), labels)
    if found.changed and not replaces:
        raise PackageError(
            _differing(found.changed),
            where=bench.lake.path(LABELS_FILE),
            remedy="Nothing was imported. With --replace the later labels stand",
        )
    bench.lake.put(LABELS_FILE, to_jsonl(found.labels))
    return Imported(plan, labels, found, bench.lake.path(LABELS_FILE))


def imported_lines(bench: MmWorkbench, imported: Imported) -> Iterator[str]:
    """What was imported, and what reads it."""
    found = imported.merged
    unjudged = sum(one.label == CANNOT_JUDGE for one in imported.labels)
    people = ", ".join(sorted({one.by for one in imported.labels}))
    yield f"{counted(len(imported.labels), 'label')} of {people}; {unjudged} of them {CANNOT_JUDGE}"
    yield f"{found.new} new, {found.equal} as before, {len(found.changed)} replaced"
    absent = sorted(set(imported.plan.annotators) - _labellers(imported))
    if absent:
        yield f"Not back yet: {', '.join(absent)}"
    yield f"Labels: {imported.place}"
    named = bench.settings.judge.labels
    if named:
        yield (
            f"labels of [judge] names {named}, and only that file is read: set it to "
            '"" to have these read'
        )
    else:
        yield "The next `worksurface mm run` calibrates on them"


def _labellers(imported: Imported) -> set[str]:
    """Who has labelled answers of this plan, now or before."""
    drawn = {entry.item.given for entry in imported.plan.entries}
    return {one.by for one in imported.merged.labels if one.answer in drawn}


def _finished(bench: MmWorkbench) -> Iterator[tuple[Answers, Judgements]]:
    """The answers and verdicts of the cells that are as the benchmark is now."""
    plan = bench.plan()
    for key in plan.partitions(plan.steps["mm_judgements"]):
        if plan.is_sound(plan.steps["mm_judgements"], key):
            answers = bench.lake.all_of("mm_answers", (key,), Answers)
            yield answers.get(key), bench.lake.all_of("mm_judgements", (key,), Judgements).get(key)


def _named(bench: MmWorkbench, files: Sequence[Path]) -> str:
    """The first plan that the workbooks name and that is here; else what the first one names."""
    named = list(filter(None, (audit_named(bytes_of(path)) for path in files)))
    known = audits_in(bench.lake, LABELS)
    found = next((name for name in named if name in known), next(iter(named), ""))
    if found in audits_in(bench.lake):
        raise PackageError(
            "The workbooks hold votes on questions, no labels of answers",
            where=", ".join(str(path) for path in files),
            remedy="Import them with `worksurface mm review import`",
        )
    return found


def _differing(changed: Sequence[HumanLabel]) -> str:
    lines = [f"{one.by}, {one.question}: now {one.label} of {one.answer!r}" for one in changed]
    more = [f"and {len(lines) - _LISTED} more"] if len(lines) > _LISTED else []
    head = f"{counted(len(changed), 'answer was', 'answers were')} labelled otherwise before:"
    return "\n  ".join([head, *lines[:_LISTED], *more])
