"""The numbers that stand on the pages of a PDF to number them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from worksurface_pipeline.readers.pdf_lines import Row

_PAGE_NUMBER = re.compile(
    r"[-–—|\s]*(?:page|seite|p\.|pg\.|第)?\s*(\d{1,4})\s*(?:页|頁)?"
    r"(?:\s*(?:of|/|von|de|共)\s*\d{1,4}\s*(?:页|頁)?)?[-–—|\s]*",
    re.IGNORECASE,
)
_BARE = re.compile(r"\d{1,4}")
# Front matter is numbered from i to xxxix.
_ROMANS = {
    tens * "x" + ones: 10 * tens + value
    for tens in range(4)
    for value, ones in enumerate(("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
    if tens or ones
}
# A page's place among its fellows is sure when as many rows agree on it.
_SURE = 3


class PageNumbers:
    """The page numbers of a document: rows that hold nothing else, or a running head as well."""

    def __init__(self, edges: Iterable[tuple[int, Sequence[Row]]], least: float) -> None:
        """`edges` are the pages' places in the file with the rows at their edges."""
        self._pages = 0
        self._offsets: Counter[int] = Counter()
        for page, rows in edges:
            self._pages += 1
            self._offsets.update({number - page for row in rows for number in _loose_numbers(row)})
        self._main = self._most(max(least, _SURE))

    def counts(self, row: Row, page: int, largest: float) -> bool:
        """Whether a row says which page this is; bare numbers above a size do not."""
        if len(row) == 2:
            return self._main is not None and page + self._main in _loose_numbers(row)
        if len(row) != 1:
            return False
        number = _number_of(row[0].text)
        if number is None:
            return _PAGE_NUMBER.fullmatch(row[0].text) is not None
        # A bare number may be a value; the page's is its place in the file, or goes on elsewhere.
        offset = number - page
        is_next = not offset or self._offsets[offset] > 1
        return self._pages > 1 and is_next and row[0].size < largest

    def _most(self, least: float) -> int | None:
        """What to add to a page's place in the file to get the number printed on it, if any."""
        offsets = self._offsets
        best = max(offsets, key=lambda offset: (offsets[offset], -abs(offset)), default=0)
        return best if offsets[best] >= least else None


def _loose_numbers(row: Row) -> set[int]:
    """Bare numbers that begin or end a row of at most two pieces."""
    ends = {row[0].text, row[-1].text} if len(row) <= 2 else set()
    return {number for text in ends if (number := _number_of(text)) is not None}


def _number_of(text: str) -> int | None:
    """The page number that a text is, None if it is none."""
    return int(text) if _BARE.fullmatch(text) else _ROMANS.get(text.casefold())
