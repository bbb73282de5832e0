"""Cutting a canonical text into passages of bounded length, with offsets into that text.

A passage never crosses a heading, and ends at a paragraph, line, sentence or word where it can.
Length is counted in units: a run of up to 24 other characters is one unit, a character of a script
without spaces (Chinese, Japanese, Korean, Thai and others) half of one, so that 120 units are
about 120 words or 240 such characters. Every character that is no white space lies in exactly one
passage. Nothing but the text enters one; a later part of a long table has the table's header row
among its headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.retrieval.blocks import Block, split_blocks
from worksurface_pipeline.retrieval.scripts import UNSPACED

# Full-width forms and punctuation of these scripts take the same room.
_WIDE = UNSPACED + "\u2e80-\u303f\u30fb\uff01-\uffdc"
_UNIT = re.compile(rf"[{_WIDE}]|[^\s{_WIDE}]{{1,24}}")
_WIDE_UNIT = re.compile(rf"[{_WIDE}]")
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
class _Piece:
    """A block or a part of one, with its length in units."""

    start: int
    end: int
    units: float
    heading: str
    is_heading: bool = False


def split_passages(text: str, policy: PassagePolicy | None = None) -> Iterator[PassageSpan]:
    """Passages of `text` in order, none of them blank."""
    chosen = policy or PassagePolicy()
    group: list[_Piece] = []
    taken = 0.0
    is_open = True  # only headings so far: what follows still belongs to them
    for piece in _pieces(text, chosen):
        is_apart = piece.is_heading and not is_open
        if group and (is_apart or taken + piece.units > chosen.units):
            yield _span(text, group)
            group, taken, is_open = [], 0.0, True
        group.append(piece)
        taken += piece.units
        is_open = is_open and piece.is_heading
    if group:
        yield _span(text, group)


def count_units(text: str) -> float:
    """Length of a text in units."""
    units = len(_UNIT.findall(text))
    return units if text.isascii() else units - len(_WIDE_UNIT.findall(text)) / 2


def _span(text: str, group: list[_Piece]) -> PassageSpan:
    start, end = group[0].start, group[-1].end
    while text[end - 1].isspace():
        end -= 1
    return PassageSpan(start, end, group[-1].heading)


def _pieces(text: str, policy: PassagePolicy) -> Iterator[_Piece]:
    """Blocks of a text, those that are too long in parts; room is left for headings before."""
    headings = 0.0
    for block in split_blocks(text, policy.has_headings):
        units = count_units(text[block.start : block.end])
        if units <= policy.units:
            yield _Piece(block.start, block.end, units, block.heading, block.is_heading)
        else:
            yield from _parts(text, block, policy, headings)
        headings = headings + units if block.is_heading else 0.0


def _parts(text: str, block: Block, policy: PassagePolicy, taken: float) -> Iterator[_Piece]:
    """A long block in parts that fill a passage each, the first one `taken` units less."""
    start, heading = block.start, block.heading
    room = max(policy.units - taken, policy.units / 2)
    while start < block.end:
        limit = _limit(text, start, block.end, room)
        is_last = limit == block.end
        end = limit if is_last else _cut(text, start, limit, policy.search_share)
        # A part that is not the last one counts as full, so that nothing joins it.
        units = count_units(text[start:end]) if is_last else room
        yield _Piece(start, end, units, heading, block.is_heading)
        start = _skip_blanks(text, end, block.end)
        room = policy.units
        heading = " > ".join(filter(None, (block.heading, block.header)))


def _limit(text: str, start: int, end: int, units: float) -> int:
    """The farthest end of a stretch from `start` that holds no more than `units`."""
    found = _UNIT.finditer(text, start, end)
    if text.isascii():  # every unit counts one: leave the counting to the iterator
        after = next(islice(found, int(units), None), None)
        return after.start() if after else end
    weight = 0.0
    for unit in found:
        weight += 0.5 if _WIDE_UNIT.match(unit[0]) else 1.0
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
