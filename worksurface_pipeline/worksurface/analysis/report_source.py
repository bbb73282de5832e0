"""What became of the source: the coverage ledger, the rubrics' figures, the refused candidates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from worksurface_pipeline.site.labels import percent, plain_label
from worksurface_pipeline.site.table import Column, Table, simple_table
from worksurface_pipeline.worksurface.analysis.report_model import ReportInput
from worksurface_pipeline.worksurface.schema.surfaces import CoverageEntry
from worksurface_pipeline.worksurface.schema.tasks import Refusal, RubricFigure

_ON_A_SURFACE = "on a surface"
_UNACCOUNTED = "unaccounted"


def source_tables(given: ReportInput) -> Iterator[Table]:
    """The tables that have something to say."""
    if given.ledger:
        yield ledger_table(given.ledger)
        yield failure_table(given.ledger, given.limits.listed_failures)
    if given.rubric_figures:
        yield recovery_table(given.rubric_figures)
    if given.refusals:
        yield refusal_table(given.refusals)


def outcome_of(entry: CoverageEntry) -> str:
    """What became of a file or sheet: an artifact, a failure by reason, or (a defect) nothing."""
    if entry.failure is not None:
        return entry.failure.reason.value
    return _ON_A_SURFACE if entry.artifacts else _UNACCOUNTED


def ledger_table(ledger: Sequence[CoverageEntry]) -> Table:
    """Files and sheets by outcome."""
    files = Counter(outcome_of(entry) for entry in ledger if not entry.part)
    sheets = Counter(outcome_of(entry) for entry in ledger if entry.part)
    outcomes = sorted(files.keys() | sheets.keys(), key=lambda name: (-files[name], name))
    rows = [(plain_label(name), str(files[name]), str(sheets[name])) for name in outcomes]
    rows.append(("all", str(files.total()), str(sheets.total())))
    columns = (Column("Outcome"), Column("Files", True), Column("Sheets", True))
    return simple_table("ledger", "Listed files and their sheets", columns, rows)


def failure_table(ledger: Iterable[CoverageEntry], limit: int) -> Table:
    """Every failure with its reason and remedy; at most `limit`, saying how many are left out."""
    failures = [entry.failure for entry in ledger if entry.failure is not None]
    failures.sort(key=lambda item: (item.persona, item.task_id, item.filename, item.part))
    rows = (
        (item.task_id, item.filename, item.part, item.reason.value, item.detail, item.remedy)
        for item in failures[:limit]
    )
    labels = ("Source task", "File", "Sheet", "Reason", "Detail", "Remedy")
    left = len(failures) - limit
    notes = (f"{left} more stand in the coverage ledger.",) if left > 0 else ()
    columns = tuple(Column(label) for label in labels)
    return simple_table("failures", f"{len(failures)} failures", columns, rows, notes)


def recovery_table(figures: Sequence[RubricFigure]) -> Table:
    """Figures of rubrics by what became of them, with the reasons."""
    counts = Counter((figure.status, figure.reason) for figure in figures)
    ordered = sorted(
        counts.items(), key=lambda item: (item[0][0] != "recovered", -item[1], item[0])
    )
    rows = (
        (plain_label(status), reason, str(count), percent(count / len(figures)))
        for (status, reason), count in ordered
    )
    columns = (Column("Status"), Column("Reason"), Column("Figures", True), Column("%", True))
    return simple_table(
        "recovery",
        f"{len(figures)} figures in rubrics",
        columns,
        rows,
        ("A figure that is not recovered was not derived; it says nothing about answerability.",),
    )


def refusal_table(refusals: Sequence[Refusal]) -> Table:
    """Candidates that did not become tasks, by derivation and the check that refused them."""
    counts = Counter((item.derivation.value, item.reason) for item in refusals)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rows = ((plain_label(family), reason, str(count)) for (family, reason), count in ordered)
    columns = (Column("Derivation"), Column("Reason"), Column("Candidates", True))
    return simple_table("refusals", f"{len(refusals)} refused candidates", columns, rows)
