"""Modern workbooks (.xlsx, .xlsm; .xlsb and .ods without number formats) to grids.

Values come from calamine; formats, errors, formulas without a result and extents from a pass over
the XML (`xlsx_marks`).
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError

import python_calamine as calamine
from defusedxml.common import DefusedXmlException

from worksurface_pipeline.readers.grid import (
    MAX_BYTES,
    MAX_CELLS,
    Grid,
    Merge,
    Row,
    compact,
)
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.readers.sheet_marks import SheetMarks
from worksurface_pipeline.readers.xlsx_marks import MarkReader, TooManyBytesError

SheetResult = Grid | ExtractionFailure
_FOREIGN_ERRORS = (
    calamine.CalamineError,
    zipfile.BadZipFile,
    ExpatError,
    ParseError,
    DefusedXmlException,
    LookupError,
    ValueError,
    EOFError,
    RuntimeError,
    OSError,
    zlib.error,
)


def read_xlsx(data: bytes) -> list[tuple[str, SheetResult]] | ExtractionFailure:
    """Every sheet in file order with its grid or why it has none; or why nothing can be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            refusal = _refusal(archive)
            if refusal is not None:
                return refusal
            return unless_all_damaged(list(_sheets(data, archive)))
    except calamine.PasswordError:
        return encrypted()
    except _FOREIGN_ERRORS as error:
        return corrupt(str(error))


def unless_all_damaged(
    sheets: list[tuple[str, SheetResult]],
) -> list[tuple[str, SheetResult]] | ExtractionFailure:
    """The sheets, or the failure of the whole workbook when not one of them can be read."""
    damaged = [
        result
        for _, result in sheets
        if isinstance(result, ExtractionFailure) and result.reason is FailureReason.CORRUPT
    ]
    return corrupt(damaged[0].detail) if damaged and len(damaged) == len(sheets) else sheets


def encrypted() -> ExtractionFailure:
    """The failure of a workbook that needs a password."""
    return ExtractionFailure(
        reason=FailureReason.ENCRYPTED,
        detail="The workbook is password-protected",
        remedy="Save a copy without a password",
    )


def corrupt(detail: str, sheet: str = "") -> ExtractionFailure:
    """The failure of a damaged workbook, or of one sheet of it that is damaged."""
    return ExtractionFailure(
        reason=FailureReason.CORRUPT,
        detail=f"The {'sheet' if sheet else 'workbook'} is corrupt or truncated: {detail}",
        remedy="Open it in a spreadsheet program, repair it and save it anew",
        part=sheet,
    )


def empty_sheet(sheet: str, detail: str = "The sheet has no cells") -> ExtractionFailure:
    """The failure of a sheet without cells; the coverage ledger lists it."""
    return ExtractionFailure(
        reason=FailureReason.EMPTY,
        detail=detail,
        remedy="None needed if the sheet is meant to be empty",
        part=sheet,
    )


def _refusal(archive: zipfile.ZipFile) -> ExtractionFailure | None:
    names = set(archive.namelist())
    if not names & {"xl/workbook.xml", "xl/workbook.bin", "content.xml"}:
        return ExtractionFailure(
            reason=FailureReason.UNSUPPORTED,
            detail="The archive holds no workbook",
            remedy="Check what made the file and give it its true extension",
        )
    unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > MAX_BYTES:
        return _too_large(f"{unpacked:,} bytes once unpacked")
    return None


def _sheets(data: bytes, archive: zipfile.ZipFile) -> Iterator[tuple[str, SheetResult]]:
    marker = MarkReader(archive) if "xl/workbook.xml" in archive.namelist() else None
    workbook = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    for meta in workbook.sheets_metadata:
        if meta.typ != calamine.SheetTypeEnum.WorkSheet:
            yield meta.name, empty_sheet(meta.name, "A chart or macro sheet has no cells")
            continue
        yield meta.name, _sheet(workbook, meta, marker)


