"""Workbooks and text tables to typed tables, by content and not by extension."""

from __future__ import annotations

from pathlib import Path

from worksurface_pipeline.readers.decode import peek
from worksurface_pipeline.readers.delimited import read_delimited
from worksurface_pipeline.readers.grid import MAX_COLUMNS, Grid
from worksurface_pipeline.readers.html_tables import read_html_tables
from worksurface_pipeline.readers.kinds import MediaKind, kind_of_name
from worksurface_pipeline.readers.model import (
    ExtractionFailure,
    FailureReason,
    SheetOverride,
    TypedTable,
    Workbook,
)
from worksurface_pipeline.readers.sheet_tables import idle_overrides, sheet_tables
from worksurface_pipeline.readers.text_kind import text_kind
from worksurface_pipeline.readers.xls import read_xls
from worksurface_pipeline.readers.xlsx import SheetResult, read_xlsx

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_BIFF = (b"\x09\x00", b"\x09\x02", b"\x09\x04", b"\x09\x08")
_HTML = (b"<html", b"<!doctype html", b"<table", b"<head", b"<meta")
_WORKBOOKS = frozenset({MediaKind.XLS, MediaKind.XLSX, MediaKind.XLSB, MediaKind.ODS})
# Bytes of a text that show whether it is a table.
_LOOK = 1 << 16
# Bytes of the start that are searched for a mark of the true format.
_HEAD = 512
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLS = "application/vnd.ms-excel"
CSV = "text/csv"
HTML = "text/html"
# What an encrypted modern workbook holds inside its OLE container, as UTF-16 in the directory.
_ENCRYPTED_PART = "EncryptedPackage".encode("utf-16-le")

Sheets = list[tuple[str, SheetResult]]


def read_workbook(
    path: Path, name: str, overrides: tuple[SheetOverride, ...] = ()
) -> Workbook | ExtractionFailure:
    """All tables of the file at `path`; `name` is its clean name, whose extension may lie.

    A text table has one sheet, named "". A sheet without cells is listed and has a failure.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return _failure(FailureReason.ABSENT, f"{name} is not there", "Restore the file")
    if not data:
        return _failure(
            FailureReason.EMPTY, f"{name} has no bytes", "Fetch or export the file again"
        )
    media_type, sheets = _read(data, name, overrides)
    if isinstance(sheets, ExtractionFailure):
        return sheets
    return _workbook(sheets, media_type, overrides)


def _read(
    data: bytes, name: str, overrides: tuple[SheetOverride, ...]
) -> tuple[str, Sheets | ExtractionFailure]:
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if data.startswith(_ZIP):
        return XLSX, read_xlsx(data)
    if data.startswith(_OLE):
        return XLS, _read_ole(data)
    if data.startswith(_BIFF):
        return XLS, read_xls(data)
    if head.startswith(_HTML):
        return HTML, _named(read_html_tables(data))
    if head.startswith(b"%pdf"):
        return "", _not_a_table(name, "a PDF")
    if head.startswith(b"<?xml"):
        return "", _not_a_table(name, "an XML file")
    return _read_text(data, name, overrides)


def _read_text(
    data: bytes, name: str, overrides: tuple[SheetOverride, ...]
) -> tuple[str, Sheets | ExtractionFailure]:
    """What is left is text; under a workbook's name it must look like a table to be one."""
    is_workbook = kind_of_name(name) in _WORKBOOKS
    if is_workbook and text_kind(peek(data[:_LOOK]), kind_of_name(name)) is not MediaKind.CSV:
        return "", _failure(
            FailureReason.CORRUPT,
            f"{name} is corrupt or truncated: no workbook begins like this",
            "Open it in a spreadsheet program, repair it and save it anew",
        )
    encoding = next((item.encoding for item in overrides if item.encoding), "")
    delimiter = next((item.delimiter for item in overrides if item.delimiter), "")
    grid = read_delimited(data, encoding, delimiter)
    return CSV, grid if isinstance(grid, ExtractionFailure) else [("", grid)]


def _read_ole(data: bytes) -> Sheets | ExtractionFailure:
    if _ENCRYPTED_PART in data:
        return _failure(
            FailureReason.ENCRYPTED,
            "The workbook is password-protected",
            "Save a copy without a password",
        )
    return read_xls(data)


def _named(grids: list[tuple[str, Grid]] | ExtractionFailure) -> Sheets | ExtractionFailure:
    return grids if isinstance(grids, ExtractionFailure) else list(grids)


def _workbook(sheets: Sheets, media_type: str, overrides: tuple[SheetOverride, ...]) -> Workbook:
    tables: list[TypedTable] = []
    failures: list[ExtractionFailure] = []
    names = tuple(sheet for sheet, _ in sheets)
    remarks = list(idle_overrides(overrides, names))
    for sheet, result in sheets:
        if isinstance(result, Grid) and result.width > MAX_COLUMNS:
            failures.append(_too_wide(sheet, result.width))
        elif isinstance(result, Grid):
            found = sheet_tables(result, overrides)
            tables.extend(found.tables)
            remarks.extend(found.remarks)
        else:
            failures.append(result)
    return Workbook(names, tuple(tables), tuple(failures), media_type, tuple(remarks))


def _too_wide(sheet: str, width: int) -> ExtractionFailure:
    return _failure(
        FailureReason.TOO_LARGE,
        f"The sheet has {width:,} used columns, more than {MAX_COLUMNS:,}",
        "Split it into tables of fewer columns",
        sheet,
    )


def _not_a_table(name: str, kind: str) -> ExtractionFailure:
    return _failure(
        FailureReason.UNSUPPORTED,
        f"{name} is {kind}, not a workbook",
        "Give it its true extension; it can be read as a document",
    )


def _failure(reason: FailureReason, detail: str, remedy: str, part: str = "") -> ExtractionFailure:
    return ExtractionFailure(reason=reason, detail=detail, remedy=remedy, part=part)
