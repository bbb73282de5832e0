"""Our side of the like-for-like comparison: the same text and cell values, nothing more.

Documents through `readers.plain`, workbooks through the calamine values that the table readers
start from, text tables through our own encoding and delimiter. No headers, types or layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.sniff import sniff


def read_plainly(path: Path) -> str:
    """Text of one file; a table as lines of tab-separated cells."""
    kind = sniff(path, path.name).kind
    if kind is MediaKind.XLSX:
        return _workbook(path)
    if kind is MediaKind.XLS:
        return _old_workbook(path)
    if path.suffix.lower() == ".csv" and kind not in _DOCUMENTS:
        return _text_table(path)
    from worksurface_pipeline.readers.plain import plain_text

    return plain_text(path, path.name)


_DOCUMENTS = frozenset({MediaKind.PDF, MediaKind.DOCX, MediaKind.PPTX, MediaKind.HTML})


def _workbook(path: Path) -> str:
    import python_calamine as calamine

    with calamine.CalamineWorkbook.from_path(str(path)) as book:
        sheets = (book.get_sheet_by_index(number) for number in range(len(book.sheet_names)))
        return "\n".join(_lines(sheet.to_python()) for sheet in sheets)


def _old_workbook(path: Path) -> str:
    """Through the reader of old workbooks, which knows those that calamine refuses."""
    from worksurface_pipeline.readers.grid import Grid
    from worksurface_pipeline.readers.xls import read_xls

    sheets = read_xls(path.read_bytes())
    if not isinstance(sheets, list):
        return ""
    return "\n".join(_lines(grid.rows) for _, grid in sheets if isinstance(grid, Grid))


def _text_table(path: Path) -> str:
    from worksurface_pipeline.readers.delimited import read_delimited
    from worksurface_pipeline.readers.grid import Grid

    grid = read_delimited(path.read_bytes())
    return _lines(grid.rows) if isinstance(grid, Grid) else ""


def _lines(rows: Iterable[Sequence[object]]) -> str:
    return "\n".join(
        ["\t".join(["" if cell is None else str(cell) for cell in row]) for row in rows]
    )
