"""The second reading: every fact against the words of the file, by nothing of the first reading.

A fact stands when its figures stand in its value and in its quote, the quote on its page, and, for
a value of a figure, nowhere outside of figures in the whole document.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedFact
from worksurface_pipeline.mmenterprise.seeds.parts import (
    Box,
    DocumentWords,
    PageWords,
    Word,
    is_inside,
)

# A hyphen within a word or where a line ends: mended in one reading and kept in the other.
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010] ?(?=[^\W\d_])")
# Words of one line are level within this share of their height.
_LEVEL = 0.5


class Fault(StrEnum):
    """Why a fact does not stand."""

    NO_FIGURES = "the figures do not stand in the value"
    NOT_IN_QUOTE = "the figures do not stand in the quote"
    NOT_ON_PAGE = "the quote does not stand on its page"
    NO_SUCH_PAGE = "the page does not exist"
    NOT_IN_FIGURE = "the mark does not stand in a figure of its page"
    IN_TEXT = "the value of a figure stands in text or tables too"


@dataclass(frozen=True, slots=True)
class Witness:
    """The words of a document and the boxes of its figures by page."""

    words: DocumentWords
    figures: dict[int, tuple[Box, ...]]

    def fault(self, fact: SeedFact) -> Fault | None:
        """Why the fact does not stand; None if it does."""
        page = next((one for one in self.words.pages if one.number == fact.page), None)
        if page is None:
            return Fault.NO_SUCH_PAGE
        if not fact.numbers or any(number not in fact.value for number in fact.numbers):
            return Fault.NO_FIGURES
        if any(not has_token(fact.quote, number) for number in fact.numbers):
            return Fault.NOT_IN_QUOTE
        if fact.kind is FactKind.FIGURE:
            return self._figure_fault(fact, page)
        return None if _stands(fact.quote, page.words) else Fault.NOT_ON_PAGE

    def _figure_fault(self, fact: SeedFact, page: PageWords) -> Fault | None:
        boxes = self.figures.get(page.number, ())
        inside = [word for word in page.words if any(is_inside(word.box, box) for box in boxes)]
        if not _stands(fact.quote, inside):
            return Fault.NOT_IN_FIGURE
        is_told = any(
            has_token(word.text, number) for word in self._body() for number in fact.numbers
        )
        return Fault.IN_TEXT if is_told else None

    def _body(self) -> Iterator[Word]:
        """All words of the document outside of figures."""
        for page in self.words.pages:
            boxes = self.figures.get(page.number, ())
            for word in page.words:
                if not any(is_inside(word.box, box) for box in boxes):
                    yield word


def _stands(quote: str, words: Sequence[Word]) -> bool:
    """Whether a quote stands in words, in the order of the file or line by line."""
    wanted = _bare(quote.split())
    return any(wanted in _bare([word.text for word in order]) for order in _orders(words))


def _orders(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    yield words
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda one: ((one.box[1] + one.box[3]) / 2, one.box[0])):
        if lines and _is_level(lines[-1][0], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    yield [word for line in lines for word in sorted(line, key=lambda one: one.box[0])]


def _is_level(first: Word, word: Word) -> bool:
    middle = (word.box[1] + word.box[3]) / 2
    own = (first.box[1] + first.box[3]) / 2
    return abs(middle - own) <= _LEVEL * (first.box[3] - first.box[1])


def _bare(words: Sequence[str]) -> str:
    """Words set apart by one blank, a word broken at a line's end mended, ligatures spelled out."""
    return f" {_HYPHEN.sub('', unicodedata.normalize('NFKC', ' '.join(words)))} "
