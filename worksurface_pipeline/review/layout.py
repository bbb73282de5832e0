"""The layout of an annotator's workbook: one home for its writer and its reader."""

from __future__ import annotations

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.review.records import AuditEntry, AuditPlan, Criterion

GUIDE_SHEET = "Guide"
VOTES_SHEET = "Votes"
STAMP_SHEET = "Audit"
HEADER_ROW = 1
FIRST_ROW = 2
LEADING = ("Item", "Question", "Answer", "Evidence")
ANSWERS = ("Item", "Question", "Reference answer", "Answer to judge")
"""The leading columns where given answers are judged."""
COMMENT = "Comment"


def headers(plan: AuditPlan) -> tuple[str, ...]:
    """Column headings of the votes sheet."""
    return (*leading(plan), *(one.name for one in plan.criteria), COMMENT)


def leading(plan: AuditPlan) -> tuple[str, ...]:
    """The columns before those of the criteria: what is judged."""
    return ANSWERS if plan.judges_answers else LEADING


def texts(entry: AuditEntry) -> tuple[str, ...]:
    """What stands in the leading columns of an item."""
    item = entry.item
    return (entry.code, item.question, item.answer, item.given or evidence_name(entry.code))


def rows_of(plan: AuditPlan, annotator: str) -> tuple[AuditEntry, ...]:
    """The items in the order of an annotator's workbook.

    Given answers stand in an order of their own for each, so that what one gets tired of is not
    what all get tired of; items with evidence files stand in the order of those.
    """
    if not plan.judges_answers:
        return plan.entries
    key = f"{plan.id}\x00{annotator}\x00"
    return tuple(sorted(plan.entries, key=lambda entry: hash_unit(0, key + entry.code)))


def choices(criterion: Criterion) -> str:
    """What may be said of a criterion, as people read it."""
    return ", ".join(criterion.votes)


def choice_lines(plan: AuditPlan, where: str) -> tuple[str, ...]:
    """What to choose `where` votes are put; criterion by criterion where they differ."""
    found = {choices(one): one.name for one in plan.criteria}
    if len(found) == 1:
        return (f"Choose one of {next(iter(found))} {where}.",)
    return tuple(f"{one.name}: choose one of {choices(one)} {where}." for one in plan.criteria)


def evidence_name(code: str) -> str:
    """The file of an item's evidence within the package."""
    return f"items/{code}.html"


def workbook_name(annotator: str) -> str:
    """The file of an annotator's workbook within the package."""
    return f"workbooks/{annotator}.xlsx"
