"""Tables of an HTML page that an ERP saved as .xls: each outermost table as a grid of strings."""

from __future__ import annotations

from dataclasses import replace

from bs4 import BeautifulSoup
from bs4.element import Tag

from worksurface_pipeline.readers.declared import declared_markup
from worksurface_pipeline.readers.decode import decode
from worksurface_pipeline.readers.grid import MAX_CELLS, Grid, Merge, Row, compact
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason

# Spans above this are damage or malice, not layout.
_MAX_SPAN = 1_000


def read_html_tables(data: bytes) -> list[tuple[str, Grid]] | ExtractionFailure:
    """The outermost tables with cells, in order: sheet "" when one, else "Table 1" and so on."""
    decoded = decode(data, declared_markup(data))
    page = BeautifulSoup(decoded.text, "html.parser")
    tables = [table for table in page.find_all("table") if table.find_parent("table") is None]
    grids = [grid for grid in (_grid(table) for table in tables) if grid.rows]
    if not grids:
        return ExtractionFailure(
            reason=FailureReason.UNSUPPORTED,
            detail="The file is a web page without tables, not a workbook",
            remedy="Read it as a document",
        )
    grids = [
        replace(grid, encoding=decoded.encoding, encoding_confidence=decoded.confidence)
        for grid in grids
    ]
    if len(grids) == 1:
        return [("", grids[0])]
    names = [f"Table {index}" for index in range(1, len(grids) + 1)]
    return [(name, replace(grid, sheet=name)) for name, grid in zip(names, grids, strict=True)]


def _grid(table: Tag) -> Grid:
    """Cells at their places: a spanned cell stands once, the rest of its range is a merge."""
    cells: dict[tuple[int, int], str] = {}
    taken: set[tuple[int, int]] = set()
    merges: list[Merge] = []
    rows = [row for row in table.find_all("tr") if row.find_parent("table") is table]
    for top, row in enumerate(rows):
        left = 0
        for cell in row.find_all(["td", "th"], recursive=False):
            while (top, left) in taken:
                left += 1
            height, width = _span(cell, "rowspan"), _span(cell, "colspan")
            if len(taken) + height * width > MAX_CELLS:
                height = width = 1
            taken |= {(top + y, left + x) for y in range(height) for x in range(width)}
            cells[top, left] = cell.get_text(" ", strip=True)
            if height * width > 1:
                merges.append(Merge(top + 1, left + 1, top + height, left + width))
            left += width
    return _filled_grid(cells, tuple(merges))


def _filled_grid(cells: dict[tuple[int, int], str], merges: tuple[Merge, ...]) -> Grid:
    height = max((row for row, _ in cells), default=-1) + 1
    width = max((column for _, column in cells), default=-1) + 1
    rows: list[Row] = [[None] * width for _ in range(height)]
    for (row, column), text in cells.items():
        rows[row][column] = text or None
    like = Grid(rows=(), row_numbers=(), column_numbers=(), merges=merges)
    return compact(rows, range(1, height + 1), range(1, width + 1), like)


def _span(cell: Tag, name: str) -> int:
    text = str(cell.get(name, "1"))
    return min(max(int(text), 1), _MAX_SPAN) if text.isdecimal() else 1
