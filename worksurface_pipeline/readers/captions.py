"""Lines of a survey export that stand between header and data and explain the columns.

Programs for surveys write short codes as names, below them the questions, and below these what the
program calls each column (`{"ImportId":"QID1"}`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Cell, Grid, Row, filled
from worksurface_pipeline.readers.shapes import VALUE_SHAPES, shape_of

# Below the codes stand at most the questions and the names inside the program.
_MAX_LINES = 2
# The share of the cells of such a line that must say so.
_SHARE = 0.5
# Rows of data in which a question is never an answer.
_LOOKED_ROWS = 20
_CODE = re.compile(r"^\w[\w.#-]{0,30}$")
_QUESTION = re.compile(r"[?？]\W*$")
_IMPORT = re.compile(r"^\{\s*\"ImportId\"\s*:")
_NO_LETTER = re.compile(r"[\W_]+")


def caption_rows(grid: Grid, header: int) -> tuple[int, ...]:
    """Positions of the lines below a header row that explain its codes; mostly none."""
    found: list[int] = []
    for row in range(header + 1, min(header + 1 + _MAX_LINES, len(grid.rows) - 1)):
        if not (_are_imports(grid.rows[row]) or (not found and _asks(grid, header, row))):
            break
        found.append(row)
    return tuple(found)


def _are_imports(row: Row) -> bool:
    cells = [str(row[cell]) for cell in filled(row)]
    return sum(bool(_IMPORT.match(cell)) for cell in cells) > _SHARE * len(cells)


def _asks(grid: Grid, header: int, row: int) -> bool:
    """Questions under codes, and under the other names these names once more in words."""
    names, texts = grid.rows[header], grid.rows[row]
    cells = filled(texts)
    if len(cells) < len(filled(names)) or any(shape_of(texts[c]) in VALUE_SHAPES for c in cells):
        return False
    asking = [c for c in cells if _is_question(names[c], texts[c])]
    same = [c for c in cells if c not in asking and _squeezed(names[c]) == _squeezed(texts[c])]
    if not asking or len(asking) + len(same) < _SHARE * len(cells):
        return False
    body: Sequence[Row] = grid.rows[row + 1 : row + 1 + _LOOKED_ROWS]
    return not any(_QUESTION.search(str(line[c])) for line in body for c in asking)


def _is_question(name: Cell, text: Cell) -> bool:
    return bool(_CODE.match(str(name).strip()) and _QUESTION.search(str(text).strip()))


def _squeezed(cell: Cell) -> str:
    """Letters and digits alone: "Response ID" is ResponseId."""
    return _NO_LETTER.sub("", str(cell)).casefold()
