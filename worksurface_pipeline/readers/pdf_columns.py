"""The reading order of a PDF page: columns of prose one after the other, tables row by row.

A gutter is a vertical band that fewer lines cross than what lies beside it. Lines that do cross it
(titles, wide figures) cut the page into bands; within a band the two sides are columns only if both
look like prose, because the cells of a table also leave bands empty, or if one does and the lines
of the other keep no step with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.readers.pdf_lines import Fragment, Row, rows_of
from worksurface_pipeline.readers.pdf_pairs import split_pairs

# A gutter lies in the middle three fifths of its region and is at least this wide (points).
_MIDDLE = (0.2, 0.8)
_GUTTER = 6.0
# So many places for a gutter are tried.
_MAX_GUTTERS = 4
# Lines within this share of their height are level; more of them than this are rows of a table.
_LEVEL = 0.15
_MAX_LEVEL = 0.5
# Prose: rows a side, letters a fragment, fragments a row, share of digits, share of height filled.
_MIN_ROWS = 3
_MIN_LETTERS = 15.0
_MAX_PER_ROW = 1.3
# Fragments that will be joined up may be this much shorter.
_ROUGH = 0.5
_LONG_LETTERS = 25.0
_MAX_DIGITS = 0.3
_MIN_FILLED = 0.5
# Columns within columns deeper than this are noise.
_MAX_DEPTH = 4
_WIDE = 0x2E80


def regions(fragments: Sequence[Fragment]) -> list[list[Row]]:
    """Regions in reading order, each a list of rows from top to bottom."""
    return [part for region in _regions(fragments, 0) for part in split_pairs(region)]


def _regions(fragments: Sequence[Fragment], depth: int) -> list[list[Row]]:
    rows = rows_of(fragments)
    if depth < _MAX_DEPTH and len(rows) >= _MIN_ROWS:
        for gutter in _gutters(rows):
            found = _cut(rows, gutter, depth)
            if found:
                return found
    return [rows] if rows else []


def _cut(rows: Sequence[Row], gutter: float, depth: int) -> list[list[Row]]:
    """The regions on both sides of a gutter; none if no columns stand beside it."""
    found: list[list[Row]] = []
    is_cut = False
    for is_crossed, band in _bands(rows, gutter):
        sides = None if is_crossed else _sides(band, gutter)
        if sides is None:
            _extend(found, band)
        else:
            is_cut = True
            found.append([])
            found.extend(region for side in sides for region in _regions(side, depth + 1))
            found.append([])
    return [region for region in found if region] if is_cut else []


def _extend(found: list[list[Row]], band: list[Row]) -> None:
    """Bands that are no columns go on in the region before them."""
    if found and found[-1]:
        found[-1].extend(band)
    else:
        found.append(list(band))


def _gutters(rows: Sequence[Row]) -> list[float]:
    """Places where a gutter may be, those that the fewest rows cross first."""
    left = min(fragment.x0 for row in rows for fragment in row)
    right = max(fragment.x1 for row in rows for fragment in row)
    first, last = (int(left + (right - left) * share) for share in _MIDDLE)
    runs = [run for run in _valleys(_crossings(rows, first, last)) if run[2] >= _GUTTER]
    runs.sort(key=lambda run: (run[0], -run[2]))
    return [first + start + length / 2 for _, start, length in runs[:_MAX_GUTTERS]]


def _crossings(rows: Iterable[Row], first: int, last: int) -> list[int]:
    """For each whole point from `first` to `last`, how many fragments lie across it."""
    steps = [0] * max(last - first + 2, 0)
    for row in rows:
        for fragment in row:
            start = max(int(fragment.x0), first)
            end = min(int(fragment.x1) + 1, last + 1)
            if start < end and steps:
                steps[start - first] += 1
                steps[end - first] -= 1
    counts, level = [], 0
    for step in steps[:-1]:
        level += step
        counts.append(level)
    return counts


def _valleys(counts: Sequence[int]) -> list[tuple[int, int, int]]:
    """(count, start, length) of each stretch that fewer cross than what lies on both sides."""
    runs: list[tuple[int, int, int]] = []
    start = 0
    for index in range(1, len(counts) + 1):
        if index == len(counts) or counts[index] != counts[start]:
            runs.append((counts[start], start, index - start))
            start = index
    # The middle of the page has an edge on both sides, as high as any wall.
    levels = [10**9, *(count for count, _, _ in runs), 10**9]
    return [run for n, run in enumerate(runs, 1) if levels[n - 1] > levels[n] < levels[n + 1]]


def _bands(rows: Iterable[Row], gutter: float) -> list[tuple[bool, list[Row]]]:
    """Runs of rows that do, or do not, cross the gutter."""
    bands: list[tuple[bool, list[Row]]] = []
    for row in rows:
        is_crossed = any(fragment.x0 < gutter < fragment.x1 for fragment in row)
        if bands and bands[-1][0] is is_crossed:
            bands[-1][1].append(row)
        else:
            bands.append((is_crossed, [row]))
    return bands


def _sides(band: Sequence[Row], gutter: float) -> tuple[list[Fragment], list[Fragment]] | None:
    fragments = [fragment for row in band for fragment in row]
    left = [fragment for fragment in fragments if fragment.x1 <= gutter]
    right = [fragment for fragment in fragments if fragment.x1 > gutter]
    prose = (_is_prose(left), _is_prose(right))
    if all(prose) or (any(prose) and _is_independent(left, right)):
        return left, right
    return None


def _is_independent(left: Sequence[Fragment], right: Sequence[Fragment]) -> bool:
    """Whether the lines of two sides keep no step with each other, as cells of a row would."""
    sides = rows_of(left), rows_of(right)
    if min(map(len, sides)) < _MIN_ROWS:
        return False
    fewer, more = sorted(sides, key=len)
    lines = [row[0].middle for row in more]
    level = sum(
        any(abs(row[0].middle - line) < _LEVEL * row[0].height for line in lines) for row in fewer
    )
    return level < _MAX_LEVEL * len(fewer)


def _is_prose(side: Sequence[Fragment]) -> bool:
    if len(side) < _MIN_ROWS:
        return False
    # Cheap looks first: most pages are asked for several gutters, and tables say no at once.
    rough = [fragment.text for fragment in side]
    if sum(map(_weight, rough)) < _MIN_LETTERS * _ROUGH * len(rough):
        return False
    rows = rows_of(side)
    texts = [fragment.text for row in rows for fragment in row]
    letters = sum(map(_weight, texts)) / len(texts)
    is_steady = len(texts) / len(rows) <= _MAX_PER_ROW or letters >= _LONG_LETTERS
    if len(rows) < _MIN_ROWS or letters < _MIN_LETTERS or not is_steady:
        return False
    filled = sum(row[0].height for row in rows) / (rows[-1][0].y1 - rows[0][0].y0)
    digits = sum(char.isdigit() for text in texts for char in text) / sum(map(len, texts))
    return filled >= _MIN_FILLED and digits < _MAX_DIGITS


def _weight(text: str) -> int:
    """Length in letters; an ideograph says as much as two."""
    return len(text) if text.isascii() else sum(1 + (ord(char) >= _WIDE) for char in text)
