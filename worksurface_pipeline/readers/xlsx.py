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
from worksurface_pipeline.readers.xlsx_marks import MarkReader, SheetMarks, TooManyBytesError

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
            return list(_sheets(data, archive))
    except calamine.PasswordError:
        return encrypted()
    except TooManyBytesError:
        return _too_large("more than the limit once unpacked")
    except _FOREIGN_ERRORS as error:
        return corrupt(str(error))


def encrypted() -> ExtractionFailure:
    """The failure of a workbook that needs a password."""
    return ExtractionFailure(
        reason=FailureReason.ENCRYPTED,
        detail="The workbook is password-protected",
        remedy="Save a copy without a password",
    )


def corrupt(detail: str) -> ExtractionFailure:
    """The failure of a damaged workbook."""
    return ExtractionFailure(
        reason=FailureReason.CORRUPT,
        detail=f"The workbook is corrupt or truncated: {detail}",
        remedy="Open it in a spreadsheet program, repair it and save it anew",
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
        marks = marker.marks(meta.name) if marker else SheetMarks()
        yield meta.name, _read_sheet(workbook, meta, marks)


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
    rows: list[Row] = [[None] * len(column_span) for _ in row_span]
    if start is not None:
        shift = start[1] + 1 - column_span.start
        for offset, values in enumerate(sheet.to_python()):
            line = rows[start[0] + 1 - row_span.start + offset]
            line[shift : shift + len(values)] = [None if v == "" else v for v in values]
    for (row, column), null in marks.nulls.items():
        rows[row - row_span.start][column - column_span.start] = null
    like = Grid(
        rows=(),
        row_numbers=(),
        column_numbers=(),
        sheet=sheet.name,
        merges=_merges(sheet),
        styles=marks.styles,
        is_typed=True,
        is_hidden=is_hidden,
    )
    return compact(rows, row_span, column_span, like)


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
