"""The layout of an annotator's workbook: one home for its writer and its reader."""

from __future__ import annotations

from worksurface_pipeline.review.records import AuditPlan, Criterion

GUIDE_SHEET = "Guide"
VOTES_SHEET = "Votes"
STAMP_SHEET = "Audit"
HEADER_ROW = 1
FIRST_ROW = 2
LEADING = ("Item", "Question", "Answer", "Evidence")
COMMENT = "Comment"


def headers(plan: AuditPlan) -> tuple[str, ...]:
    """Column headings of the votes sheet."""
    return (*LEADING, *(one.name for one in plan.criteria), COMMENT)


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
