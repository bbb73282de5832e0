"""The layout of an annotator's workbook: one home for its writer and its reader."""

from __future__ import annotations

from worksurface_pipeline.review.records import AuditPlan, Vote

GUIDE_SHEET = "Guide"
VOTES_SHEET = "Votes"
STAMP_SHEET = "Audit"
HEADER_ROW = 1
FIRST_ROW = 2
LEADING = ("Item", "Question", "Answer", "Evidence")
COMMENT = "Comment"
CHOICES = tuple(vote.value for vote in Vote)


def headers(plan: AuditPlan) -> tuple[str, ...]:
    """Column headings of the votes sheet."""
    return (*LEADING, *(one.name for one in plan.criteria), COMMENT)


def evidence_name(code: str) -> str:
    """The file of an item's evidence within the package."""
    return f"items/{code}.html"


def workbook_name(annotator: str) -> str:
    """The file of an annotator's workbook within the package."""
    return f"workbooks/{annotator}.xlsx"