def _sheet(
    workbook: calamine.CalamineWorkbook, meta: calamine.SheetMetadata, marker: MarkReader | None
) -> SheetResult:
    """One sheet; a damaged one fails alone."""
    try:
        marks = marker.marks(meta.name, MAX_CELLS) if marker else SheetMarks()
        return _read_sheet(workbook, meta, marks)
    except TooManyBytesError:
        return _too_large("more than the limit once unpacked", meta.name)
    except _FOREIGN_ERRORS as error:
        return corrupt(str(error), meta.name)


def _read_sheet(
    workbook: calamine.CalamineWorkbook, meta: calamine.SheetMetadata, marks: SheetMarks
) -> SheetResult:
    if marks.area > MAX_CELLS:
        return _too_large(f"{marks.area:,} cells in its used range", meta.name)
    sheet = workbook.get_sheet_by_name(meta.name)
    grid = _grid(sheet, marks, is_hidden=meta.visible != calamine.SheetVisibleEnum.Visible)
    return grid if grid.rows else empty_sheet(meta.name)


def _grid(sheet: calamine.CalamineSheet, marks: SheetMarks, *, is_hidden: bool) -> Grid:
    """Cells of the range that holds values or marks, with marks in place of values."""
    start, end = sheet.start, sheet.end
    row_span, column_span = _span(start, end, marks)
    rows = _rows(sheet, row_span, column_span)
    for (row, column), null in marks.nulls.items():
        rows[row - row_span.start][column - column_span.start] = null
    like = Grid(
        rows=(),
        row_numbers=(),
        column_numbers=(),
        sheet=sheet.name,
        merges=_merges(sheet),
        styles=marks.styles,
        indents=marks.indents,
        is_typed=True,
        is_hidden=is_hidden,
        hidden_rows=frozenset(marks.hidden_rows),
        hidden_columns=frozenset(marks.hidden_columns),
    )
    return compact(rows, row_span, column_span, like)


def _rows(sheet: calamine.CalamineSheet, row_span: range, column_span: range) -> list[Row]:
    """The values of the sheet, None where it is empty, at their places in the spans."""
    start = sheet.start
    if start is None:
        return _blank(len(row_span), len(column_span))
    found: list[Row] = [[None if v == "" else v for v in row] for row in sheet.to_python()]
    left = start[1] + 1 - column_span.start
    right = len(column_span) - left - (len(found[0]) if found else 0)
    if left or right:
        found = [[*[None] * left, *row, *[None] * right] for row in found]
    above = start[0] + 1 - row_span.start
    below = len(row_span) - above - len(found)
    return [*_blank(above, len(column_span)), *found, *_blank(below, len(column_span))]


def _blank(height: int, width: int) -> list[Row]:
    return [[None] * width for _ in range(height)]


def _span(
    start: tuple[int, int] | None, end: tuple[int, int] | None, marks: SheetMarks
) -> tuple[range, range]:
    """1-based rows and columns that hold a value or a mark."""
    rows = [row for row, _ in marks.nulls]
    columns = [column for _, column in marks.nulls]
    if start is not None and end is not None:
        rows += [start[0] + 1, end[0] + 1]
        columns += [start[1] + 1, end[1] + 1]
    if not rows:
        return range(1, 1), range(1, 1)
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def _merges(sheet: calamine.CalamineSheet) -> tuple[Merge, ...]:
    ranges = sheet.merged_cell_ranges or []
    return tuple(
        Merge(top + 1, left + 1, bottom + 1, right + 1)
        for (top, left), (bottom, right) in sorted(ranges)
    )


def _too_large(size: str, sheet: str = "") -> ExtractionFailure:
    return ExtractionFailure(
        reason=FailureReason.TOO_LARGE,
        detail=f"The workbook has {size}",
        remedy=f"Split it below {MAX_CELLS:,} cells a sheet and {MAX_BYTES >> 20} MiB unpacked",
        part=sheet,
    )
