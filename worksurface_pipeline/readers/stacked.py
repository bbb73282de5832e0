"""Tables one below the other, apart by blank rows: which stretch of rows begins a table.

Several stretches are one table unless the later one opens with a header of its own; the titles
between two tables are of the later one.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.cells import NOTE_LABEL
from worksurface_pipeline.readers.grid import Grid, filled
from worksurface_pipeline.readers.header import find_layout
from worksurface_pipeline.readers.key_values import MAX_PAIRS, are_key_values
from worksurface_pipeline.readers.preamble import is_preamble
from worksurface_pipeline.readers.shapes import LABEL_SHAPES, VALUE_SHAPES, shape_of
from worksurface_pipeline.readers.stacked_signs import (
    MAX_TITLES,
    Above,
    Run,
    begins_table,
    counted_title,
    label_columns,
    read_below,
    read_run,
)
from worksurface_pipeline.readers.votes import header_votes, is_numbering

# A stacked header has at least so many rows.
_STACKED_ROWS = 2
# Rows of the table before that show what its columns hold.
_LOOKED_ROWS = 100
# Cells of a line in a list of key and value.
_PAIR = 2


def split_rows(grid: Grid, runs: Sequence[range]) -> list[list[int]]:
    """Positions of the rows of each table; `runs` are the stretches between blank rows."""
    blocks: list[list[int]] = [list(runs[0])]
    above: Above | None = None
    for number, run in enumerate(runs[1:], 1):
        if above is None or len(blocks[-1]) <= _LOOKED_ROWS:
            above = _read_above(grid, blocks[-1])
        following = runs[number + 1] if number + 1 < len(runs) else range(0)
        if _starts_table(grid, blocks[-1], above, run) or _starts_stacked(
            grid, blocks[-1], above, run, following
        ):
            titles = _own_titles(grid, blocks[-1], run[0])
            blocks.append([*titles, *run])
            del blocks[-2][len(blocks[-2]) - len(titles) :]
            above = None
        else:
            blocks[-1].extend(run)
    return blocks


def _own_titles(grid: Grid, block: Sequence[int], start: int) -> list[int]:
    """The last rows of the block before that are titles of the table from `start`.

    They begin with the first title printed again, or stand alone and nearer to that table.
    """
    last = list(block[1:][-MAX_TITLES:])
    title = grid.rows[block[0]][0]
    if isinstance(title, str) and title.strip() and len(filled(grid.rows[block[0]])) == 1:
        for position, row in enumerate(last):
            if str(grid.rows[row][0]).startswith(title.strip()):
                return last[position:]
    while last and not all(is_title(grid, row) for row in last):
        del last[0]
    if not last or len(last) == len(block) - 1:
        return []
    before = block[len(block) - len(last) - 1]
    gaps = [
        grid.row_numbers[b] - grid.row_numbers[a] for a, b in ((before, last[0]), (last[-1], start))
    ]
    return last if 1 <= gaps[1] <= gaps[0] and gaps[0] > 1 else []


def is_title(grid: Grid, row: int) -> bool:
    """A text alone in its row that reads like no note."""
    cells = filled(grid.rows[row])
    text = grid.rows[row][cells[0]]
    return len(cells) == 1 and isinstance(text, str) and not NOTE_LABEL.match(text)


def _read_above(grid: Grid, block: Sequence[int]) -> Above:
    """The header and the columns of a table as far as its first rows tell."""
    looked = block[:_LOOKED_ROWS]
    # No row of the grid is blank, so that a block keeps its rows when it is cropped.
    layout = find_layout(grid.crop(looked, range(grid.width)))
    header = grid.rows[looked[layout.header[-1]]] if layout.header else []
    return Above.of(header, [grid.rows[looked[index]] for index in layout.data], grid.width)


def _starts_table(grid: Grid, block: Sequence[int], above: Above, run: Sequence[int]) -> bool:
    """Whether `run` opens with labels that cannot carry the table before on."""
    found = read_run(grid, run)
    if found is None or not above.header or _are_joined(grid, block[-1], run[0]):
        return False
    own = [found.labels[grid.column_numbers.index(n)] for n in found.part.column_numbers]
    votes = header_votes(found.part, own, 0)
    if votes >= 0 and counted_title(grid, block) and found.titles:
        is_other = counted_title(grid, block) == counted_title(grid, run)
    else:
        is_other = begins_table(above, found, read_below(grid, found), votes)
    return is_other and not _carries_on(grid, block, run, found)


def _carries_on(grid: Grid, block: Sequence[int], run: Sequence[int], found: Run) -> bool:
    """The header printed again, the table of label/value lines, or more of a list of such."""
    if not found.titles and any(grid.rows[row] == found.labels for row in block):
        return True
    is_titled = found.titles > 0
    return is_preamble(grid, block, found.row, is_titled=is_titled) or _is_list(grid, block, run)


def _are_joined(grid: Grid, row: int, below: int) -> bool:
    """Whether a cell is merged over both rows."""
    upper, lower = grid.row_numbers[row], grid.row_numbers[below]
    return any(m.top <= upper and m.bottom >= lower for m in grid.merges)


def _is_list(grid: Grid, block: Sequence[int], run: Sequence[int]) -> bool:
    """Keys that end in colons, with their values: one list, whatever blank rows are in it."""
    if len(block) + len(run) > MAX_PAIRS:
        return False
    rows = [grid.rows[row] for row in (*block, *run)]
    return all(len(filled(row)) <= _PAIR for row in rows) and are_key_values(rows, by_colons=True)


def _starts_stacked(
    grid: Grid, block: Sequence[int], above: Above, run: Sequence[int], following: Sequence[int]
) -> bool:
    """Whether `run` is nothing but a header of several rows, and what follows are its values."""
    has_values = bool(above.header) and not VALUE_SHAPES.isdisjoint(above.shapes)
    if len(run) < _STACKED_ROWS or not following or not has_values or not _is_heading(grid, run):
        return False
    layout = find_layout(grid.crop([*run, *following], range(grid.width)))
    if not layout.header or not layout.data or layout.header[-1] >= len(run):
        return False
    lowest = grid.rows[run[layout.header[-1]]]
    breaks = any(above.shapes[column] in VALUE_SHAPES for column in label_columns(lowest))
    return breaks and all(grid.rows[row] != lowest for row in block)


def _is_heading(grid: Grid, run: Sequence[int]) -> bool:
    """Rows of labels alone, but for one that numbers the columns."""
    rows = [grid.rows[row] for row in run if not is_numbering(grid.rows[row])]
    return all(shape_of(row[cell]) in LABEL_SHAPES for row in rows for cell in filled(row))
