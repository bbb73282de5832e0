"""What a reader says of a whole workbook: a name that lies, an encoding that is a guess."""

from __future__ import annotations

import polars as pl

from worksurface_pipeline.readers.clean import REPLACEMENT
from worksurface_pipeline.readers.decode import SURE_ENOUGH
from worksurface_pipeline.readers.model import ColumnType, TypedTable, Workbook
from worksurface_pipeline.readers.number_texts import is_open

_UTF8 = "utf-8"
# Columns named in one remark.
_MOST_NAMES = 5


def workbook_remarks(book: Workbook, mismatch: str) -> tuple[str, ...]:
    """Remarks on a workbook; `mismatch` is what sniffing found of its name."""
    remarks = [mismatch] if mismatch else []
    for table in book.tables[:1]:
        # A text table alone has an encoding; all of its blocks share it.
        remarks.extend(_encoding_remarks(table))
    remarks.extend(filter(None, map(_open_numbers, book.tables)))
    lost = sum(map(_replaced_cells, book.tables))
    if lost:
        remarks.append(f"{lost} cells hold characters that could not be decoded")
    return tuple(remarks)


def _encoding_remarks(table: TypedTable) -> list[str]:
    layout = table.layout
    if layout.encoding in ("", _UTF8):
        return []
    confidence = layout.encoding_confidence
    decoded = f"decoded as {layout.encoding}, confidence {confidence:.2f}"
    return [decoded, "the encoding is a guess"] if confidence < SURE_ENOUGH else [decoded]


def _open_numbers(table: TypedTable) -> str:
    """A sentence on columns whose numbers could be read in two ways, "" where there is none."""
    names = [
        repr(column.name)
        for column in table.columns
        if column.type is ColumnType.TEXT and is_open(table.frame[column.name].drop_nulls())
    ]
    if not names:
        return ""
    sheet = f" of sheet {table.sheet!r}" if table.sheet else ""
    return (
        f"numbers{sheet} stay text, for their marks may part thousands or decimals:"
        f" {', '.join(names[:_MOST_NAMES])}{', ...' if len(names) > _MOST_NAMES else ''}"
    )


def _replaced_cells(table: TypedTable) -> int:
    if not table.layout.encoding or table.texts.width == 0:
        return 0
    hits = table.texts.select(pl.all().str.contains(REPLACEMENT, literal=True).sum())
    return sum(count or 0 for count in hits.row(0))
