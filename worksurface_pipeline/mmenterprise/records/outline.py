"""What stands on a page, slide or picture before it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from worksurface_pipeline.mmenterprise.records.model import Mark
from worksurface_pipeline.mmenterprise.schema.ledger import Statement


@dataclass(frozen=True)
class Figure:
    """A drawn picture: PNG bytes, a caption without values, its marks, and what it is called."""

    png: bytes
    caption: str
    marks: tuple[Mark, ...] = ()
    statements: tuple[Statement, ...] = ()
    noun: str = "picture"


@dataclass(frozen=True)
class Sheet:
    """One page or slide: heading, paragraphs, a table with its header row, pictures."""

    heading: str
    lines: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    figures: tuple[Figure, ...] = ()
    statements: tuple[Statement, ...] = ()

    def worded(self, text: str) -> Sheet:
        """The sheet with another heading, the first line of a text, and other paragraphs."""
        heading, *lines = text.split("\n")
        return replace(self, heading=heading, lines=tuple(lines))


@dataclass(frozen=True)
class Drawn:
    """A sheet as it came out: its picture, and the text that stands in its text layer."""

    png: bytes
    text: str


@dataclass(frozen=True)
class Document:
    """A whole document before it is drawn: title without values, who wrote it, its sheets."""

    title: str
    subtitle: str
    author: str
    sheets: tuple[Sheet, ...]

    def worded(self, event: str, texts: Mapping[str, str]) -> Document:
        """The document of an event in the words of `texts`; pages that have none stay."""
        keys = [page_key(event, number) for number in range(1, len(self.sheets) + 1)]
        sheets = tuple(
            sheet.worded(texts[key]) if key in texts else sheet
            for key, sheet in zip(keys, self.sheets, strict=True)
        )
        return replace(self, sheets=sheets)


def page_key(event: str, number: int) -> str:
    """How the words of a page or slide are called among the texts of a project."""
    return f"{event}/{number}"


def event_of(key: str) -> str:
    """The event of a text: what `page_key` began with, or the key itself."""
    return key.partition("/")[0]
