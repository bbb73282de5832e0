"""Blocks of keys and values that stand side by side on a page: one after the other in the text.

A form shows "Order: 17   Cinema: Downtown" as two blocks, not as a table of four columns. They are
told from a table by their keys: each key column has several, all different, and no text lies
across the place where a block begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from worksurface_pipeline.readers.pdf_lines import Fragment, Row, rows_of

_KEY = re.compile(r"([^\W\d][^:：]{0,40})[:：](?:\s|$)")
# Keys of one column start within so many points of each other.
_SAME_START = 3.0
# Rows further apart than this many letter heights belong to different blocks.
_BLOCK_GAP = 1.5
# Keys a column, and the share of its lines, up to the last key, that begin with one.
_MIN_KEYS = 2
_MIN_SHARE = 0.5


def is_pair(text: str) -> bool:
    """Whether a line begins with a key."""
    return _KEY.match(text) is not None


def split_pairs(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows as regions: one, unless blocks of pairs stand side by side in it."""
    found: list[list[Row]] = [[]]
    for block in _blocks(rows):
        sides = _sides(block)
        if len(sides) == 1:
            found[-1].extend(block)
        else:
            found.extend(sides)
            found.append([])
    return [region for region in found if region]


def _blocks(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Runs of rows without a gap or a heading between them."""
    block = list(rows[:1])
    for above, row in pairwise(rows):
        if _is_apart(above, row) or _is_heading(block, row):
            yield block
            block = []
        block.append(row)
    if block:
        yield block


def _is_apart(above: Row, row: Row) -> bool:
    gap = row[0].y0 - max(fragment.y1 for fragment in above)
    return gap > _BLOCK_GAP * max(row[0].size, 1.0)


def _is_heading(block: Sequence[Row], row: Row) -> bool:
    """A single line without a key that begins no further right than the block does."""
    if len(row) > 1 or _KEY.match(row[0].text):
        return False
    left = min((other[0].x0 for other in block), default=row[0].x0)
    return row[0].x0 < left + _SAME_START


def _sides(block: list[Row]) -> list[list[Row]]:
    columns = _key_columns(block)
    if len(columns) < 2 or not all(map(_are_different, columns)):
        return [block]
    cuts = [min(key.x0 for key in keys) - 1 for keys in columns[1:]]
    fragments = [fragment for row in block for fragment in row]
    if any(fragment.x0 < cut < fragment.x1 for fragment in fragments for cut in cuts):
        return [block]
    edges = [float("-inf"), *cuts, float("inf")]
    sides = [
        rows_of(fragment for fragment in fragments if low < fragment.x0 <= high)
        for low, high in pairwise(edges)
    ]
    is_form = all(_is_filled(*side) for side in zip(sides, columns, strict=True))
    return sides if is_form else [block]


def _key_columns(block: Sequence[Row]) -> list[list[Fragment]]:
    """Columns of keys from left to right, each from top to bottom."""
    keys = [fragment for row in block for fragment in row if _KEY.match(fragment.text)]
    columns: list[list[Fragment]] = []
    for key in sorted(keys, key=lambda item: (item.x0, item.y0)):
        if columns and key.x0 - columns[-1][0].x0 < _SAME_START:
            columns[-1].append(key)
        else:
            columns.append([key])
    return [sorted(column, key=lambda item: item.y0) for column in columns]


def _are_different(keys: Sequence[Fragment]) -> bool:
    """Keys of one thing: several, none twice (a list of records repeats its keys)."""
    return len(keys) >= _MIN_KEYS and len({_name(key) for key in keys}) == len(keys)


def _is_filled(rows: Sequence[Row], keys: Sequence[Fragment]) -> bool:
    """Whether most lines from the first key to the last begin with one."""
    top, bottom = keys[0].middle, keys[-1].middle
    reach = [row for row in rows if row[0].y1 >= top and row[0].y0 <= bottom]
    return len(keys) >= _MIN_SHARE * len(reach)


def _name(key: Fragment) -> str:
    match = _KEY.match(key.text)
    return match[1].casefold() if match else key.text
