"""Cutting a canonical text into passages of bounded length, with offsets into that text.

A passage never crosses a heading, and ends at a paragraph, line, sentence or word where it can.
Length is counted in units: a run of up to 24 other characters is one unit, a Chinese, Japanese or
Korean character half of one, so that 120 units are about 120 words or 240 such characters. Every
character that is no white space lies in exactly one passage. Nothing but the text enters one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from worksurface_pipeline.kernel.model import Frozen

_CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
_UNIT = re.compile(rf"[{_CJK}]|[^\s{_CJK}]{{1,24}}")
_CJK_UNIT = re.compile(rf"[{_CJK}]")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_SENTENCE_END = re.compile(r"[.!?;][\"')\]]*(?=\s)|[。！？；]")
_BLANKS = re.compile(r"\s+")


class PassagePolicy(Frozen):
    """`units` bounds a passage; a cut is sought in the last `search_share` of its length."""

    units: int = 120
    search_share: float = 0.4
    has_headings: bool = True


@dataclass(frozen=True, slots=True)
class PassageSpan:
    """A stretch [start, end) of a text, and the headings above it, joined by " > "."""

    start: int
    end: int
    heading: str = ""


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph, heading or fenced part, with its length in units."""

    start: int
    end: int
    units: float
    heading: str
    is_heading: bool = False


def split_passages(text: str, policy: PassagePolicy | None = None) -> Iterator[PassageSpan]:
    """Passages of `text` in order, none of them blank."""
    chosen = policy or PassagePolicy()
    group: list[_Block] = []
    for block in _pieces(text, chosen):
        if group and not _fits(group, block, chosen):
            yield _span(text, group)
            group = []
        group.append(block)
    if group:
        yield _span(text, group)


def count_units(text: str) -> float:
    """Length of a text in units."""
    units = len(_UNIT.findall(text))
    return units if text.isascii() else units - len(_CJK_UNIT.findall(text)) / 2


def _fits(group: list[_Block], block: _Block, policy: PassagePolicy) -> bool:
    """Whether a block may join: a heading opens a passage unless only headings stand before it."""
    if block.is_heading and not all(member.is_heading for member in group):
        return False
    return sum(member.units for member in group) + block.units <= policy.units


def _span(text: str, group: list[_Block]) -> PassageSpan:
    start, end = group[0].start, group[-1].end
    while text[end - 1].isspace():
        end -= 1
    return PassageSpan(start, end, group[-1].heading)


def _pieces(text: str, policy: PassagePolicy) -> Iterator[_Block]:
    """Blocks of a text, those that are too long in parts; room is left for headings before."""
    headings = 0.0
    for block in _blocks(text, policy.has_headings):
        if block.units <= policy.units:
            yield block
        else:
            yield from _parts(text, block, policy, headings)
        headings = headings + block.units if block.is_heading else 0.0


def _blocks(text: str, has_headings: bool) -> Iterator[_Block]:
    trail: list[tuple[int, str]] = []
    for start, end, level in _paragraphs(text, has_headings):
        if level:
            title = _HEADING.match(text[start:end].rstrip())
            trail = [entry for entry in trail if entry[0] < level]
            trail.append((level, title[2] if title else ""))
        heading = " > ".join(label for _, label in trail)
        yield _Block(start, end, count_units(text[start:end]), heading, bool(level))


def _paragraphs(text: str, has_headings: bool) -> Iterator[tuple[int, int, int]]:
    """Start, end and heading level (0 for a paragraph) of the runs between blank lines."""
    opened: int | None = None
    for start, end, level, is_blank in _lines(text, has_headings):
        if opened is not None and (level or is_blank):
            yield opened, start, 0
            opened = None
        if level:
            yield start, end, level
        elif opened is None and not is_blank:
            opened = start
    if opened is not None:
        yield opened, len(text), 0


def _lines(text: str, has_headings: bool) -> Iterator[tuple[int, int, int, bool]]:
    """Start, end, heading level and blankness of each line; within fences no line is a heading."""
    fence = ""
    start = 0
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        heading = None if fence or not has_headings else _HEADING.match(line.rstrip())
        if mark:
            fence = _after_mark(fence, mark[1])
        yield start, start + len(line), len(heading[1]) if heading else 0, not line.strip()
        start += len(line)


def _after_mark(fence: str, mark: str) -> str:
    """The open fence after a line that begins with `mark`, "" when none is open."""
    if not fence:
        return mark
    is_closing = mark[0] == fence[0] and len(mark) >= len(fence)
    return "" if is_closing else fence


def _parts(text: str, block: _Block, policy: PassagePolicy, taken: float) -> Iterator[_Block]:
    """A long block in parts that fill a passage each, the first one `taken` units less."""
    start = block.start
    room = max(policy.units - taken, policy.units / 2)
    while start < block.end:
        limit = _limit(text, start, block.end, room)
        is_last = limit == block.end
        end = limit if is_last else _cut(text, start, limit, policy.search_share)
        # A part that is not the last one counts as full, so that nothing joins it.
        units = count_units(text[start:end]) if is_last else room
        yield _Block(start, end, units, block.heading)
        start = _skip_blanks(text, end, block.end)
        room = policy.units


def _limit(text: str, start: int, end: int, units: float) -> int:
    """The farthest end of a stretch from `start` that holds no more than `units`."""
    found = _UNIT.finditer(text, start, end)
    if text.isascii():  # every unit counts one: leave the counting to the iterator
        after = next(islice(found, int(units), None), None)
        return after.start() if after else end
    weight = 0.0
    for unit in found:
        weight += 0.5 if _CJK_UNIT.match(unit[0]) else 1.0
        if weight > units:
            return unit.start()
    return end


def _cut(text: str, start: int, limit: int, search_share: float) -> int:
    """Where to cut before `limit`: after a line, else a sentence, else a word, else there."""
    floor = limit - max(1, int((limit - start) * search_share))
    line = text.rfind("\n", floor, limit)
    if line >= 0:
        return line + 1
    sentences = [match.end() for match in _SENTENCE_END.finditer(text, floor, limit)]
    if sentences:
        return sentences[-1]
    blanks = [match.end() for match in _BLANKS.finditer(text, floor, limit)]
    return blanks[-1] if blanks else limit


def _skip_blanks(text: str, start: int, end: int) -> int:
    blank = _BLANKS.match(text, start, end)
    return blank.end() if blank else start
