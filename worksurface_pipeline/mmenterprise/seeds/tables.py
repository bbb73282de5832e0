"""Tables of a page: those with rules by PyMuPDF, those without by rows that keep their columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.kernel.text import parse_number
from worksurface_pipeline.mmenterprise.seeds.parts import Box
from worksurface_pipeline.readers.pdf_lines import Row

# A grid of rules with fewer filled cells than this share is a chart's axes or a frame.
_FILLED = 0.6
# Rows of a table without rules: three at least, no further apart than this (letter heights).
_LEAST_ROWS = 3
_LEAST_COLUMNS = 3
_APART = 2.5

Cells = tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True, slots=True)
class FoundTable:
    """The cells of a table and where it stands."""

    box: Box
    rows: Cells


def ruled_tables(page: Any) -> list[FoundTable]:
    """Tables whose cells are parted by lines."""
    import pymupdf

    pymupdf.no_recommend_layout()  # else it prints an advertisement
    found = []
    for table in page.find_tables().tables:
        lines = [line for row in table.extract() for line in _unstacked(row)]
        rows = tuple(tuple(_cell(cell) for cell in row) for row in lines)
        left, top, right, bottom = (float(side) for side in table.bbox)
        if _is_table(rows):
            found.append(FoundTable((left, top, right, bottom), rows))
    return found


def loose_tables(rows: Sequence[Row]) -> list[FoundTable]:
    """Tables without lines: rows of equally many pieces, words in the first, numbers below."""
    found = []
    run: list[Row] = []
    for row in (*rows, ()):
        if run and not _keeps(run[-1], row):
            if _is_loose(run):
                found.append(_found(run))
            run = []
        run.append(row)
    return found


def _unstacked(row: Sequence[str | None]) -> list[list[str | None]]:
    """The rows that a row without rules between them holds: all its cells have as many lines."""
    filled = [cell.split("\n") for cell in row if cell]
    count = len(filled[0]) if filled else 1
    if count == 1 or len(filled) < _LEAST_COLUMNS or any(len(one) != count for one in filled):
        return [list(row)]
    return [[cell.split("\n")[n] if cell else cell for cell in row] for n in range(count)]


def _cell(text: str | None) -> str | None:
    return None if text is None else " ".join(text.split())


def _is_table(rows: Cells) -> bool:
    cells = [cell for row in rows for cell in row if cell is not None]
    is_wide = len(rows) > 1 and max(map(len, rows)) > 1
    return is_wide and sum(map(bool, cells)) >= _FILLED * len(cells)


def _keeps(above: Row, below: Row) -> bool:
    if len(above) != len(below) or len(below) < _LEAST_COLUMNS:
        return False
    return below[0].y0 - above[0].y1 < _APART * above[0].size


def _is_loose(run: Sequence[Row]) -> bool:
    if len(run) < _LEAST_ROWS or any(_is_number(piece.text) for piece in run[0]):
        return False
    numbers = [sum(_is_number(piece.text) for piece in row) for row in run[1:]]
    return all(numbers)


def _is_number(text: str) -> bool:
    return parse_number(text) is not None


def _found(run: Sequence[Row]) -> FoundTable:
    pieces = [piece for row in run for piece in row]
    box = (
        min(piece.x0 for piece in pieces),
        min(piece.y0 for piece in pieces),
        max(piece.x1 for piece in pieces),
        max(piece.y1 for piece in pieces),
    )
    return FoundTable(box, tuple(tuple(piece.text for piece in row) for row in run))
