"""What is taken from a PDF before facts are made of it: text, tables, figures and words by page."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in points, from the top left corner of the page."""


class Mark(Frozen):
    """A piece of text inside a figure. `colour` is 0xRRGGBB; `is_turned` reads upwards or down."""

    box: Box
    text: str
    colour: int = 0
    is_turned: bool = False

    @property
    def across(self) -> float:
        """The horizontal middle."""
        return (self.box[0] + self.box[2]) / 2

    @property
    def down(self) -> float:
        """The vertical middle."""
        return (self.box[1] + self.box[3]) / 2


class TablePart(Frozen):
    """A table as its cells, "" for an empty one and None for one that its left neighbour spans."""

    caption: str = ""
    rows: tuple[tuple[str | None, ...], ...]


class FigurePart(Frozen):
    """A figure: its place, caption, the text in it, and its picture as base64 of a PNG."""

    box: Box
    caption: str = ""
    marks: tuple[Mark, ...] = ()
    png: str = ""


class PagePart(Frozen):
    """One page. `text` is its body as Markdown, without tables, figures, captions, furniture."""

    number: int
    text: str = ""
    tables: tuple[TablePart, ...] = ()
    figures: tuple[FigurePart, ...] = ()


class Word(Frozen):
    """One word of a page, as printed."""

    box: Box
    text: str


class PageWords(Frozen):
    """All words of a page in the order of the file: what the checker goes by."""

    number: int
    words: tuple[Word, ...] = ()


class DocumentParts(Frozen):
    """A whole document."""

    title: str = ""
    pages: tuple[PagePart, ...] = ()


class DocumentWords(Frozen):
    """All words of a document."""

    pages: tuple[PageWords, ...] = ()


class Readings(Frozen):
    """A document taken apart, and the words of the same file opened anew.

    `pages` is how many the file has; those beyond the limit are neither in parts nor in words.
    """

    parts: DocumentParts
    words: DocumentWords
    pages: int = 0


def is_inside(inner: Box, outer: Box) -> bool:
    """Whether the middle of `inner` lies in `outer`."""
    across, down = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= across <= outer[2] and outer[1] <= down <= outer[3]
