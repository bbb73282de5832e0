"""Rows of a PDF as canonical text: paragraphs mended, headings marked, table rows on a line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from worksurface_pipeline.readers.clean import tidy
from worksurface_pipeline.readers.markdown import literal, table
from worksurface_pipeline.readers.pdf_grids import stretches
from worksurface_pipeline.readers.pdf_lines import Fragment, Row
from worksurface_pipeline.readers.pdf_pairs import is_pair
from worksurface_pipeline.readers.pdf_words import Words, broken_word, goes_on

# Rows closer than this many letter heights belong together.
_SAME_BLOCK = 0.8
# Lines of one heading start, or are centred, within this many letter heights of each other.
_ALIGNED = 2.0
_SAME_SIZE = 0.1
# Headings: larger than the body by this factor, and short; at most three levels.
_HEADING_SIZE = 1.2
_HEADING_LENGTH = 150
_HEADING_LEVELS = 3
_ITEM = re.compile(r"(?:[•·▪◦‣●○■□–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])(?:\s|$)")
# Where a sentence ends, it does not go on in the next column.
_ENDS = tuple(".!?:;。！？：；")
_WIDE = 0x2E80


class Typesetter:
    """Writes regions as text; knows the document's body size, heading sizes and compounds."""

    def __init__(self, rows: Iterable[Row]) -> None:
        sizes: Counter[float] = Counter()
        longest: dict[float, int] = {}
        texts: list[str] = []
        for row in rows:
            for fragment in row:
                sizes[fragment.size] += len(fragment.text)
                longest[fragment.size] = max(longest.get(fragment.size, 0), len(fragment.text))
                texts.append(fragment.text)
        self.body_size = max(sizes, key=lambda size: (sizes[size], -size)) if sizes else 0.0
        large = sorted((size for size in sizes if self._is_large(size)), reverse=True)
        self._levels = {size: min(n, _HEADING_LEVELS) for n, size in enumerate(large, 1)}
        self._words = Words(texts)

    def write(self, regions: Sequence[Sequence[Row]]) -> str:
        """The text of one page; a sentence may go on from one column to the next."""
        pieces: list[str] = []
        for rows, before in zip(regions, [(), *regions], strict=False):
            text = self._region(rows)
            if before and self._flows_on(before, rows):
                pieces[-1] = self._append(pieces[-1], text)
            else:
                pieces.append(text)
        return tidy("\n\n".join(pieces))

    def _is_large(self, size: float) -> bool:
        return size >= _HEADING_SIZE * self.body_size

    def _region(self, rows: Sequence[Row]) -> str:
        right = max(row[-1].x1 for row in rows)
        parts = (
            table(part.cells) if part.cells else self._lines(part.rows, right)
            for part in stretches(rows)
        )
        return "\n\n".join(parts)

    def _lines(self, rows: Sequence[Row], right: float) -> str:
        pieces = [self._line(rows[0])]
        for previous, row in pairwise(rows):
            if self._runs_on(previous, row, right):
                pieces[-1] = self._append(pieces[-1], row[0].text)
            else:
                pieces += [self._break(previous, row), self._line(row)]
        return "".join(pieces)

    def _line(self, row: Row) -> str:
        level = self._level(row)
        words = "  ".join(fragment.text for fragment in row)
        return f"{'#' * level} {words}" if level else literal(words)

    def _level(self, row: Row) -> int:
        if len(row) > 1 or len(row[0].text) > _HEADING_LENGTH:
            return 0
        has_words = any(char.isalpha() for char in row[0].text)
        return self._levels.get(row[0].size, 0) if has_words else 0

    def _runs_on(self, previous: Row, row: Row, edge: float) -> bool:
        """Whether a row is the next line of the paragraph (or heading) above it."""
        if len(previous) > 1 or len(row) > 1 or not _is_near(previous, row):
            return False
        above, below = previous[0], row[0]
        if abs(above.size - below.size) > _SAME_SIZE * above.size or _ITEM.match(below.text):
            return False
        if self._level(previous) or self._level(row):
            return self._level(previous) == self._level(row) and _is_aligned(above, below)
        if is_pair(above.text) and is_pair(below.text):
            return False
        is_indented = below.x0 > above.x0 + below.size and not _ITEM.match(above.text)
        if goes_on(above.text, below.text) and not is_indented:
            return True
        return above.x1 + _first_word_width(below) > edge and not is_indented

    def _flows_on(self, above: Sequence[Row], below: Sequence[Row]) -> bool:
        """Whether the last sentence of a region goes on in the next one."""
        last, first = above[-1], below[0]
        if len(last) > 1 or len(first) > 1 or self._level(last) or self._level(first):
            return False
        end, start = last[0], first[0]
        if abs(end.size - start.size) > _SAME_SIZE * end.size or not start.text[0].islower():
            return False
        edge = max(row[-1].x1 for row in above)
        is_full = end.x1 + _first_word_width(start) > edge and len(above) > 1
        return bool(broken_word(end.text)) or (is_full and not end.text.endswith(_ENDS))

    def _append(self, text: str, words: str) -> str:
        """Join words to the text before them, mending a word that was broken at the line's end."""
        mended = self._words.join(text, words)
        if mended is not None:
            return mended
        if ord(text[-1]) >= _WIDE and ord(words[0]) >= _WIDE:
            return text + words
        return f"{text} {words}"

    def _break(self, previous: Row, row: Row) -> str:
        is_heading = bool(self._level(previous) or self._level(row))
        return "\n" if _is_near(previous, row) and not is_heading else "\n\n"


def _is_near(previous: Row, row: Row) -> bool:
    gap = _top(row) - _bottom(previous)
    return gap < _SAME_BLOCK * max(row[0].size, 1.0)


def _is_aligned(above: Fragment, below: Fragment) -> bool:
    reach = _ALIGNED * above.size
    centres = (above.x0 + above.x1) / 2 - (below.x0 + below.x1) / 2
    return abs(above.x0 - below.x0) < reach or abs(centres) < reach


def _first_word_width(line: Fragment) -> float:
    """What must have been too wide for the line above, were this its next line."""
    letters = 1 if ord(line.text[0]) >= _WIDE else len(line.text.split()[0]) + 1
    return (line.x1 - line.x0) * letters / len(line.text)


def _top(row: Sequence[Fragment]) -> float:
    return min(fragment.y0 for fragment in row)


def _bottom(row: Sequence[Fragment]) -> float:
    return max(fragment.y1 for fragment in row)
