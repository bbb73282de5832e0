"""Returned workbooks as votes. Everything wrong is listed at once; nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet.worksheet import Worksheet

from worksurface_pipeline.review.layout import (
    FIRST_ROW,
    HEADER_ROW,
    LEADING,
    STAMP_SHEET,
    VOTES_SHEET,
    choices,
    headers,
    leading,
    texts,
)
from worksurface_pipeline.review.opening import opened, text_at, wrong
from worksurface_pipeline.review.records import (
    AuditEntry,
    AuditPlan,
    ImportedVotes,
    ItemVote,
    Violation,
)
from worksurface_pipeline.review.workbook import shown_text

_SPARE_ROWS = 1_000  # below the items in which something may stand
_SINGLY = 6  # missing votes are named one by one; of more, how many and where they lie


class _Missing(Violation):
    """A vote that was not given."""


def import_votes(
    plan: AuditPlan, workbooks: Mapping[str, bytes], *, is_partial: bool = False
) -> ImportedVotes:
    """Votes of all annotators of the plan, by workbook name.

    Absent annotators are violations unless a part is all that is wanted.
    """
    found = {name: list(_workbook(plan, name, workbooks[name])) for name in sorted(workbooks)}
    parts = [part for own in found.values() for part in own]
    violations = [item for item in parts if isinstance(item, Violation)]
    for annotator in plan.annotators:
        books = [name for name, own in found.items() if annotator in own]
        if len(books) > 1 or not (books or is_partial):
            violations.append(_miscounted(annotator, books))
    votes = tuple(item for item in parts if isinstance(item, ItemVote))
    return ImportedVotes(votes=votes, violations=tuple(violations))


def _miscounted(annotator: str, own: Sequence[str]) -> Violation:
    remedy = "Return exactly one workbook of each annotator"
    named = f": {', '.join(own)}" if own else ""
    what = f"{len(own)} workbooks are of annotator {annotator}{named}"
    return Violation(workbook=annotator, cell="", what=what, remedy=remedy)


def _workbook(plan: AuditPlan, name: str, data: bytes) -> Iterator[ItemVote | Violation | str]:
    """The annotator's name, votes and violations of one workbook."""
    book = opened(name, data)
    if isinstance(book, Violation):
        yield book
        return
    lost = [sheet for sheet in (VOTES_SHEET, STAMP_SHEET) if sheet not in book.sheetnames]
    if lost:
        yield wrong(name, "", f"the sheet {lost[0]} is gone", "Vote in the workbook as handed out")
        return
    stamp = book[STAMP_SHEET]
    audit, annotator = text_at(stamp, 1, 2), text_at(stamp, 2, 2)
    if audit != plan.id:
        yield wrong(name, "", f"it is of audit {audit or '(none)'}", f"Return that of {plan.id}")
        return
    if annotator not in plan.annotators:
        yield wrong(name, "", f"{annotator!r} is no annotator", "Keep the hidden sheet as it was")
        return
    yield annotator
    yield from _gathered(name, list(_sheet(plan, name, annotator, book[VOTES_SHEET])))


def _gathered(name: str, parts: Sequence[ItemVote | Violation]) -> Iterator[ItemVote | Violation]:
    """Many missing votes as one violation: what else is wrong would be lost among them."""
    missing = [part for part in parts if isinstance(part, _Missing)]
    if len(missing) <= _SINGLY:
        yield from parts
        return
    yield from (part for part in parts if not isinstance(part, _Missing))
    cells = sorted((part.cell for part in missing), key=coordinate_to_tuple)
    first, last = cells[0], cells[-1]
    what = f"{len(missing)} cells have no vote, the first {first}, the last {last}"
    yield wrong(name, "", what, "Choose one in each")


def _sheet(
    plan: AuditPlan, name: str, annotator: str, sheet: Worksheet
) -> Iterator[ItemVote | Violation]:
    wanted = headers(plan)
    for column, header in enumerate(wanted, start=1):
        if text_at(sheet, HEADER_ROW, column) != header:
            cell = f"{get_column_letter(column)}{HEADER_ROW}"
            yield wrong(name, cell, f"the heading is not {header!r}", "Keep columns as they were")
            return
    rows: dict[str, int] = {}
    last = min(sheet.max_row, FIRST_ROW + len(plan.entries) + _SPARE_ROWS)
    for row in range(FIRST_ROW, last + 1):
        code = text_at(sheet, row, 1)
        if not code and not any(
            text_at(sheet, row, column) for column in range(1, len(wanted) + 1)
        ):
            continue  # an empty row below or between items says nothing
        if code in rows:
            yield wrong(name, f"A{row}", f"{code} stood in row {rows[code]} too", "Keep one row")
            continue
        rows[code] = row
    yield from _rows(plan, name, annotator, sheet, rows)


def _rows(
    plan: AuditPlan, name: str, annotator: str, sheet: Worksheet, rows: Mapping[str, int]
) -> Iterator[ItemVote | Violation]:
    known = {entry.code for entry in plan.entries}
    for code, row in rows.items():
        if code not in known:
            yield wrong(name, f"A{row}", f"{code!r} is no item", "Remove the row")
    for entry in plan.entries:
        if entry.code not in rows:
            yield wrong(name, "A", f"the row of {entry.code} is gone", "Put it back and vote")
            continue
        place = rows[entry.code]
        for column, (heading, shown) in enumerate(_judged(plan, entry), start=2):
            if text_at(sheet, place, column) != " ".join(shown_text(shown).split()):
                cell = f"{get_column_letter(column)}{place}"
                what = f"the {heading.lower()} of {entry.code} was changed"
                yield wrong(name, cell, what, "Comments have a column of their own")
        yield from _votes(plan, name, annotator, sheet, entry.code, place)


def _judged(plan: AuditPlan, entry: AuditEntry) -> list[tuple[str, str]]:
    """What of an item has to stand as it was handed out: all texts but the name of a file."""
    shown = list(zip(leading(plan), texts(entry), strict=True))[1:]
    return shown if plan.judges_answers else shown[:-1]


def _votes(
    plan: AuditPlan, name: str, annotator: str, sheet: Worksheet, code: str, row: int
) -> Iterator[ItemVote | Violation]:
    first = len(LEADING) + 1
    comment = text_at(sheet, row, first + len(plan.criteria))
    for column, criterion in enumerate(plan.criteria, start=first):
        said = text_at(sheet, row, column).casefold()
        if said in criterion.votes:
            yield ItemVote(
                code=code,
                annotator=annotator,
                criterion=criterion.name,
                vote=criterion.votes[said],
                comment=comment,
            )
        else:
            cell = f"{get_column_letter(column)}{row}"
            kind = Violation if said else _Missing
            what = f"{code}, {criterion.name}: {said!r} is no vote" if said else f"{code}: no vote"
            remedy = f"Choose one of {choices(criterion)}"
            yield kind(workbook=name, cell=cell, what=what, remedy=remedy)
