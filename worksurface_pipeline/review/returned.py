"""Returned workbooks as votes. Everything wrong is listed at once; nothing is guessed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from worksurface_pipeline.review.layout import (
    FIRST_ROW,
    HEADER_ROW,
    LEADING,
    STAMP_SHEET,
    VOTES_SHEET,
    choices,
    headers,
)
from worksurface_pipeline.review.records import (
    AuditPlan,
    ImportedVotes,
    ItemVote,
    Violation,
)
from worksurface_pipeline.review.workbook import shown_text

_MOST_BYTES = 64 << 20  # unpacked; a workbook of 2,000 items takes about one of these
_SPARE_ROWS = 1_000  # below the items in which something may stand


def import_votes(plan: AuditPlan, workbooks: Mapping[str, bytes]) -> ImportedVotes:
    """Votes of all annotators of the plan, by workbook name. Absent annotators are violations."""
    found = [part for name in sorted(workbooks) for part in _workbook(plan, name, workbooks[name])]
    votes = [item for item in found if isinstance(item, ItemVote)]
    violations = [item for item in found if isinstance(item, Violation)]
    stamps = [item for item in found if isinstance(item, str)]
    for name in plan.annotators:
        if stamps.count(name) != 1:
            violations.append(_miscounted(name, stamps.count(name)))
    return ImportedVotes(votes=tuple(votes), violations=tuple(violations))


def _miscounted(annotator: str, count: int) -> Violation:
    remedy = "Return exactly one workbook of each annotator"
    what = f"{count} workbooks are of annotator {annotator}"
    return Violation(workbook=annotator, cell="", what=what, remedy=remedy)


def _workbook(plan: AuditPlan, name: str, data: bytes) -> Iterator[ItemVote | Violation | str]:
    """The annotator's name, votes and violations of one workbook."""
    book = _opened(name, data)
    if isinstance(book, Violation):
        yield book
        return
    lost = [sheet for sheet in (VOTES_SHEET, STAMP_SHEET) if sheet not in book.sheetnames]
    if lost:
        yield _wrong(name, "", f"the sheet {lost[0]} is gone", "Vote in the workbook as handed out")
        return
    stamp = book[STAMP_SHEET]
    audit, annotator = _said(stamp, 1, 2), _said(stamp, 2, 2)
    if audit != plan.id:
        yield _wrong(name, "", f"it is of audit {audit or '(none)'}", f"Return that of {plan.id}")
        return
    if annotator not in plan.annotators:
        yield _wrong(name, "", f"{annotator!r} is no annotator", "Keep the hidden sheet as it was")
        return
    yield annotator
    yield from _sheet(plan, name, annotator, book[VOTES_SHEET])


def _opened(name: str, data: bytes) -> Workbook | Violation:
    broken = _wrong(name, "", "it is no readable workbook", "Save it as .xlsx and return it again")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > _MOST_BYTES:
                return _wrong(name, "", "it is too large", "Remove all that was added to it")
        return load_workbook(io.BytesIO(data), data_only=True)
    except (zipfile.BadZipFile, InvalidFileException, ParseError, KeyError, ValueError, TypeError):
        return broken


def _sheet(
    plan: AuditPlan, name: str, annotator: str, sheet: Worksheet
) -> Iterator[ItemVote | Violation]:
    wanted = headers(plan)
    for column, header in enumerate(wanted, start=1):
        if _said(sheet, HEADER_ROW, column) != header:
            cell = f"{get_column_letter(column)}{HEADER_ROW}"
            yield _wrong(name, cell, f"the heading is not {header!r}", "Keep columns as they were")
            return
    rows: dict[str, int] = {}
    last = min(sheet.max_row, FIRST_ROW + len(plan.entries) + _SPARE_ROWS)
    for row in range(FIRST_ROW, last + 1):
        code = _said(sheet, row, 1)
        if not code and not any(_said(sheet, row, column) for column in range(1, len(wanted) + 1)):
            continue  # an empty row below or between items says nothing
        if code in rows:
            yield _wrong(name, f"A{row}", f"{code} stood in row {rows[code]} too", "Keep one row")
            continue
        rows[code] = row
    yield from _rows(plan, name, annotator, sheet, rows)


def _rows(
    plan: AuditPlan, name: str, annotator: str, sheet: Worksheet, rows: Mapping[str, int]
) -> Iterator[ItemVote | Violation]:
    known = {entry.code for entry in plan.entries}
    for code, row in rows.items():
        if code not in known:
            yield _wrong(name, f"A{row}", f"{code!r} is no item", "Remove the row")
    for entry in plan.entries:
        if entry.code not in rows:
            yield _wrong(name, "A", f"the row of {entry.code} is gone", "Put it back and vote")
            continue
        place = rows[entry.code]
        for column, shown in ((2, entry.item.question), (3, entry.item.answer)):
            if _said(sheet, place, column) != " ".join(shown_text(shown).split()):
                cell = f"{get_column_letter(column)}{place}"
                what = f"the {LEADING[column - 1].lower()} of {entry.code} was changed"
                yield _wrong(name, cell, what, "Comments have a column of their own")
        yield from _votes(plan, name, annotator, sheet, entry.code, place)


def _votes(
    plan: AuditPlan, name: str, annotator: str, sheet: Worksheet, code: str, row: int
) -> Iterator[ItemVote | Violation]:
    first = len(LEADING) + 1
    comment = _said(sheet, row, first + len(plan.criteria))
    for column, criterion in enumerate(plan.criteria, start=first):
        said = _said(sheet, row, column).casefold()
        if said in criterion.votes:
            yield ItemVote(
                code=code,
                annotator=annotator,
                criterion=criterion.name,
                vote=criterion.votes[said],
                comment=comment,
            )
        else:
            what = f"{code}, {criterion.name}: {said!r} is no vote" if said else f"{code}: no vote"
            cell = f"{get_column_letter(column)}{row}"
            yield _wrong(name, cell, what, f"Choose one of {choices(criterion)}")


def _said(sheet: Worksheet, row: int, column: int) -> str:
    value = sheet.cell(row, column).value
    return "" if value is None else " ".join(str(value).split())


def _wrong(workbook: str, cell: str, what: str, remedy: str) -> Violation:
    return Violation(workbook=workbook, cell=cell, what=what, remedy=remedy)
