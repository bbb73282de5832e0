"""Sets a document as PDF pages with PyMuPDF: built-in fonts, no dates, no ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pymupdf

from generators.seed_documents.charts import HEIGHT, WIDTH, draw_chart
from generators.seed_documents.script import Chart, Document, Heading, Paragraph, Settings, Table

_PAGE = pymupdf.paper_rect("a4")
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 531.0, 72.0, 770.0
_BODY, _SMALL, _HEADING, _TITLE = 10.0, 9.0, 13.0, 18.0
_LEADING = 1.45
_CELL = 16.0
_GAP = 9.0
_PLAIN, _BOLD, _ITALIC = "helv", "hebo", "heit"


class Setter:
    """Writes blocks down the page and starts a new one where they do not fit."""

    def __init__(self, title: str) -> None:
        self.file: Any = pymupdf.open()
        self._title = title
        self._tables = self._figures = 0
        self._y = _TOP
        self._start_page()

    def title(self) -> None:
        """The title at the top of the first page."""
        self._lines(self._title, _TITLE, _BOLD)
        self._y += _BODY

    def heading(self, block: Heading) -> None:
        """A heading, never the last thing on a page."""
        self._need(_HEADING * 5)
        self._y += _BODY / 2
        self._lines(block.text, _HEADING, _BOLD)
        self._y += _BODY / 3

    def paragraph(self, block: Paragraph) -> None:
        """Running text."""
        self._lines(block.text, _BODY, _PLAIN)
        self._y += _BODY * 0.8

    def settings(self, block: Settings) -> None:
        """Keys in bold, values beside them."""
        for key, value in block.lines:
            self._need(_BODY * _LEADING)
            self._y += _BODY * _LEADING
            self._text(_LEFT + _BODY, f"{key}: {value}", _BODY, _PLAIN)
        self._y += _BODY

    def table(self, block: Table) -> None:
        """The caption, then the rows, kept on one page."""
        self._tables += 1
        self._need(_CELL * (len(block.rows) + 2))
        self._lines(f"Table {self._tables}. {block.caption}", _SMALL, _ITALIC)
        self._y += 4
        top, edges = self._y, list(self._edges(block))
        for number, row in enumerate(block.rows):
            for text, left in zip(row, edges, strict=False):
                self._y = top + _CELL * number + _CELL * 0.7
                self._text(left + 4, text, _SMALL, _PLAIN if number else _BOLD)
        self._rules(block, top, edges)
        self._y = top + _CELL * len(block.rows) + _BODY * 1.4

    def chart(self, block: Chart) -> None:
        """The picture, then its caption."""
        self._figures += 1
        width, height = WIDTH * 72, HEIGHT * 72
        self._need(height + _SMALL * 4)
        box = pymupdf.Rect(_LEFT, self._y, _LEFT + width, self._y + height)
        with pymupdf.open(stream=draw_chart(block), filetype="pdf") as drawing:
            self._page.show_pdf_page(box, drawing, 0)
        self._y += height + 2
        self._lines(f"Figure {self._figures}. {block.caption}", _SMALL, _ITALIC)
        self._y += _BODY * 1.2

    def _edges(self, block: Table) -> Iterator[float]:
        """Left edges of the columns and the right edge of the last, by the widest texts."""
        widths = [
            max(_width(row[column], number) for number, row in enumerate(block.rows))
            for column in range(len(block.rows[0]))
        ]
        spare = (_RIGHT - _LEFT - sum(widths)) / len(widths)
        if spare < 0:
            raise ValueError(f"the table is too wide for the page: {block.caption}")
        left = _LEFT
        for width in (*widths, 0.0):
            yield left
            left += width + spare

    def _rules(self, block: Table, top: float, edges: list[float]) -> None:
        bottom = top + _CELL * len(block.rows)
        rules = range(len(block.rows) + 1) if block.is_ruled else (0, 1, len(block.rows))
        for number in rules:
            y = top + _CELL * number
            self._page.draw_line((_LEFT, y), (_RIGHT, y), width=0.6)
        for x in edges if block.is_ruled else ():
            self._page.draw_line((x, top), (x, bottom), width=0.6)

    def _lines(self, text: str, size: float, font: str) -> None:
        for line in _wrapped(text, size, font):
            self._need(size * _LEADING)
            self._y += size * _LEADING
            self._text(_LEFT, line, size, font)

    def _text(self, x: float, text: str, size: float, font: str) -> None:
        self._page.insert_text((x, self._y), text, fontsize=size, fontname=font)

    def _need(self, height: float) -> None:
        if self._y + height > _BOTTOM:
            self._start_page()

    def _start_page(self) -> None:
        self._page: Any = self.file.new_page(width=_PAGE.width, height=_PAGE.height)
        self._y = 40.0
        if len(self.file) > 1:
            self._text(_LEFT, self._title, _SMALL - 1, _ITALIC)
        self._y = 805.0
        self._text((_LEFT + _RIGHT) / 2, str(len(self.file)), _SMALL, _PLAIN)
        self._y = _TOP


def set_document(document: Document) -> bytes:
    """The document as PDF bytes; equal documents give equal bytes."""
    setter = Setter(document.title)
    setter.title()
    for block in document.blocks:
        _set_block(setter, block)
    setter.file.set_metadata({"title": document.title})
    data: bytes = setter.file.tobytes(garbage=4, deflate=True, deflate_fonts=True, no_new_id=True)
    setter.file.close()
    return data


def _set_block(setter: Setter, block: object) -> None:
    match block:
        case Heading():
            setter.heading(block)
        case Settings():
            setter.settings(block)
        case Table():
            setter.table(block)
        case Chart():
            setter.chart(block)
        case Paragraph():
            setter.paragraph(block)


def _width(text: str, number: int) -> float:
    font = _PLAIN if number else _BOLD
    return float(pymupdf.get_text_length(text, font, _SMALL)) + _GAP


def _wrapped(text: str, size: float, font: str) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if pymupdf.get_text_length(longer, font, size) > _RIGHT - _LEFT and line:
            yield line
            line = word
        else:
            line = longer
    yield line
