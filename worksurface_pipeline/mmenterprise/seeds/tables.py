"""Tables of a page whose cells are parted by rules, by PyMuPDF; `loose` has those without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from worksurface_pipeline.mmenterprise.seeds.loose import Cells, FoundTable

# A grid of rules with fewer filled cells than this share is a chart's axes or a frame.
_FILLED = 0.6
# Cells of a row without rules have as many lines each, in so many of them at least.
_LEAST_COLUMNS = 3


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
