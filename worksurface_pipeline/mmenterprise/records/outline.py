"""What stands on a page, slide or picture before it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

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
