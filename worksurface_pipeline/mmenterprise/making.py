"""Tables on how the benchmark was made: what checks found, what became of drafts, who wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from worksurface_pipeline.mmenterprise.pages.model import ShownTables
from worksurface_pipeline.mmenterprise.questions.drafted import QuestionDrafts
from worksurface_pipeline.mmenterprise.records.audit import RecordFindings
from worksurface_pipeline.mmenterprise.writing.model import WritingLog
from worksurface_pipeline.site.table import Column, Table, simple_table

_FILE, _TITLE = "making.html", "How it was made"


def making_tables(
    findings: Mapping[str, RecordFindings],
    drafts: Mapping[str, QuestionDrafts],
    logs: Mapping[str, WritingLog],
) -> ShownTables:
    """The tables of all projects on one page, by project."""
    tables = (_findings(findings), _refusals(drafts), *_writing(logs))
    return ShownTables(_FILE, _TITLE, tables)


def _findings(parts: Mapping[str, RecordFindings]) -> Table:
    rows = [
        (key, str(part.units), str(part.visual), one.check, one.where, one.what)
        for key, part in sorted(parts.items())
        for one in part.findings
    ]
    checked = sum(part.units for part in parts.values())
    notes = (f"{checked} units of {len(parts)} projects were checked against their ledgers.",)
    heads = ("Project", "Units", "Visual", "Check", "Where", "What")
    title = "What the checks found wrong with ledgers and records"
    return simple_table("record_checks", title, [Column(name) for name in heads], rows, notes)


def _refusals(parts: Mapping[str, QuestionDrafts]) -> Table:
    counts = Counter(
        (key, refusal.reason) for key, part in parts.items() for refusal in part.refusals
    )
    rows = [(*place, str(count)) for place, count in sorted(counts.items())]
    columns = (Column("Project"), Column("Why"), Column("Drafts", is_number=True))
    return simple_table("refused_drafts", "Drafts that became no question", columns, rows)


def _writing(logs: Mapping[str, WritingLog]) -> Iterator[Table]:
    """What models were asked to write, where they were."""
    rows = [
        (
            key,
            one.stage,
            one.part,
            one.model,
            str(one.calls),
            str(len(one.errors)),
            _said(one.score),
        )
        for key, log in sorted(logs.items())
        for one in log.passages
    ]
    if rows:
        heads = ("Project", "Stage", "Part", "Model", "Calls", "Problems", "Score")
        yield simple_table("writing", "What models wrote", [Column(name) for name in heads], rows)


def _said(score: int | None) -> str:
    return "" if score is None else str(score)
