"""Lines of a document as blocks, and rows as cells; what is no content is blanked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.surfaces import Document

_HIDDEN = re.compile(
    r"\]\([^)]*\)|https?://\S+|\{%.*?%\}|\{\{.*?\}\}|<[^>\n]{1,200}>|!\[[^\]]*\]", re.DOTALL
)
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
HEADING = re.compile(r"#{1,6}\s+")
MARKER = re.compile(r"\s*(?:[-*+>]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+")
_FENCE = "```"
_GAP = re.compile(r"\s{2,}|\t")
_CELL = re.compile(r"[^|]+")
# Stands for what is no content; not a space, or lines with links would look like rows.
BLANK = "\u00b7"
# Cells set apart by wide spaces make a row from three on.
_ROW_CELLS = 3
_MOSTLY_NUMBERS = 0.34


def visible(document: Document) -> str:
    """The text with everything that is no content blanked, offsets unchanged."""
    text = FRONT_MATTER.sub(_blank, document.text, count=1)
    text = _HIDDEN.sub(_blank, text)
    for line in document.furniture:
        if line.strip():
            text = re.sub(rf"^{re.escape(line)}$", _blank, text, flags=re.MULTILINE)
    return text


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", BLANK, match[0])


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of text: a heading, a row, a list item, or a paragraph of several lines."""
    start: int | None = None
    offset = 0
    is_code = False
    for line in text.splitlines(keepends=True):
        is_code ^= line.startswith(_FENCE)
        is_alone = is_code or bool(HEADING.match(line)) or is_row(line)
        is_new = is_alone or not line.strip() or bool(MARKER.match(line))
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


def is_row(line: str) -> bool:
    """Whether a line is a row: a Markdown table's, or cells set apart by wide spaces."""
    return line.lstrip().startswith("|") or len(_GAP.split(line.strip())) >= _ROW_CELLS


def is_header(line: str, places: list[tuple[int, int]]) -> bool:
    """A row with hardly a number in it names the columns below."""
    numbers = sum(any(char.isdigit() for char in line[left:right]) for left, right in places)
    return len(places) > 1 and numbers < _MOSTLY_NUMBERS * len(places)


def cells_of(line: str) -> Iterator[tuple[int, int]]:
    """The cells of a row, as stretches of the line; empty cells of a Markdown row are none."""
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
