"""The reading order of a PDF page: columns of prose one after the other, tables row by row.

A gutter is a vertical band that hardly any line crosses. Lines that do cross it (titles, wide
figures) cut the page into bands; within a band the two sides are columns only if both look like
prose, because the cells of a table also leave bands empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.readers.pdf_lines import Fragment, Row, rows_of

# A gutter lies in the middle three fifths of its region and is at least this wide (points).
_MIDDLE = (0.2, 0.8)
_GUTTER = 6.0
# More crossing rows than this share: the page has no columns there.
_CROSSING = 0.5
# Prose: rows a side, letters a fragment, fragments a row, share of digits, share of height filled.
_MIN_ROWS = 3
_MIN_LETTERS = 15.0
_MAX_PER_ROW = 1.3
_LONG_LETTERS = 25.0
_MAX_DIGITS = 0.3
_MIN_FILLED = 0.5
# Columns within columns deeper than this are noise.
_MAX_DEPTH = 4
_WIDE = 0x2E80


def regions(fragments: Sequence[Fragment], depth: int = 0) -> list[list[Row]]:
    """Regions in reading order, each a list of rows from top to bottom."""
    rows = rows_of(fragments)
    gutter = _gutter(rows) if depth < _MAX_DEPTH and len(rows) >= _MIN_ROWS else None
    if gutter is None:
        return [rows] if rows else []
    found: list[list[Row]] = []
    for is_crossed, band in _bands(rows, gutter):
        sides = None if is_crossed else _sides(band, gutter)
        if sides is None:
            _extend(found, band)
        else:
            found.append([])
            found.extend(region for side in sides for region in regions(side, depth + 1))
            found.append([])
    return [region for region in found if region]


def _extend(found: list[list[Row]], band: list[Row]) -> None:
    """Bands that are no columns go on in the region before them."""
    if found and found[-1]:
        found[-1].extend(band)
    else:
        found.append(list(band))


def _gutter(rows: Sequence[Row]) -> float | None:
    """The x that the fewest rows cross, in the middle of its widest band; None if too many do."""
    left = min(fragment.x0 for row in rows for fragment in row)
    right = max(fragment.x1 for row in rows for fragment in row)
    first, last = (int(left + (right - left) * share) for share in _MIDDLE)
    counts = _crossings(rows, first, last)
    if not counts:
        return None
    least = min(counts)
    if least > _CROSSING * len(rows):
        return None
    start, length = _longest_run(counts, least)
    return first + start + length / 2 if length >= _GUTTER else None


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


def _longest_run(counts: Sequence[int], level: int) -> tuple[int, int]:
    best, start = (0, 0), None
    for index, count in enumerate([*counts, -1]):
        if count == level:
            start = index if start is None else start
        elif start is not None:
            best = max(best, (start, index - start), key=lambda run: run[1])
            start = None
    return best


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
    return (left, right) if _is_prose(left) and _is_prose(right) else None


def _is_prose(side: Sequence[Fragment]) -> bool:
    rows = rows_of(side)
    if len(rows) < _MIN_ROWS:
        return False
    texts = [fragment.text for row in rows for fragment in row]
    letters = sum(map(_weight, texts)) / len(texts)
    digits = sum(char.isdigit() for text in texts for char in text) / sum(map(len, texts))
    filled = sum(row[0].height for row in rows) / (rows[-1][0].y1 - rows[0][0].y0)
    is_steady = len(texts) / len(rows) <= _MAX_PER_ROW or letters >= _LONG_LETTERS
    return letters >= _MIN_LETTERS and is_steady and digits < _MAX_DIGITS and filled >= _MIN_FILLED


def _weight(text: str) -> int:
    """Length in letters; an ideograph says as much as two."""
    return sum(2 if ord(char) >= _WIDE else 1 for char in text)
