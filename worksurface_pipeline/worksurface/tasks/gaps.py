"""A document's own sentence or row with a gap for one figure: the only text shown as a quotation.

Figures that other questions ask for are left out of it, and it must fit one place alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from worksurface_pipeline.kernel.sampling import choose
from worksurface_pipeline.kernel.text import NumberMention, find_numbers
from worksurface_pipeline.worksurface.tasks.literals import LITERAL, find_literals
from worksurface_pipeline.worksurface.tasks.segments import Cell, Segment
from worksurface_pipeline.worksurface.tasks.words import is_content, words_of

GAP = "[…]"
LEFT_OUT = "…"
# Links, placeholders and blanked text: a quotation ends before them.
_BARRIER = re.compile("[\u00b7\\[\\]{}]")
# A form that is still to be filled in says nothing.
_BLANK_FORM = re.compile(r"_{2,}|\.{4,}|…{2,}|\[\s?\]|<[^<>\n]{1,60}>")
_MARKUP = re.compile(r"\*\*|\\(?=\W|$)")
_EDGES = " -*>•|"
_LONGEST = 240
_LONGEST_SIDE = 110
_FEWEST_WORDS = 2
_FILLING = r"(?=\S*\d)\S{1,30}?(?:\s?%)?"
_SENTENCES = (
    "what fills the gap in “{said}” according to {file}",
    "which figure is left out in “{said}”, a line of {file}",
)
_ROWS = ("what fills the gap in the row “{said}” of {file}",)


def gap_phrase(
    seed: int,
    text: str,
    segment: Segment,
    mention: NumberMention,
    others: Sequence[NumberMention],
    filename: str,
) -> str:
    """The phrase that asks for the figure in its sentence or row, "" if none can be made.

    `text` is the document's visible text; `mention` and `others`, which are left out as well, have
    offsets of the segment.
    """
    said = quotation(text, segment, mention, others)
    if not said:
        return ""
    forms = _ROWS if segment.cells else _SENTENCES
    phrase = choose(seed, f"gap {said}", forms).format(said=said, file=filename)
    title = _title(segment, mention)
    return f"{phrase}, under “{title}”" if title else phrase


def quotation(
    text: str, segment: Segment, mention: NumberMention, others: Sequence[NumberMention]
) -> str:
    """The sentence or row with its gap, "" unless it is good and fits one place of the text."""
    hidden = [item for item in others if not _overlap(item, mention)]
    if segment.cells:
        said = _row(text, segment, mention, hidden)
    else:
        said = _sentence(text[segment.start : segment.end], mention, hidden)
    fits = said and fits_once(said, text, [mention.raw, *(item.raw for item in hidden)])
    return said if fits else ""


def other_figures(text: str, mention: NumberMention) -> tuple[NumberMention, ...]:
    """All numbers, ranges and dates of a segment that are not the figure itself."""
    literals = [item for item in find_literals(text) if not _overlap(item, mention)]
    numbers = [
        item
        for item in find_numbers(text)
        if not _overlap(item, mention) and not any(_overlap(item, one) for one in literals)
    ]
    return tuple(sorted([*literals, *numbers], key=lambda item: item.start))


def plain(text: str) -> str:
    """Text without emphasis and escapes, white space squeezed."""
    return " ".join(_MARKUP.sub("", text).split())


def fits_once(said: str, text: str, raws: Sequence[str] = ()) -> bool:
    """Whether the quotation, with any figure (or the raw ones) in its gaps, fits one place."""
    words = [word for word in said.strip(f" {LEFT_OUT}").split() if word != "|"]
    filling = "|".join([*(re.escape(plain(raw)) for raw in raws), _FILLING])
    joined = r"[\s|]+".join(_pattern(word, f"(?:{filling})") for word in words)
    return sum(1 for _ in re.finditer(joined, plain(text))) == 1


def percent_title(segment: Segment, mention: NumberMention) -> bool:
    """Whether the header above the figure says percent."""
    cell = _cell(segment, mention)
    return cell is not None and ("%" in cell.title or "percent" in cell.title.lower())


def _pattern(word: str, filling: str) -> str:
    pieces = word.replace(GAP, LEFT_OUT).split(LEFT_OUT)
    return filling.join(map(re.escape, pieces))


def _overlap(one: NumberMention, other: NumberMention) -> bool:
    return one.start < other.end and other.start < one.end


def _marked(
    text: str, mention: NumberMention, hidden: Sequence[NumberMention], start: int = 0
) -> str:
    """`text`, which begins at `start`, with its gaps."""
    marks = [(mention, GAP), *((item, LEFT_OUT) for item in hidden)]
    for item, sign in sorted(marks, key=lambda mark: -mark[0].start):
        left, right = item.start - start, item.end - start
        if left >= 0 and right <= len(text):
            text = text[:left] + sign + text[right:]
    return text


def _sentence(text: str, mention: NumberMention, hidden: Sequence[NumberMention]) -> str:
    before, gap, after = _marked(text, mention, hidden).partition(GAP)
    if not gap or GAP in after:
        return ""
    left, right = (_MARKUP.sub("", side) for side in _clipped(before, after))
    said = f"{plain(left)}{_space(left, -1)}{GAP}{_space(right, 0)}{plain(right)}".strip(_EDGES)
    return said if _is_good(said, mention) else ""


def _clipped(before: str, after: str) -> tuple[str, str]:
    """Both sides up to a link or placeholder, and not longer than is read at once."""
    cut = [match.end() for match in _BARRIER.finditer(before)]
    left = f"{LEFT_OUT} {before[cut[-1] :].lstrip()}" if cut else before
    stop = _BARRIER.search(after)
    right = f"{after[: stop.start()].rstrip()} {LEFT_OUT}" if stop else after
    if len(left) + len(right) <= _LONGEST:
        return left, right
    if len(left) > _LONGEST_SIDE:
        left = f"{LEFT_OUT} {left[-_LONGEST_SIDE:].partition(' ')[2]}"
    if len(right) > _LONGEST_SIDE:
        right = f"{right[:_LONGEST_SIDE].rpartition(' ')[0]} {LEFT_OUT}"
    return left, right


def _space(side: str, at: int) -> str:
    return " " if side.strip() and side[at].isspace() else ""


def _row(
    text: str, segment: Segment, mention: NumberMention, hidden: Sequence[NumberMention]
) -> str:
    cells = [
        plain(_marked(text[cell.start : cell.end], mention, hidden, cell.start - segment.start))
        for cell in segment.cells
    ]
    said = " | ".join(cells)
    return said if len(said) <= _LONGEST and _is_good(said, mention, fewest=0) else ""


def _title(segment: Segment, mention: NumberMention) -> str:
    """The header above the figure, if it has letters."""
    cell = _cell(segment, mention)
    title = cell.title.strip(_EDGES) if cell is not None else ""
    return title if any(char.isalpha() for char in title) else ""


def _cell(segment: Segment, mention: NumberMention) -> Cell | None:
    start = segment.start + mention.start
    return next((cell for cell in segment.cells if cell.start <= start < cell.end), None)


def _is_good(said: str, mention: NumberMention, fewest: int = _FEWEST_WORDS) -> bool:
    if said.count(GAP) != 1 or _BLANK_FORM.search(said) or "\u00b7" in said:
        return False
    if mention.unit == LITERAL and mention.raw in said:
        return False
    return sum(is_content(word) for word in words_of(said)) >= fewest
