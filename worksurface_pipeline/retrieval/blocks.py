"""The blocks of a Markdown text: headings, and what stands between blank lines.

ATX and Setext headings count, not those within code fences. A block knows the headings above it,
and a table its header row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = re.compile(r"^ {0,3}(=|-)\1+[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(```+|~~~+)(.*)")
# What cannot be the title above an underline: bullets, quotations, table rows, rules, code.
_NO_TITLE = re.compile(r"^(?: {4,}|\t| {0,3}(?:[-*+>|#]|(?:[-=_*][ \t]*){3,}$))")
_RULE = re.compile(r"^\s*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?\s*$")
_CELLS = re.compile(r"\s*\|\s*")
# More of a title or of a wide table's header than this says nothing about what stands below.
_MOST_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch [start, end) of a text: a heading, or a paragraph, table or part of a fence.

    `heading` joins the headings above it by " > "; `header` joins the header cells of a table by
    " | ", "" for all else.
    """

    start: int
    end: int
    heading: str
    is_heading: bool = False
    header: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line; `level` and `title` are set when it is a heading."""

    start: int
    end: int
    is_blank: bool
    level: int = 0
    title: str = ""


def split_blocks(text: str, has_headings: bool = True) -> Iterator[Block]:
    """Blocks of `text` in order; every character that is no white space lies in one."""
    trail: list[tuple[int, str]] = []
    for run in _runs(_lines(text, has_headings)):
        first = run[0]
        if first.level:
            trail = [entry for entry in trail if entry[0] < first.level]
            trail.append((first.level, first.title[:_MOST_CHARACTERS].rstrip()))
        heading = " > ".join(title for _, title in trail)
        start, end = first.start, run[-1].end
        if first.level:
            yield Block(start, end, heading, is_heading=True)
        else:
            yield Block(start, end, heading, header=_header(text, run))


def _runs(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Headings by themselves, other lines together up to a heading or blank lines."""
    run: list[_Line] = []
    for line in lines:
        if run and (line.is_blank or line.level):
            yield run
            run = []
        if line.level:
            yield [line]
        elif not line.is_blank:
            run.append(line)
    if run:
        yield run


def _lines(text: str, has_headings: bool) -> Iterator[_Line]:
    """The lines of a text; a title and its underline are one."""
    fence = ""
    held: _Line | None = None  # a line that the next one may turn into a heading
    is_first = True  # of a paragraph: only then may it be a title
    for line, content in _plain_lines(text):
        underline = None if fence or held is None else _UNDERLINE.match(content)
        if held is not None and underline:
            yield _titled(held, line.end, text, underline[1])
            held, is_first = None, True
            continue
        if held is not None:
            yield held
            held, is_first = None, False
        heading = None if fence or not has_headings else _HEADING.match(content)
        fence = _fence_after(fence, content)
        is_title = has_headings and not fence and not line.is_blank and is_first
        if heading:
            yield _Line(line.start, line.end, False, len(heading[1]), heading[2])
        elif is_title and not _NO_TITLE.match(content):
            held = line
            continue
        else:
            yield line
        is_first = bool(heading) or line.is_blank
    if held is not None:
        yield held


def _plain_lines(text: str) -> Iterator[tuple[_Line, str]]:
    start = 0
    for content in text.splitlines(keepends=True):
        end = start + len(content)
        bare = content.rstrip()
        yield _Line(start, end, not bare), bare
        start = end


def _titled(line: _Line, end: int, text: str, mark: str) -> _Line:
    title = text[line.start : line.end].strip()
    return _Line(line.start, end, False, 1 if mark == "=" else 2, title)


def _fence_after(fence: str, content: str) -> str:
    """The open fence after a line, "" when none is open; a closing mark stands alone."""
    mark = _FENCE.match(content)
    if not mark:
        return fence
    if not fence:
        return "" if mark[1][0] == "`" and "`" in mark[2] else mark[1]
    is_closing = mark[1][0] == fence[0] and len(mark[1]) >= len(fence) and not mark[2].strip()
    return "" if is_closing else fence


def _header(text: str, run: list[_Line]) -> str:
    """The cells above the rule of a Markdown table, "" when the run is none."""
    if len(run) < 3:
        return ""
    rule = text[run[1].start : run[1].end]
    if "|" not in rule or not _RULE.match(rule):
        return ""
    cells = _CELLS.split(text[run[0].start : run[0].end].strip().strip("|").strip())
    return " | ".join(cell for cell in cells if cell)[:_MOST_CHARACTERS].strip()
