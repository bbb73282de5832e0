"""A returned workbook opened: whose it is, what a cell says, and what is wrong with it."""

from __future__ import annotations

import io
import zipfile
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from worksurface_pipeline.review.layout import STAMP_SHEET
from worksurface_pipeline.review.records import Violation

_MOST_BYTES = 64 << 20  # unpacked; a workbook of 2,000 items takes about one of these


def audit_named(data: bytes) -> str:
    """The audit that a workbook says it is of, "" where it says none."""
    book = opened("", data)
    if isinstance(book, Violation) or STAMP_SHEET not in book.sheetnames:
        return ""
    return text_at(book[STAMP_SHEET], 1, 2)


def opened(name: str, data: bytes) -> Workbook | Violation:
    """The workbook, or that it is none that can be read."""
    broken = wrong(name, "", "it is no readable workbook", "Save it as .xlsx and return it again")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > _MOST_BYTES:
                return wrong(name, "", "it is too large", "Remove all that was added to it")
        return load_workbook(io.BytesIO(data), data_only=True)
    except (zipfile.BadZipFile, InvalidFileException, ParseError, KeyError, ValueError, TypeError):
        return broken


def text_at(sheet: Worksheet, row: int, column: int) -> str:
    """The text of a cell with its white space folded, "" of an empty one."""
    value = sheet.cell(row, column).value
    return "" if value is None else " ".join(str(value).split())


def wrong(workbook: str, cell: str, what: str, remedy: str) -> Violation:
    """Something wrong with a workbook."""
    return Violation(workbook=workbook, cell=cell, what=what, remedy=remedy)
