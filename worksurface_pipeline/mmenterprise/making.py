"""Tables on how the benchmark was made: what checks found, what became of drafts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from worksurface_pipeline.mmenterprise.pages.model import ShownTables
from worksurface_pipeline.mmenterprise.questions.drafted import QuestionDrafts
from worksurface_pipeline.mmenterprise.records.audit import RecordFindings
from worksurface_pipeline.site.table import Column, Table, simple_table

_FILE, _TITLE = "making.html", "How it was made"


def making_tables(
    findings: Mapping[str, RecordFindings], drafts: Mapping[str, QuestionDrafts]
) -> ShownTables:
    """The tables of all projects on one page, by project."""
    tables = (_findings(findings), _refusals(drafts))
    return ShownTables(file=_FILE, title=_TITLE, tables=tables)


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
