"""Standalone charts and table images as PNG: values stand in the pixels, each printed as stated.

The pictures depend on the lock alone: fonts come with matplotlib, no file names a version or date.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from worksurface_pipeline.kernel.number_forms import whole_number
from worksurface_pipeline.mmenterprise.records.model import Mark
from worksurface_pipeline.site.fonts import font_families

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_STYLE: Any = {
    "text.parse_math": False,
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": False,
    "figure.facecolor": "white",
}
_DPI = 110  # some 700 pixels across: read without a glass, and small
_NO_SOFTWARE: dict[str, Any] = {"Software": None}  # would name the version of matplotlib
_COLOURS = ("#2f6690", "#d67a3c", "#5f8f4e", "#8a5a83", "#b08d2e", "#4a7c7c")
_WIDE = 6.4  # inches
_FIGURE = re.compile(r"[\d.,]+")
_OTHER_SCRIPTS = 0x2E80  # where Chinese, Japanese and Korean begin
_LABEL = 34  # characters in a line of a label
# Pictures of a few projects: documents are laid out before they are worded, then drawn anew.
_KEPT = 512


@lru_cache(maxsize=_KEPT)
def draw(
    title: str, marks: tuple[Mark, ...], choice: int, is_table: bool = False
) -> tuple[bytes, str]:
    """A picture and what it is, "chart" or "table"; `choice` picks the form of a chart.

    A chart suits values that all are numbers of like size and unit; what it does not suit, or what
    is wanted as such, is a table.
    """
    sizes = [_size(mark.value) for mark in marks]
    numbers = [size for size in sizes if size is not None]
    is_chart = len(numbers) == len(marks) and _are_alike(numbers)
    units = {_FIGURE.sub("", mark.value) for mark in marks}
    if is_chart and len(units) == 1 and not is_table:
        return _bars(title, marks, numbers, is_lying=choice % 2 == 0), "chart"
    return _table(title, marks), "table"


def _size(value: str) -> float | None:
    found = whole_number(value) or whole_number(value.split()[0] if value.split() else "")
    return None if found is None else float(found.value)


def _are_alike(numbers: Sequence[float]) -> bool:
    """Whether one axis can show all of them: none below zero, none a hundredth of another."""
    top = max(numbers)
    return min(numbers) >= 0 and top > 0 and min(numbers) >= top / 100


def _bars(title: str, marks: Sequence[Mark], sizes: Sequence[float], is_lying: bool) -> bytes:
    with _canvas(marks, len(marks) if is_lying else _WIDE / 1.6) as canvas:
        axes = canvas.subplots()
        axes.set_title(_folded(title), loc="left", fontweight="bold")
        colours = [_COLOURS[place % len(_COLOURS)] for place in range(len(marks))]
        places = list(range(len(marks)))
        names = [_folded(mark.label) for mark in marks]
        room = max(sizes) * 1.25
        if is_lying:
            bars = axes.barh(places, sizes, color=colours, height=0.6)
            axes.set_yticks(places, names)
            axes.set_ylim(max(len(marks), 2) - 0.5, -0.5)
            axes.set_xlim(0, room)
            axes.set_xticks([])
        else:
            bars = axes.bar(places, sizes, color=colours, width=0.55)
            axes.set_xticks(places, [name.replace(" · ", "\n") for name in names], fontsize=8)
            axes.set_xlim(-0.6, max(len(marks), 3) - 0.4)
            axes.set_ylim(0, room)
            axes.set_yticks([])
        axes.bar_label(bars, [mark.value for mark in marks], padding=4, fontweight="bold")
        return _png(canvas)


def _table(title: str, marks: Sequence[Mark]) -> bytes:
    with _canvas(marks, len(marks)) as canvas:
        axes = canvas.subplots()
        axes.set_axis_off()
        axes.set_title(_folded(title), loc="left", fontweight="bold")
        cells = [[_folded(mark.label), mark.value] for mark in marks]
        grid = axes.table(
            cellText=cells,
            colLabels=["Item", "Value"],
            colWidths=[0.68, 0.32],
            cellLoc="left",
            colLoc="left",
            colColours=["#dde5ec"] * 2,
            loc="upper left",
        )
        grid.auto_set_font_size(False)
        grid.set_fontsize(10)
        lines = max(text.count("\n") + 1 for row in cells for text in row)
        grid.scale(1, 1.5 + 0.8 * (lines - 1))
        return _png(canvas)


@contextmanager
def _canvas(marks: Sequence[Mark], rows: float) -> Iterator[Canvas]:
    import matplotlib
    from matplotlib.figure import Figure as Canvas

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**_STYLE, "font.family": _families(marks)})
        high = 1.3 + 0.55 * math.ceil(rows)
        yield Canvas(figsize=(_WIDE, high), layout="constrained")


def _families(marks: Sequence[Mark]) -> list[str]:
    """The fallback for other scripts has no bold letters: it is named where it is needed alone."""
    letters = (letter for mark in marks for letter in f"{mark.label}{mark.value}")
    families = font_families()
    return families if any(ord(letter) >= _OTHER_SCRIPTS for letter in letters) else families[:1]


def _png(canvas: Canvas) -> bytes:
    target = io.BytesIO()
    canvas.savefig(target, format="png", dpi=_DPI, metadata=_NO_SOFTWARE)
    return target.getvalue()


def _folded(text: str) -> str:
    """A long label in lines."""
    lines: list[str] = [""]
    for word in text.split():
        is_full = lines[-1] and len(lines[-1]) + len(word) >= _LABEL
        if is_full:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
