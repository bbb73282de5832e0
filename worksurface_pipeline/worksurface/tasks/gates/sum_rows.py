"""Rows of a stored table that sum up others, seen as the readers see those of a file.

A second line: our readers set such rows apart, a foreign release or a reading that the settings
correct may count them as data.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Cell, Grid, Row
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.total_rows import Profile, label_of
from worksurface_pipeline.readers.total_words import Word, word_of
from worksurface_pipeline.readers.totals import find_totals
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.surfaces.cells import TableData

_NUMBERS = frozenset(
    {ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.PERCENT, ColumnType.CURRENCY}
)
# In fewer columns there is no label beside a number.
_MIN_COLUMNS = 2


def total_rows(record: TableRecord, data: TableData, start: int) -> tuple[int, ...]:
    """Positions of the rows from `start` that are totals, by their numbers or by their word.

    "Total" as the first text of a row is enough, unless another text names the row as well.
    """
    rows = _rows(record, data)
    if len(record.columns) < _MIN_COLUMNS or start >= len(rows):
        return ()
    grid = Grid(rows, range(1, len(rows) + 1), range(1, len(record.columns) + 1), is_typed=True)
    profile = Profile.of(rows[start:])
    called = (n for n in range(start, len(rows)) if _is_called_total(rows[n], profile))
    return tuple(sorted({*find_totals(grid, start, start + 1, len(rows)), *called}))


def label_at(data: TableData, row: int) -> str:
    """What a row is called."""
    return label_of(list(data.texts.row(row)))


def _rows(record: TableRecord, data: TableData) -> Sequence[Row]:
    """Numbers of columns that have a type, texts of all others."""
    columns: list[list[Cell]] = [
        (data.frame if column.type in _NUMBERS else data.texts)[column.name].to_list()
        for column in record.columns
    ]
    return [list(cells) for cells in zip(*columns, strict=True)]


def _is_called_total(row: Row, profile: Profile) -> bool:
    label = label_of(row)
    if word_of(label) is not Word.BARE:
        return False
    texts = [c for c in profile.keys if isinstance(row[c], str) and str(row[c]).strip() != label]
    return all(row[column] == profile.units.get(column) for column in texts)
