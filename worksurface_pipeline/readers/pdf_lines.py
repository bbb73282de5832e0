"""The lines of a PDF page as fragments with a place and a size, and fragments as rows."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.readers.clean import clean

# Fragments closer than this many letter heights belong to one run of words.
_WORD_GAP = 1.0
# A bullet may stand this far from its text.
_BULLET_GAP = 3.0
# A blank is about a quarter as wide as letters are high.
_SPACE_WIDTH = 0.25
# So many blanks inside a line stand between two cells, not two words.
_WIDE_SPACE = re.compile(r"[ \t]{3,}|\t")
# Characters that some PDFs use for ordinary ideographs (Kangxi and CJK radicals).
_RADICALS = ("\u2e80", "\u2fdf")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A run of words on one line, in the coordinates of its own reading direction (points)."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    size: float
    # White space followed it in the file, so that its last word is whole.
    is_closed: bool = False

    @property
    def middle(self) -> float:
        """The vertical middle."""
        return (self.y0 + self.y1) / 2

    @property
    def height(self) -> float:
        """The height in points, never 0."""
        return max(self.y1 - self.y0, 0.1)


Row = tuple[Fragment, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One page: upright fragments, and groups of turned ones, each in its own direction."""

    number: int
    height: float
    upright: tuple[Fragment, ...]
    turned: tuple[tuple[Fragment, ...], ...]
    has_pictures: bool

    @property
    def has_text(self) -> bool:
        """Whether anything on the page can be read."""
        return bool(self.upright or self.turned)


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
    upright = tuple(groups.pop(0, ()))
    turned = tuple(tuple(groups[turn]) for turn in sorted(groups))
    has_pictures = not (upright or turned) and bool(page.get_images() or page.get_drawings())
    return Page(number, float(page.rect.height), upright, turned, has_pictures)


def rows_of(fragments: Iterable[Fragment]) -> list[Row]:
    """Fragments that share a line, top to bottom, each row left to right and joined up."""
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda item: (item.middle, item.x0)):
        if rows and _is_level(rows[-1], fragment):
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return [_joined(sorted(row, key=lambda item: item.x0)) for row in rows]


def _is_level(row: list[Fragment], fragment: Fragment) -> bool:
    first = row[0]
    reach = 0.5 * min(first.height, fragment.height)
    return abs(fragment.middle - first.middle) < reach


def _joined(row: list[Fragment]) -> Row:
    """Neighbours at a word's distance become one fragment; a bullet joins its text."""
    done = [row[0]]
    for fragment in row[1:]:
        last = done[-1]
        gap = fragment.x0 - last.x1
        reach = _BULLET_GAP if len(last.text) <= 2 and not last.text.isalnum() else _WORD_GAP
        if gap < reach * max(last.size, 1.0):
            done[-1] = _merge(last, fragment, gap)
        else:
            done.append(fragment)
    return tuple(done)


def _merge(left: Fragment, right: Fragment, gap: float) -> Fragment:
    # Letters set one by one overlap or touch: a tenth of their height is still the same word.
    space = "" if gap < 0.1 * left.size and not left.is_closed else " "
    return Fragment(
        left.x0,
        min(left.y0, right.y0),
        max(left.x1, right.x1),
        max(left.y1, right.y1),
        f"{left.text}{space}{right.text}",
        max(left.size, right.size),
        right.is_closed,
    )


def _quarter_turns(direction: tuple[float, float]) -> int:
    """0 for upright text, 1 to 3 for text turned by so many quarters clockwise."""
    return round(math.atan2(direction[1], direction[0]) / (math.pi / 2)) % 4


def _fragment(line: Any, turn: int) -> Fragment | None:
    spans = line["spans"]
    raw = _WIDE_SPACE.sub("\t", clean(_plain("".join(span["text"] for span in spans))).text)
    text = "  ".join(" ".join(cell.split()) for cell in raw.strip().split("\t")).strip()
    if not text:
        return None
    x0, y0, x1, y1 = _turned(line["bbox"], turn)
    size = max(float(span["size"]) for span in spans if span["text"].strip())
    blanks = sum(len(span["text"]) for span in spans) - len(
        "".join(span["text"] for span in spans).rstrip()
    )
    x1 = max(x1 - blanks * size * _SPACE_WIDTH, x0 + 1.0)
    return Fragment(x0, y0, x1, y1, text, round(size, 1), is_closed=blanks > 0)


def _turned(box: tuple[float, float, float, float], turn: int) -> Iterator[float]:
    """A box in the coordinates in which its text runs from left to right."""
    x0, y0, x1, y1 = box
    turned = {1: (y0, -x1, y1, -x0), 2: (-x1, -y1, -x0, -y0), 3: (-y1, x0, -y0, x1)}
    return iter(turned.get(turn, (x0, y0, x1, y1)))


def _plain(text: str) -> str:
    first, last = _RADICALS
    if not any(first <= char <= last for char in text):
        return text
    return "".join(
        unicodedata.normalize("NFKC", char) if first <= char <= last else char for char in text
    )
