"""Whether two ways of reading found the same words and cell values, as multisets of tokens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.readers.model import (
    DocumentContent,
    Extraction,
    TypedTable,
    Workbook,
)
from worksurface_pipeline.readers.tables import CSV

_TOKEN = re.compile(r"[^\W_]+(?:[.,:/%-][^\W_]+)*")
# A whole number that a frame shows as a float, and the midnight of a date without a time.
_ZEROS = re.compile(r"^(-?\d+)\.0+$")
_MIDNIGHT = "00:00:00"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Tokens that both found, and how many each found at all."""

    both: int = 0
    theirs: int = 0
    ours: int = 0

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(self.both + other.both, self.theirs + other.theirs, self.ours + other.ours)

    @property
    def kept(self) -> float:
        """Share of their tokens that we have too."""
        return self.both / self.theirs if self.theirs else 1.0

    @property
    def known(self) -> float:
        """Share of our tokens that they have too; what is left is what they lost."""
        return self.both / self.ours if self.ours else 1.0


def compared(theirs: str, ours: str) -> Agreement:
    """The tokens of two texts of one file."""
    one, other = Counter(_tokens(theirs)), Counter(_tokens(ours))
    return Agreement((one & other).total(), one.total(), other.total())


def full_text(extraction: Extraction) -> str:
    """All words of a full reading: a document's text, or what stands in and around all tables."""
    if isinstance(extraction, DocumentContent):
        return extraction.text
    if not isinstance(extraction, Workbook):
        return ""
    is_typed = extraction.media_type != CSV
    return "\n".join(line for table in extraction.tables for line in _lines(table, is_typed))


def _lines(table: TypedTable, is_typed: bool) -> Iterator[str]:
    """A workbook's cells as values, which is what the baseline shows; a text's as they stand."""
    layout = table.layout
    yield from (*layout.titles, *layout.notes, *layout.totals)
    yield from (column.source_name for column in table.columns)
    cells = table.frame if is_typed else table.texts
    yield cells.write_csv(include_header=False, separator="\t")


def _tokens(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        token = _ZEROS.sub(r"\1", match[0].casefold())
        if token != _MIDNIGHT:
            yield token
