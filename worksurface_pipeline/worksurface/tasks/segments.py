"""Sentences and rows of a document: where in its text a figure can stand as content.

Front matter, headings, list numbers, links, tags and page furniture are no content: what stands
there is never taken as a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.tasks.blocks import (
    FRONT_MATTER,
    HEADING,
    MARKER,
    blocks,
    cells_of,
    is_header,
    is_row,
    visible,
)
from worksurface_pipeline.worksurface.tasks.lexicon import STOP
from worksurface_pipeline.worksurface.tasks.words import Word, name_parts, words_of

_RULE = re.compile(r"\s*\|?\s*:?-{3,}[-:|\s]*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"'(*_A-Z0-9$€£])")
_ABBREVIATED = re.compile(
    r"(?:\b[A-Z]|\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|No|Nr|Mr|Mrs|Ms|Dr|St|vs|etc"
    r"|Fig|Inc|approx|e\.g|i\.e))\.$"
)
_LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a row, with its column's header: stems, and the text as it stands."""

    start: int
    end: int
    header: frozenset[str]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence or a row [start, end). `around` are stems of headings, file name and neighbours.

    `cells` is empty unless the segment is a row.
    """

    start: int
    end: int
    words: tuple[Word, ...]
    around: frozenset[str]
    cells: tuple[Cell, ...] = ()


@dataclass(slots=True)
class _State:
    """What the lines above say."""

    headings: dict[int, frozenset[str]]
    header: tuple[str, ...] = ()
    is_rule_next: bool = False


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document with its content segments; `text` has the length of the document's own text."""

    document: Document
    text: str
    segments: tuple[Segment, ...]


def parse(document: Document) -> Parsed:
    """All content segments of the document, in order."""
    text = visible(document)
    base = PurePosixPath(document.filename).stem
    name = (frozenset(name_parts(f"{base} {document.sheet}")) - STOP) | _title(document)
    state = _State({})
    found: list[Segment] = []
    for block in blocks(text):
        found.extend(_block_segments(text, block, state, name))
    return Parsed(document, text, tuple(found))


def _title(document: Document) -> frozenset[str]:
    """Stems of the first line, if it is as short as a title, and of the title as metadata."""
    body = FRONT_MATTER.sub("", document.text, count=1)
    first = next((line for line in body.splitlines() if line.strip()), "")
    return _stems(document.title) | (_stems(first) if len(first) <= _LONGEST_TITLE else frozenset())


def _block_segments(
    text: str, block: tuple[int, int], state: _State, name: frozenset[str]
) -> Iterator[Segment]:
    start, end = block
    line = text[start:end]
    heading = HEADING.match(line)
    if heading:
        _enter(state, len(heading[0].rstrip()), line)
    elif is_row(line):
        yield from _row(text, start, end, state, name)
    else:
        state.header = ()
        marker = MARKER.match(line)
        body = start + (marker.end() if marker else 0)
        yield from _sentences(text, body, end, _above(state) | name)


def _enter(state: _State, level: int, line: str) -> None:
    for deeper in [key for key in state.headings if key >= level]:
        del state.headings[deeper]
    state.headings[level] = _stems(line)
    state.header = ()


def _above(state: _State) -> frozenset[str]:
    return frozenset().union(*state.headings.values())


def _sentences(text: str, start: int, end: int, around: frozenset[str]) -> Iterator[Segment]:
    cuts = [start]
    cuts += [
        start + match.end()
        for match in _SENTENCE_END.finditer(text[start:end])
        if not _ABBREVIATED.search(text[start : start + match.start()])
    ]
    cuts.append(end)
    pieces = [_words(text, left, right) for left, right in pairwise(cuts)]
    for order, words in enumerate(pieces):
        beside = pieces[max(order - 1, 0) : order] + pieces[order + 1 : order + 2]
        stems = frozenset(word.stem for piece in beside for word in piece) - STOP
        if words:
            yield Segment(cuts[order], cuts[order + 1], words, around | stems)


def _row(text: str, start: int, end: int, state: _State, name: frozenset[str]) -> Iterator[Segment]:
    line = text[start:end]
    if _RULE.match(line):
        return
    places = list(cells_of(line))
    if is_header(line, places):
        state.header = tuple(" ".join(line[left:right].split()) for left, right in places)
        return
    titles: Sequence[str] = state.header
    if len(titles) != len(places):
        titles = ("",) * len(places)
    cells = tuple(
        Cell(start + left, start + right, _stems(title), title)
        for (left, right), title in zip(places, titles, strict=True)
    )
    around = _above(state) | name | frozenset().union(*map(_stems, state.header))
    yield Segment(start, end, _words(text, start, end), around, cells)


def _words(text: str, start: int, end: int) -> tuple[Word, ...]:
    return tuple(
        Word(word.text, word.stem, word.start + start, word.end + start)
        for word in words_of(text[start:end])
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_of(text)) - STOP
