"""A table below the coverage gate as Markdown, with every non-empty cell of its sheet in it.

Names that the file does not state stay out: the text holds what the sheet holds and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from worksurface_pipeline.readers.markdown import literal
from worksurface_pipeline.readers.model import Place
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.surfaces.sets import TableData


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """Markdown text, and the source row at which each data line begins."""

    text: str
    places: tuple[Place, ...]


class _Text:
    """A text that knows its length while it grows."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0

    def add(self, part: str) -> None:
        self.parts.append(part)
        self.length += len(part)


def render_table(record: TableRecord, data: TableData) -> RenderedTable:
    """Titles, header, data rows, totals and notes, in this order."""
    text = _Text()
    for title in filter(str.strip, record.layout.titles):
        text.add(f"{literal(title.strip())}\n\n")
    places = tuple(_add_rows(text, record, data))
    for line in filter(str.strip, (*record.layout.totals, *record.layout.notes)):
        text.add(f"\n{literal(line.strip())}\n")
    return RenderedTable("".join(text.parts).strip("\n") + "\n", places)


def cell_text(value: str | None) -> str:
    """A cell as it stands in a Markdown table: pipes escaped, line breaks as `<br>`."""
    text = (value or "").strip().replace("|", "\\|")
    return "<br>".join(text.splitlines())


def _add_rows(text: _Text, record: TableRecord, data: TableData) -> Iterator[Place]:
    if not record.columns:
        return
    text.add(_line(_header(record)))
    text.add(_line("---" for _ in record.columns))
    for number, row in zip(data.row_numbers, data.texts.iter_rows(), strict=True):
        yield Place(start=text.length, kind="row", number=number)
        text.add(_line(cell_text(value) for value in row))


def _header(record: TableRecord) -> Iterator[str]:
    return (cell_text(column.source_name) for column in record.columns)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
