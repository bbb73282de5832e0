"""Sentences and rows of a document: where in its text a figure can stand as content.

Front matter, headings, list numbers, links, tags and page furniture are no content: what stands
there is never taken as a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.tasks.words import STOP, Word, name_parts, words_of

_HIDDEN = re.compile(
    r"\]\([^)]*\)|https?://\S+|\{%.*?%\}|\{\{.*?\}\}|<[^>\n]{1,200}>|!\[[^\]]*\]", re.DOTALL
)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HEADING = re.compile(r"#{1,6}\s+")
_MARKER = re.compile(r"\s*(?:[-*+>]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+")
_FENCE = "```"
_RULE = re.compile(r"\s*\|?\s*:?-{3,}[-:|\s]*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"'(*_A-Z0-9$€£])")
_GAP = re.compile(r"\s{2,}|\t")
_CELL = re.compile(r"[^|]+")
# Stands for what is no content; not a space, or lines with links would look like rows.
BLANK = "\u00b7"
_LONGEST_TITLE = 80
# Cells set apart by wide spaces make a row from three on.
_ROW_CELLS = 3
_MOSTLY_NUMBERS = 0.34


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a row, with the words of its column's header."""

    start: int
    end: int
    header: frozenset[str]


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
    header: tuple[frozenset[str], ...] = ()
    is_rule_next: bool = False


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document with its content segments; `text` has the length of the document's own text."""

    document: Document
    text: str
    segments: tuple[Segment, ...]


def parse(document: Document) -> Parsed:
    """All content segments of the document, in order."""
    text = _visible(document)
    base = PurePosixPath(document.filename).stem
    name = (frozenset(name_parts(f"{base} {document.sheet}")) - STOP) | _title(document)
    state = _State({})
    found: list[Segment] = []
    for block in _blocks(text):
        found.extend(_block_segments(text, block, state, name))
    return Parsed(document, text, tuple(found))


def _title(document: Document) -> frozenset[str]:
    """Stems of the first line, if it is as short as a title, and of the title as metadata."""
    body = _FRONT_MATTER.sub("", document.text, count=1)
    first = next((line for line in body.splitlines() if line.strip()), "")
    return _stems(document.title) | (_stems(first) if len(first) <= _LONGEST_TITLE else frozenset())


def _visible(document: Document) -> str:
    """The text with everything that is no content blanked, offsets unchanged."""
    text = _FRONT_MATTER.sub(_blank, document.text, count=1)
    text = _HIDDEN.sub(_blank, text)
    for line in document.furniture:
        if line.strip():
            text = re.sub(rf"^{re.escape(line)}$", _blank, text, flags=re.MULTILINE)
    return text


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", BLANK, match[0])


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of text: a heading, a row, a list item, or a paragraph of several lines."""
    start: int | None = None
    offset = 0
    is_code = False
    for line in text.splitlines(keepends=True):
        is_code ^= line.startswith(_FENCE)
        is_alone = is_code or bool(_HEADING.match(line)) or _is_row(line)
        is_new = is_alone or not line.strip() or bool(_MARKER.match(line))
        if start is not None and is_new:
            yield start, offset
            start = None
        if is_alone and line.strip():
            yield offset, offset + len(line)
        elif line.strip() and start is None:
            start = offset
        offset += len(line)
    if start is not None:
        yield start, offset


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|") or len(_GAP.split(line.strip())) >= _ROW_CELLS


def _block_segments(
    text: str, block: tuple[int, int], state: _State, name: frozenset[str]
) -> Iterator[Segment]:
    start, end = block
    line = text[start:end]
    heading = _HEADING.match(line)
    if heading:
        _enter(state, len(heading[0].rstrip()), line)
    elif _is_row(line):
        yield from _row(text, start, end, state, name)
    else:
        state.header = ()
        marker = _MARKER.match(line)
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
    cuts += [start + match.end() for match in _SENTENCE_END.finditer(text[start:end])]
    cuts.append(end)
    whole = _stems(text[start:end])
    for left, right in zip(cuts, cuts[1:], strict=False):
        words = _words(text, left, right)
        if words:
            yield Segment(left, right, words, around | whole)


def _row(
    text: str, start: int, end: int, state: _State, name: frozenset[str]
) -> Iterator[Segment]:
    line = text[start:end]
    if _RULE.match(line):
        return
    places = list(_cells(line))
    if _is_header(line, places):
        state.header = tuple(_stems(line[left:right]) for left, right in places)
        return
    headers: Sequence[frozenset[str]] = state.header
    if len(headers) != len(places):
        headers = (frozenset(),) * len(places)
    cells = tuple(
        Cell(start + left, start + right, header)
        for (left, right), header in zip(places, headers, strict=True)
    )
    around = _above(state) | name | frozenset().union(*state.header)
    yield Segment(start, end, _words(text, start, end), around, cells)


def _is_header(line: str, places: list[tuple[int, int]]) -> bool:
    """A row with hardly a number in it names the columns below."""
    numbers = sum(any(char.isdigit() for char in line[left:right]) for left, right in places)
    return len(places) > 1 and numbers < _MOSTLY_NUMBERS * len(places)


def _cells(line: str) -> Iterator[tuple[int, int]]:
    if line.lstrip().startswith("|"):
        for match in _CELL.finditer(line.rstrip()):
            if match[0].strip():
                yield match.span()
        return
    start = len(line) - len(line.lstrip())
    for match in _GAP.finditer(line.rstrip(), start):
        yield start, match.start()
        start = match.end()
    yield start, len(line.rstrip())


def _words(text: str, start: int, end: int) -> tuple[Word, ...]:
    return tuple(
        Word(word.text, word.stem, word.start + start, word.end + start)
        for word in words_of(text[start:end])
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_of(text)) - STOP
