"""A document in stretches of pages, each short enough for one request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.seeds.parts import DocumentParts, PagePart

# A stretch has at most about so many characters: some six pages of print.
_LONGEST = 16_000
_ROWS_SHOWN = 40  # of one table; its cells are read by rules, the model needs to know of it alone
_BETWEEN = " | "


class ShownFigure(Frozen):
    """A figure as it is shown: the words printed below it and in it, and never its picture."""

    caption: str
    marks: tuple[str, ...]


class ShownPage(Frozen):
    """A page as it is shown: running text, its tables row by row, the words in its figures."""

    page: int
    text: str
    tables: tuple[tuple[str, ...], ...] = ()
    figures: tuple[ShownFigure, ...] = ()

    @property
    def letters(self) -> int:
        """How long it is."""
        rows = [row for table in self.tables for row in table]
        marks = [mark for figure in self.figures for mark in figure.marks]
        return len(self.text) + sum(map(len, (*rows, *marks)))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some pages in a row."""

    pages: tuple[ShownPage, ...]

    @property
    def name(self) -> str:
        """First and last page, or the only one."""
        first, last = self.pages[0].page, self.pages[-1].page
        return f"{first}" if first == last else f"{first}-{last}"

    @property
    def text(self) -> str:
        """All that is shown."""
        return "\n".join(
            "\n".join([one.text, *(row for table in one.tables for row in table)])
            for one in self.pages
        )


def stretches(parts: DocumentParts) -> Iterator[Stretch]:
    """All pages with a digit in text or figure, in order, as many together as fit."""
    taken: list[ShownPage] = []
    for page in parts.pages:
        shown = _shown(page)
        if not shown.figures and not any(char.isdigit() for char in shown.text):
            continue
        if taken and sum(one.letters for one in taken) + shown.letters > _LONGEST:
            yield Stretch(tuple(taken))
            taken = []
        taken.append(shown)
    if taken:
        yield Stretch(tuple(taken))


def _shown(page: PagePart) -> ShownPage:
    tables = tuple(
        tuple(_BETWEEN.join(cell or "" for cell in row) for row in table.rows[:_ROWS_SHOWN])
        for table in page.tables
    )
    figures = tuple(
        ShownFigure(caption=one.caption, marks=tuple(mark.text for mark in one.marks))
        for one in page.figures
        if any(char.isdigit() for mark in one.marks for char in mark.text)
    )
    return ShownPage(page=page.number, text=page.text[:_LONGEST], tables=tables, figures=figures)
