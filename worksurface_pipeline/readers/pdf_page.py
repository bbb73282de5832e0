"""A PDF page as PyMuPDF sees it, turned so that its text runs from left to right.

Text set aslant or at right angles to the rest of the page (axis labels, watermarks) is kept in
groups of its own. Letters drawn twice, which is how some programs make bold, are read once.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.readers.clean import clean
from worksurface_pipeline.readers.pdf_lines import Fragment, starting_cell
from worksurface_pipeline.readers.pdf_powers import spelled_line

# A blank is about a quarter as wide as letters are high.
_SPACE_WIDTH = 0.25
# So many blanks inside a line stand between two cells, not two words.
_WIDE_SPACE = re.compile(r"[ \t]{3,}|\t")
# Characters that some PDFs use for ordinary ideographs (Kangxi and CJK radicals), and ligatures.
_FOLDED = re.compile("[\u2e80-\u2fdf\ufb00-\ufb06]")
# A soft hyphen, or U+2010, at the end of a line breaks a word like any other hyphen.
_LINE_HYPHEN = re.compile("[\u00ad\u2010]\\s*$")
# A page is read in the direction of this share of its letters, else as it is displayed.
_MAIN_SHARE = 0.75
# Text further than this (radians) from a right angle is aslant.
_SLANT = 0.2
_ASLANT = 4
# The same words within so many points are the same letters drawn again.
_TWICE = 1.5
# So many fragments that start at one place (points) make a column.
_COLUMN_STARTS = 4


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its edges in reading direction (points), its text, and groups of turned text."""

    number: int
    top: float
    height: float
    upright: tuple[Fragment, ...]
    turned: tuple[tuple[Fragment, ...], ...]
    has_pictures: bool

    @property
    def has_text(self) -> bool:
        """Whether anything on the page can be read."""
        return bool(self.upright or self.turned)

    @property
    def characters(self) -> int:
        """Letters and blanks of all fragments."""
        return sum(len(item.text) for group in (self.upright, *self.turned) for item in group)


def read_page(page: Any, number: int) -> Page:
    """All lines of a PyMuPDF page; ligatures are spelled out."""
    import pymupdf

    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    blocks = page.get_text("dict", flags=flags)["blocks"]
    groups: dict[int, list[Fragment]] = {}
    for block in blocks:
        for line in block.get("lines", ()):
            turn = _quarter_turns(line["dir"])
            fragment = _fragment(line, turn)
            if fragment is not None:
                groups.setdefault(turn, []).append(fragment)
    main = _main_turn(groups, int(page.rotation))
    sheet = page.rect * page.derotation_matrix
    _, top, _, bottom = _turned((sheet.x0, sheet.y0, sheet.x1, sheet.y1), main)
    upright = _settled(groups.pop(main, ()))
    turned = tuple(_settled(groups[turn]) for turn in sorted(groups))
    has_pictures = not (upright or turned) and bool(page.get_images() or page.get_drawings())
    return Page(number, float(top), float(bottom - top), upright, turned, has_pictures)


def _main_turn(groups: dict[int, list[Fragment]], rotation: int) -> int:
    """The direction in which most of the page runs."""
    displayed = -rotation // 90 % 4
    letters = {turn: sum(len(item.text) for item in group) for turn, group in groups.items()}
    most = max(letters, key=lambda turn: letters[turn], default=displayed)
    is_main = letters.get(most, 0) >= _MAIN_SHARE * sum(letters.values())
    return most if is_main and most != _ASLANT else displayed


def _settled(fragments: Iterable[Fragment]) -> tuple[Fragment, ...]:
    """Fragments without repeats, those that start where many do marked so."""
    kept = _drawn_once(fragments)
    starts = Counter(round(item.x0) for item in kept)
    return tuple(starting_cell(item) if _is_shared(starts, item.x0) else item for item in kept)


def _is_shared(starts: Counter[int], x0: float) -> bool:
    place = round(x0)
    return starts[place - 1] + starts[place] + starts[place + 1] >= _COLUMN_STARTS


def _drawn_once(fragments: Iterable[Fragment]) -> list[Fragment]:
    kept: list[Fragment] = []
    met: dict[str, list[Fragment]] = {}
    for item in fragments:
        twins = met.setdefault(item.text, [])
        if not any(_is_over(item, twin) for twin in twins):
            twins.append(item)
            kept.append(item)
    return kept


def _is_over(one: Fragment, other: Fragment) -> bool:
    return abs(one.x0 - other.x0) < _TWICE and abs(one.y0 - other.y0) < _TWICE


def _quarter_turns(direction: tuple[float, float]) -> int:
    """0 for upright text, 1 to 3 for so many quarters clockwise, 4 for text set aslant."""
    quarters = math.atan2(direction[1], direction[0]) / (math.pi / 2)
    nearest = round(quarters)
    return nearest % 4 if abs(quarters - nearest) * math.pi / 2 < _SLANT else _ASLANT


def _fragment(line: Any, turn: int) -> Fragment | None:
    spans = line["spans"]
    source = spelled_line(spans, line["dir"])
    raw = _WIDE_SPACE.sub("\t", clean(_plain(_LINE_HYPHEN.sub("-", source))).text)
    text = "  ".join(" ".join(cell.split()) for cell in raw.strip().split("\t")).strip()
    if not text:
        return None
    x0, y0, x1, y1 = _turned(line["bbox"], turn)
    size = max(float(span["size"]) for span in spans if span["text"].strip())
    blanks = len(source) - len(source.rstrip())
    x1 = max(x1 - blanks * size * _SPACE_WIDTH, x0 + 1.0)
    return Fragment(x0, y0, x1, y1, text, round(size, 1), is_closed=blanks > 0)


def _turned(box: tuple[float, float, float, float], turn: int) -> tuple[float, float, float, float]:
    """A box in the coordinates in which its text runs from left to right."""
    x0, y0, x1, y1 = box
    turned = {1: (y0, -x1, y1, -x0), 2: (-x1, -y1, -x0, -y0), 3: (-y1, x0, -y0, x1)}
    return turned.get(turn, (x0, y0, x1, y1))


def _plain(text: str) -> str:
    """Ligatures as letters, radicals as the ideographs that they stand for."""
    return _FOLDED.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
