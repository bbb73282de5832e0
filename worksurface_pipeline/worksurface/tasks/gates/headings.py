"""What the columns of a stored table are really called: the header may stand among its rows.

Release tables are called after a banner, with `unnamed_1…n` beside it; the header is then the
first full row of texts below. In tables that our readers made, the names are the header.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import parse_number
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.surfaces.cells import TableData
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.sum_rows import total_rows
from worksurface_pipeline.worksurface.tasks.words import name_parts, words_of

_UNNAMED = re.compile(r"unnamed(?:_\d+)?|col(?:umn)?_?\d*|_?c\d+", re.IGNORECASE)
# A header stands within the first rows, and names most of the columns.
_HEADER_WITHIN = 6
_MOSTLY = 0.6
_HALF = 0.5
_BLANK = frozenset({"", "-", "--", "\u2014", "\u2014\u2014"})


@dataclass(frozen=True, slots=True)
class Heading:
    """A column with what it is called: the words of the header above it."""

    name: str
    text: str
    type: ColumnType
    stems: frozenset[str]

    @property
    def is_foreign_script(self) -> bool:
        """Whether the words cannot be looked for in an English question."""
        return not any(part.isascii() for part in self.stems)


@dataclass(frozen=True, slots=True)
class OddRows:
    """Rows, counted from 0, that stand in the data and are none."""

    banners: tuple[int, ...]
    blanks: tuple[int, ...]
    headers: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def every(self) -> tuple[int, ...]:
        """All of them."""
        return tuple(sorted({*self.banners, *self.blanks, *self.headers, *self.totals}))

    def __str__(self) -> str:
        kinds = {
            "banner": self.banners,
            "blank": self.blanks,
            "header": self.headers,
            "total": self.totals,
        }
        return ", ".join(f"{len(rows)} {kind}" for kind, rows in kinds.items() if rows)


def headings_of(view: str, context: Context) -> Mapping[str, Heading] | None:
    """What the columns of a view are called, None where the view is not at hand."""
    record = context.views.get(view)
    if record is None:
        return None
    return context.once("headings", view, lambda: _headings(record, context.cells(view)))


def _headings(record: TableRecord, data: TableData | None) -> Mapping[str, Heading] | None:
    if data is None:
        return None
    rows = list(data.texts.head(_HEADER_WITHIN).iter_rows())
    number = header_row(record, rows)
    labels = rows[number] if number is not None else [column.name for column in record.columns]
    return {
        column.name: Heading(column.name, str(label or ""), column.type, _stems(str(label or "")))
        for column, label in zip(record.columns, labels, strict=False)
    }


def header_row(record: TableRecord, rows: Sequence[Sequence[str | None]]) -> int | None:
    """The row among the data that is the header of a table whose columns have no names."""
    if not _lacks_names(record):
        return None
    least = min(2, len(record.columns))
    for number, row in enumerate(rows[:_HEADER_WITHIN]):
        filled = [cell for cell in row if not is_blank(cell)]
        labels = [cell for cell in filled if cell and parse_number(cell) is None]
        if len(filled) >= _MOSTLY * len(row) and len(labels) == len(filled) >= least:
            return number
    return None


def odd_rows(record: TableRecord, data: TableData) -> OddRows:
    """Banner, blank, header and total rows that stand among the data."""
    rows = list(data.texts.iter_rows())
    header = header_row(record, rows)
    blanks = tuple(n for n, row in enumerate(rows) if all(map(is_blank, row)))
    top = range(header or 0)
    first = tuple(
        n
        for n in top
        if n not in blanks and sum(not is_blank(cell) for cell in rows[n]) == 1 < len(rows[n])
    )
    totals = total_rows(record, data, 0 if header is None else header + 1)
    headers = () if header is None else (header,)
    return OddRows(first, blanks, headers, totals)


def is_blank(cell: str | None) -> bool:
    """Whether a cell says nothing."""
    return cell is None or cell.strip() in _BLANK


def _lacks_names(record: TableRecord) -> bool:
    """Whether half of the columns have no name."""
    unnamed = sum(bool(_UNNAMED.fullmatch(column.name)) for column in record.columns)
    if len(record.columns) == 1 and record.columns[0].is_invented:
        return False  # the reader looked for a header and saw that there is none
    return unnamed >= _HALF * len(record.columns)


def _stems(text: str) -> frozenset[str]:
    found = {word.stem for word in words_of(text)} | set(name_parts(text))
    long = frozenset(stem for stem in found if len(stem) > 1)
    return long or frozenset(found)
