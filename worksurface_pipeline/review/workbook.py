"""One workbook per annotator: items, drop-downs for every criterion, equal bytes for equal plans.

Every text is written as text, so that a question beginning with "=" is no formula.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.styles.numbers import FORMAT_TEXT
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.review.layout import (
    FIRST_ROW,
    GUIDE_SHEET,
    LEADING,
    STAMP_SHEET,
    VOTES_SHEET,
    choice_lines,
    choices,
    headers,
    rows_of,
    texts,
)
from worksurface_pipeline.review.records import AuditPlan

_CELL_CHARACTERS = 32_000  # Excel refuses more than 32,767
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_WIDTHS = {
    "Question": 60,
    "Answer": 30,
    "Evidence": 20,
    "Reference answer": 40,
    "Answer to judge": 60,
    "Comment": 40,
}
_WIDTH = 16
# A workbook tells when it was made; ours always tells the same, so that it can be compared.
_WHEN = datetime(2000, 1, 1)
_ZIP_WHEN = (2000, 1, 1, 0, 0, 0)
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(<)")


def workbook_bytes(plan: AuditPlan, annotator: str) -> bytes:
    """The workbook of one annotator."""
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.created = _WHEN
    _guide(book.create_sheet(GUIDE_SHEET), plan)
    _votes(book.create_sheet(VOTES_SHEET), plan, annotator)
    stamp = book.create_sheet(STAMP_SHEET)
    _row(stamp, ("audit", plan.id))
    _row(stamp, ("annotator", annotator))
    stamp.sheet_state = "hidden"
    buffer = io.BytesIO()
    book.save(buffer)
    return _timeless(buffer.getvalue())


def _guide(sheet: Worksheet, plan: AuditPlan) -> None:
    by = "by its reference answer" if plan.judges_answers else "with its evidence file open"
    lines = (
        f"{counted(len(plan.entries), 'item')}. Judge each by itself, {by}.",
        *choice_lines(plan, "in every criterion's column of the sheet Votes"),
        "Do not talk about items with the other annotators before all workbooks are returned.",
        *(f"{one.name}: {one.question}" for one in plan.criteria),
    )
    for line in lines:
        _row(sheet, (line,))
    sheet.column_dimensions["A"].width = 110


def _votes(sheet: Worksheet, plan: AuditPlan, annotator: str) -> None:
    _row(sheet, headers(plan), is_bold=True)
    for column, name in enumerate(headers(plan), start=1):
        sheet.column_dimensions[get_column_letter(column)].width = _WIDTHS.get(name, _WIDTH)
    for entry in rows_of(plan, annotator):
        _row(sheet, texts(entry))
    sheet.freeze_panes = "B2"
    _drop_downs(sheet, plan)


def _drop_downs(sheet: Worksheet, plan: AuditPlan) -> None:
    if not plan.entries:
        return
    end = FIRST_ROW + len(plan.entries) - 1
    columns = enumerate(plan.criteria, start=len(LEADING) + 1)
    for words, alike in groupby(columns, key=lambda pair: choices(pair[1])):
        numbers = [column for column, _ in alike]
        rule = DataValidation(type="list", formula1=_listed(words), allow_blank=True)
        rule.error = f"Choose one of {words}"
        rule.showErrorMessage = True
        first, last = get_column_letter(numbers[0]), get_column_letter(numbers[-1])
        rule.add(f"{first}{FIRST_ROW}:{last}{end}")
        sheet.add_data_validation(rule)


def _listed(words: str) -> str:
    """The words of a drop-down as Excel takes them."""
    return f'"{words.replace(", ", ",")}"'


def _row(sheet: Worksheet, words: Sequence[str], *, is_bold: bool = False) -> None:
    """Append a row of texts, none of which is a formula.

    Nor does one become a formula or a number when a person enters its cell and leaves it again.
    """
    cells = []
    for text in words:
        cell = WriteOnlyCell(sheet, value=shown_text(text))
        cell.data_type = "s"
        cell.number_format = FORMAT_TEXT
        cell.alignment = Alignment(wrap_text=True, vertical="top")
        cell.font = Font(bold=is_bold)
        cells.append(cell)
    sheet.append(cells)


def shown_text(text: str) -> str:
    """A text as a cell can hold it."""
    return _UNPRINTABLE.sub("\ufffd", text)[:_CELL_CHARACTERS]


def _timeless(data: bytes) -> bytes:
    """The same workbook without the time of its making."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in sorted(old.namelist()):
            content = old.read(name)
            if name == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>2000-01-01T00:00:00Z\g<2>", content)
            new.writestr(zipfile.ZipInfo(name, _ZIP_WHEN), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
