"""Review items, a plan, and filled workbooks."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from worksurface_pipeline.review.layout import FIRST_ROW, LEADING, VOTES_SHEET, rows_of
from worksurface_pipeline.review.plan import plan_audit
from worksurface_pipeline.review.records import (
    AuditEntry,
    AuditPlan,
    Criterion,
    Origin,
    Proof,
    ReviewItem,
)
from worksurface_pipeline.review.workbook import workbook_bytes

CRITERIA = (
    Criterion(name="right", question="Is it right?"),
    Criterion(name="clear", question="Is it clear?"),
)
ANNOTATORS = ("ann", "bob", "cem")
Say = Callable[[str, str, str], str]


def item(number: int, stratum: str = "rag", *balance: str, **more: str) -> ReviewItem:
    return ReviewItem(
        id=more.get("id", f"task-{number}"),
        stratum=stratum,
        balance=balance,
        cluster=str(number % 3),
        question=more.get("question", f"How many are there in {number}?"),
        answer="12",
        proofs=(Proof(title="document a.md", claim="12 of them", source="There are 12 of them."),),
    )


def plan(count: int = 4, extra: Sequence[AuditEntry] = ()) -> AuditPlan:
    return plan_audit([item(n) for n in range(count)], extra, CRITERIA, ANNOTATORS, seed=1)


def planted(number: int) -> AuditEntry:
    return AuditEntry(
        code="",
        origin=Origin.PLANTED,
        item=item(number),
        fault="wrong_number",
        expected_no=("right",),
    )


def refused(number: int) -> AuditEntry:
    return AuditEntry(code="", origin=Origin.REFUSED, item=item(number))


def changed(data: bytes, change: Callable[[Worksheet], None], sheet: str = VOTES_SHEET) -> bytes:
    """The workbook after a change of one sheet, saved again."""
    book = load_workbook(io.BytesIO(data))
    change(book[sheet])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def put(cell: str, value: str | None) -> Callable[[Worksheet], None]:
    """Writes one cell."""

    def change(sheet: Worksheet) -> None:
        sheet[cell] = value

    return change


def filled(audit: AuditPlan, annotator: str, say: Say = lambda *_: "yes") -> bytes:
    """The annotator's workbook, each vote as `say(item id, annotator, criterion)` has it."""

    def vote(sheet: Worksheet) -> None:
        for row, entry in enumerate(rows_of(audit, annotator), start=FIRST_ROW):
            for column, one in enumerate(audit.criteria, start=len(LEADING) + 1):
                sheet.cell(row, column, say(entry.item.id, annotator, one.name))

    return changed(workbook_bytes(audit, annotator), vote)


def all_filled(audit: AuditPlan, say: Say = lambda *_: "yes") -> dict[str, bytes]:
    return {f"{name}.xlsx": filled(audit, name, say) for name in audit.annotators}
