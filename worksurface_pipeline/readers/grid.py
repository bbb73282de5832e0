"""A sheet as raw cells: only rows and columns that hold something, with their sheet numbers.

Blank rows and columns are left out; a jump in `row_numbers` or `column_numbers` shows where they
were. So a sheet of 16,384 columns with three in use costs three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

# Rows times columns of the used range. Above it the cells alone would take some gigabytes.
MAX_CELLS = 10_000_000
# Used columns. No office table that means something has more; views and prompts break far earlier.
MAX_COLUMNS = 4_096
# Bytes of a text table, or of the parts of a workbook once unpacked (a guard against zip bombs).
MAX_BYTES = 512 << 20


@dataclass(frozen=True, slots=True)
class Null:
    """A cell that holds no value for a reason: an error, or a formula never calculated.

    `text` is what the cell shows, or the formula that was never calculated.
    """

    reason: str
    text: str = ""


Cell = str | int | float | bool | date | datetime | time | timedelta | Null | None
Row = list[Cell]


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How a number is shown: as `percent`, or with the currency `unit`, and its decimals.

    `zeros` is the number of digits to which leading zeros fill it up, as in the format 00000.
    """

    unit: str = ""
    decimals: int = 0
    sign: str = ""
    zeros: int = 0


@dataclass(frozen=True, slots=True)
class Merge:
    """A merged range; 1-based rows and columns of the sheet, both ends included."""

    top: int
    left: int
    bottom: int
    right: int


Styles = Mapping[int, Mapping[int, NumberStyle]]


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of one sheet, all rows equally long, none of them blank.

    `styles` are by sheet column, then sheet row; `indents` by sheet row and column. `is_typed`
    tells a workbook, whose cells have types, from a text table, whose cells are strings. Hidden
    rows and columns are kept. `kept` are the footers found in it, which is looked at repeatedly.
    """

    rows: Sequence[Row]
    row_numbers: Sequence[int]
    column_numbers: Sequence[int]
    sheet: str = ""
    merges: tuple[Merge, ...] = ()
    styles: Styles = field(default_factory=dict)
    indents: Mapping[tuple[int, int], int] = field(default_factory=dict)
    is_typed: bool = False
    is_hidden: bool = False
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    encoding: str = ""
    encoding_confidence: float = 1.0
    delimiter: str = ""
    kept: dict[tuple[int, bool], object] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.column_numbers)

    def crop(self, rows: Sequence[int], columns: Sequence[int]) -> Grid:
        """The rows and columns at these positions, blank ones left out."""
        cells = [[self.rows[row][column] for column in columns] for row in rows]
        return compact(
            cells,
            [self.row_numbers[row] for row in rows],
            [self.column_numbers[column] for column in columns],
            like=self,
        )


def is_blank(cell: Cell) -> bool:
    """Whether a cell shows nothing; white space alone counts as nothing."""
    return cell is None or (isinstance(cell, str) and (cell == "" or cell.isspace()))


def filled(row: Row) -> list[int]:
    """Positions of the cells of a row that show something."""
    return [position for position, cell in enumerate(row) if not is_blank(cell)]


def compact(
    rows: Sequence[Row],
    row_numbers: Sequence[int],
    column_numbers: Sequence[int],
    like: Grid,
) -> Grid:
    """A grid of `rows` without blank rows and columns; everything else as in `like`."""
    kept = [index for index, row in enumerate(rows) if any(not is_blank(cell) for cell in row)]
    used: set[int] = set()
    missing = set(range(len(column_numbers)))
    for index in kept:
        if not missing:
            break
        row = rows[index]
        found = {column for column in missing if not is_blank(row[column])}
        missing -= found
        used |= found
    columns = sorted(used)
    is_narrower = len(columns) < len(column_numbers)
    return replace(
        like,
        rows=[[rows[i][c] for c in columns] if is_narrower else rows[i] for i in kept],
        row_numbers=[row_numbers[index] for index in kept],
        column_numbers=[column_numbers[column] for column in columns],
    )
