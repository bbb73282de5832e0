"""Draws a sheet on a page: text into the text layer, pictures as pixels. Sizes are in points."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pymupdf

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.mmenterprise.records.outline import Sheet

# The library has no type hints; one untyped name keeps that from spreading.
_PDF: Any = pymupdf
_PLAIN, _BOLD, _WIDE, _WIDEST = "helv", "hebo", "wide", "cjk"
_LINE = 1.45  # line height in letter heights
_INK, _GREY, _RULE = (0.1, 0.12, 0.15), (0.4, 0.44, 0.48), (0.75, 0.79, 0.83)
_FILL = (0.9, 0.93, 0.95)
_PIECE = re.compile(r"\S+\s*")


@dataclass(frozen=True)
class Layout:
    """The size of a page, its margins, and the letters in it."""

    width: float
    height: float
    margin: float
    text: float
    heading: float


PAPER = Layout(width=595, height=842, margin=56, text=10.5, heading=17)
SLIDE = Layout(width=960, height=540, margin=52, text=18, heading=30)


@cache
def _wide_font() -> Any:
    """Letters beyond Latin-1, from the font that matplotlib brings along."""
    from pathlib import Path

    import matplotlib

    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    return _PDF.Font(fontbuffer=path.read_bytes())


@cache
def _font(name: str) -> Any:
    return _wide_font() if name == _WIDE else _PDF.Font(name)


class _Unseen:
    """A page that nothing is put on: what is to be drawn there is measured alone."""

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return lambda *_args, **_options: None


class Painter:
    """One page under way; `y` is the height at which the next thing begins.

    `scales` are the sizes of its pictures, in points for a pixel.
    """

    def __init__(self, document: Any, layout: Layout) -> None:
        """A new page of a document; without one nothing is drawn, and all else is the same."""
        is_seen = document is not None
        size = {"width": layout.width, "height": layout.height}
        self.page = document.new_page(**size) if is_seen else _Unseen()
        self._layout = layout
        self.scales: list[float] = []
        self.y = layout.margin

    def sheet(self, sheet: Sheet, header: str, footer: str) -> None:
        """Everything of a sheet, from top to bottom. Raises PackageError where it has no room."""
        layout = self._layout
        self.text(header, layout.text * 0.8, colour=_GREY)
        self.y += layout.text * 0.5
        self.text(sheet.heading, layout.heading, name=_BOLD)
        self.y += layout.text * 0.5
        for line in sheet.lines:
            self.text(line, layout.text)
            self.y += layout.text * 0.45
        self.table(sheet.table)
        room = (layout.height - layout.margin - 1.5 * layout.text - self.y) / max(
            1, len(sheet.figures)
        )
        for figure in sheet.figures:
            self.figure(figure.png, figure.caption, room)
        if self.y > layout.height - layout.margin:
            raise PackageError(
                "A page has more on it than fits", where=sheet.heading, remedy="Split the sheet"
            )
        self.y = layout.height - layout.margin + layout.text * 0.4
        self.text(footer, layout.text * 0.75, colour=_GREY)

    def text(
        self, text: str, size: float, *, name: str = _PLAIN, colour: tuple[float, ...] = _INK
    ) -> None:
        """A paragraph over the whole width."""
        layout = self._layout
        self._paragraph(text, layout.margin, layout.width - 2 * layout.margin, size, name, colour)

    def table(self, rows: tuple[tuple[str, ...], ...]) -> None:
        """Rows of like width, the first as a header."""
        layout = self._layout
        wide = (layout.width - 2 * layout.margin) / max(1, len(rows[0]) if rows else 1)
        size = layout.text * 0.92
        for number, row in enumerate(rows):
            top = self.y
            high = max(len(list(_folded(cell, wide - 10, size, _PLAIN))) for cell in row)
            box = (layout.margin, top, layout.width - layout.margin, top + high * size * _LINE + 6)
            self.page.draw_rect(_PDF.Rect(*box), color=_RULE, fill=None if number else _FILL)
            for place, cell in enumerate(row):
                self.y = top + 2
                name = _PLAIN if number else _BOLD
                left = layout.margin + place * wide + 5
                self._paragraph(cell, left, wide - 10, size, name, _INK)
            self.y = box[3]
        self.y += layout.text * 0.6 if rows else 0

    def figure(self, png: bytes, caption: str, room: float) -> None:
        """A picture as large as there is room, with its caption below."""
        layout = self._layout
        picture = _PDF.Pixmap(png)
        most = room - layout.text * 2.2
        if most < layout.text * 4:  # a thumbnail that nobody can read
            raise PackageError(
                "A page has no room for its picture", where=caption, remedy="Split the sheet"
            )
        scale = min((layout.width - 2 * layout.margin) / picture.width, most / picture.height, 0.8)
        self.scales.append(scale)
        box = _PDF.Rect(
            layout.margin,
            self.y,
            layout.margin + picture.width * scale,
            self.y + picture.height * scale,
        )
        self.page.insert_image(box, stream=png)
        self.y = box.y1 + layout.text * 0.3
        self.text(caption, layout.text * 0.85, colour=_GREY)
        self.y += layout.text * 0.5

    def _paragraph(
        self, text: str, left: float, wide: float, size: float, name: str, colour: Any
    ) -> None:
        used = _face(text, name)
        if used != name:
            self.page.insert_font(fontname=used, fontbuffer=_font(used).buffer)
        for line in _folded(text, wide, size, used):
            self.y += size * _LINE
            place = (left, self.y - size * (_LINE - 1))
            self.page.insert_text(place, line, fontsize=size, fontname=used, color=colour)


def length(text: str, size: float) -> float:
    """How many points a text is wide on one line."""
    return _length(text, size, _face(text, _PLAIN))


def unprintable(text: str) -> str:
    """The letters of a text that its font lacks."""
    font = _font(_face(text, _PLAIN))
    return "".join(dict.fromkeys(letter for letter in text if not font.has_glyph(ord(letter))))


def _folded(text: str, wide: float, size: float, name: str) -> Iterator[str]:
    """Lines of at most `wide` points; a single word may be longer."""
    face = _face(text, name)
    line = ""
    for piece in _PIECE.findall(text):
        if line and _length((line + piece).rstrip(), size, face) > wide:
            yield line.rstrip()
            line = ""
        line += piece
    if line:
        yield line.rstrip()


def _length(text: str, size: float, face: str) -> float:
    """What the library's own measure gives, letter by letter: it looks up each one anew."""
    whole = 0.0
    for letter in text:
        whole += _advance(letter, face)
    return whole * size


@cache
def _advance(letter: str, face: str) -> float:
    return float(_font(face).text_length(letter, 1))


def _face(text: str, name: str) -> str:
    """The font that has all letters of a text: `name` for those that every viewer's fonts cover."""
    if all(ord(letter) < 256 for letter in text):
        return name
    wide = _wide_font()
    return _WIDE if all(wide.has_glyph(ord(letter)) for letter in text) else _WIDEST
