"""Reads bars back from the pixels of a chart: which share of the longest each is long.

A check that what is drawn is what the series behind a picture says. It knows nothing of how charts
are made, only that a bar is a filled rectangle of one strong colour that stands on a common line.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image

from worksurface_pipeline.kernel.number_forms import sole_number
from worksurface_pipeline.mmenterprise.records.model import Mark

# A bar's colour is further from grey than any edge of a letter, and fills so many pixels at least.
_STRONG = 40
_FEWEST_PIXELS = 60
# The blurred edge of a bar is a line of its own colour, one pixel wide.
_THINNEST = 2
# Of the pixels in a bar's frame so many are its own: a line or a letter fills less.
_FILLED = 0.95
# Pixels by which two bars may miss their common line, and lengths their true ones (either end).
_ON_LINE = 2
_PRECISION = 3.0

Grid = npt.NDArray[np.int64]
Box = tuple[int, int, int, int]


def bars(png: bytes) -> tuple[Box, ...]:
    """The bars of a picture: left, top, right and bottom, in order from the top or the left."""
    with Image.open(io.BytesIO(png)) as picture:
        pixels = np.asarray(picture.convert("RGB"), dtype=np.int64)
    strong = pixels.max(axis=2) - pixels.min(axis=2) >= _STRONG
    codes = (pixels[:, :, 0] << 16) + (pixels[:, :, 1] << 8) + pixels[:, :, 2]
    colours, counts = np.unique(codes[strong], return_counts=True)
    boxes = [
        box
        for colour in colours[counts >= _FEWEST_PIXELS]
        for box in _rectangles((codes == colour) & strong)
    ]
    return tuple(sorted(boxes, key=lambda box: (box[1], box[0]) if _are_rows(boxes) else box))


def lengths(png: bytes) -> tuple[int, ...]:
    """How long each bar is in pixels; () where there are none on one line."""
    found = bars(png)
    if not found:
        return ()
    if _are_rows(found):
        return tuple(right - left for left, _, right, _ in found)
    is_level = _spread([box[3] for box in found]) <= _ON_LINE
    return tuple(bottom - top for _, top, _, bottom in found) if is_level else ()


def is_drawn(png: bytes, marks: Sequence[Mark]) -> bool | None:
    """Whether bars are as long, beside each other, as the series says; None for no bar chart.

    One bar alone tells nothing, as no axis has a scale.
    """
    sizes = [sole_number(mark.value) for mark in marks]
    drawn = lengths(png)
    if len(drawn) < 2 or None in sizes:
        return None
    values = [float(size.value) for size in sizes if size is not None]
    if len(values) != len(drawn):
        return False
    scale = max(drawn) / max(values)
    return all(
        abs(length - value * scale) <= _PRECISION
        for length, value in zip(drawn, values, strict=True)
    )


def _rectangles(mask: npt.NDArray[np.bool_]) -> list[Box]:
    """Filled frames of one colour, cut at lines and columns without any of it."""
    found: list[Box] = []
    for top, bottom in _runs(np.any(mask, axis=1)):
        for left, right in _runs(np.any(mask[top:bottom], axis=0)):
            part = mask[top:bottom, left:right]
            is_line = min(part.shape) < _THINNEST
            if not is_line and part.sum() >= _FEWEST_PIXELS and part.mean() >= _FILLED:
                found.append((left, top, right, bottom))
    return found


def _runs(line: npt.ArrayLike) -> list[tuple[int, int]]:
    """Where a line is set, from and to."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], line, [False])).astype(np.int8)))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _are_rows(boxes: Sequence[Box]) -> bool:
    """Whether bars lie: all begin at one left edge."""
    return _spread([box[0] for box in boxes]) <= _ON_LINE


def _spread(edges: Sequence[int]) -> int:
    return max(edges) - min(edges)
