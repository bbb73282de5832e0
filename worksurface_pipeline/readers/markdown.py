"""Small pieces of canonical Markdown: fences, tables, titles, and parts with their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from worksurface_pipeline.readers.clean import one_line
from worksurface_pipeline.readers.model import Place

_BACKTICKS = re.compile(r"`{3,}")
_FENCE_LINE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")
_ATX = re.compile(r"^\s{0,3}#{1,6}\s+(.*?)\s*#*$")
_UNDERLINE = re.compile(r"^\s{0,3}(?:=+|-{3,})$")
_LITERAL = re.compile(r"^(\s{0,3})(#{1,6})(?=\s|$)", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_TAG = re.compile(r"<[^<>]+>")


def fence(text: str, language: str) -> str:
    """`text` as a code block, its fence longer than any run of backticks inside."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=2)
    mark = "`" * (longest + 1)
    return f"{mark}{language}\n{text}\n{mark}"


def literal(text: str) -> str:
    """Plain text whose lines are no headings, though they begin with a number sign."""
    return _LITERAL.sub(r"\1\\\2", text) if "#" in text else text


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of equal or unequal width as a Markdown table, the first one as its header."""
    width = max((len(row) for row in rows), default=0)
    if not width:
        return ""
    lines = [_row([*row, *[""] * (width - len(row))]) for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def first_heading(text: str) -> str:
    """The first heading outside code blocks as plain words, or ""."""
    open_fence, previous = "", ""
    for line in text.split("\n"):
        mark = _FENCE_LINE.match(line)
        if mark and (not open_fence or mark[1].startswith(open_fence)):
            open_fence = "" if open_fence else mark[1]
        elif not open_fence:
            heading = _ATX.match(line)
            if heading and heading[1]:
                return plain_words(heading[1])
            if _UNDERLINE.match(line) and _is_title_line(previous):
                return plain_words(previous)
        previous = line
    return ""


def plain_words(text: str) -> str:
    """A heading without links, tags and emphasis marks."""
    return one_line(_TAG.sub("", _LINK.sub(r"\1", text))).replace("**", "").strip("`* ")


def assemble(kind: str, parts: Iterable[tuple[int, str]]) -> tuple[str, tuple[Place, ...]]:
    """Join numbered parts by blank lines; each part that has text gets a place of `kind`."""
    pieces: list[str] = []
    places: list[Place] = []
    length = 0
    for number, text in parts:
        if text:
            start = length + (2 if pieces else 0)
            places.append(Place(start=start, kind=kind, number=number))
            pieces.append(text)
            length = start + len(text)
    return "\n\n".join(pieces), tuple(places)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(one_line(cell).replace("|", "\\|") for cell in cells) + " |"


def _is_title_line(line: str) -> bool:
    """Whether a line above an underline can be a heading (not a list, table or front matter)."""
    stripped = line.strip()
    return bool(stripped) and stripped[0] not in "|-*+>#=" and ":" not in stripped[:20]
