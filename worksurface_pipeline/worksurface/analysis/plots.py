"""Deterministic SVG plots: matplotlib's SVG backend without a date, with fixed ids and plain text.

Labels are drawn as they are, never as formulas. Ids are prefixed by the figure's name, so that
several figures can stand in one page. matplotlib is imported where it is used: it takes a second.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

COLOURS = ("#0b5cad", "#c4572b", "#2a8a57", "#8a5bb5", "#b58a12", "#4a6572", "#b03a6f", "#3aa0a8")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

_STYLE: Any = {
    "svg.hashsalt": "worksurface",
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",  # shipped with matplotlib: layouts do not depend on a host
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": False,
    "axes.edgecolor": "#5b6670",
    "axes.titlesize": 10,
    "legend.frameon": False,
    "figure.facecolor": "white",
}
_NO_METADATA: dict[str, Any] = {"Date": None, "Creator": None, "Format": None, "Type": None}
_ID = re.compile(r'(?<=\sid=")(?=[^"]+")|(?<=url\(#)|(?<=href="#)')
_UNPRINTABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Point:
    """One mark of a scatter plot, in [0, 1] both ways."""

    x: float
    y: float
    series: str
    kind: str


def scatter_svg(name: str, points: Sequence[Point], x_label: str, y_label: str) -> str:
    """Points coloured by series, shaped by kind, in per cent."""
    series = sorted({point.series for point in points})
    kinds = sorted({point.kind for point in points})
    with _styled():
        canvas = _canvas(7.2, 4.4)
        axes = canvas.add_subplot()
        for point in points:
            axes.plot(
                100 * point.x,
                100 * point.y,
                linestyle="",
                marker=MARKERS[kinds.index(point.kind) % len(MARKERS)],
                color=COLOURS[series.index(point.series) % len(COLOURS)],
                alpha=0.8,
            )
        _scatter_legend(axes, series, kinds)
        _percent_axis(axes, "x", x_label)
        _percent_axis(axes, "y", y_label)
        return _svg(name, canvas)


def bars_svg(
    name: str,
    groups: Sequence[str],
    series: Sequence[tuple[str, Sequence[float | None]]],
    y_label: str,
) -> str:
    """Bars side by side: one group per label, one bar per series; None leaves a gap."""
    width = 0.8 / max(len(series), 1)
    with _styled():
        canvas = _canvas(max(6.0, 1.2 * len(groups) + 2.2), 3.6)
        axes = canvas.add_subplot()
        for number, (label, values) in enumerate(series):
            places = [index + (number - (len(series) - 1) / 2) * width for index in _range(groups)]
            heights = [100 * (value or 0.0) for value in values]
            colour = COLOURS[number % len(COLOURS)]
            axes.bar(places, heights, width * 0.92, color=colour, label=_printable(label))
            _mark_values(axes, places, values, is_small=len(series) * len(groups) > 24)
        axes.set_xticks(list(_range(groups)), [_printable(label) for label in groups])
        _percent_axis(axes, "y", y_label)
        if series:
            axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8)
        return _svg(name, canvas)


def panels_svg(name: str, panels: Sequence[tuple[str, Sequence[tuple[str, int]]]]) -> str:
    """Panels of horizontal bars, two in a row; each bar is marked with its count."""
    rows = (len(panels) + 1) // 2
    longest = max((len(bars) for _, bars in panels), default=1)
    with _styled():
        canvas = _canvas(9.6, rows * (0.9 + 0.24 * longest))
        for number, (title, bars) in enumerate(panels):
            axes = canvas.add_subplot(rows, 2, number + 1)
            _panel(axes, title, bars, COLOURS[number % len(COLOURS)])
        return _svg(name, canvas)


def _panel(axes: Axes, title: str, bars: Sequence[tuple[str, int]], colour: str) -> None:
    from matplotlib.ticker import MaxNLocator

    labels = [_printable(label) for label, _ in bars]
    counts = [count for _, count in bars]
    axes.barh(list(_range(labels)), counts, color=colour, height=0.7)
    axes.set_yticks(list(_range(labels)), labels)
    axes.invert_yaxis()
    axes.set_title(title, loc="left")
    axes.set_xlim(0, 1.15 * max(counts, default=1))
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    for index, count in enumerate(counts):
        axes.text(count, index, f" {count}", va="center", fontsize=8)


def _mark_values(
    axes: Axes, places: Sequence[float], values: Sequence[float | None], is_small: bool
) -> None:
    size = 5.5 if is_small else 7
    for place, value in zip(places, values, strict=True):
        text = "–" if value is None else f"{100 * value:.0f}"
        height = 100 * (value or 0.0) + 1
        axes.text(place, height, text, ha="center", va="bottom", fontsize=size)


def _scatter_legend(axes: Axes, series: Sequence[str], kinds: Sequence[str]) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], linestyle="", marker="o", color=COLOURS[number % len(COLOURS)], label=label)
        for number, label in enumerate(map(_printable, series))
    ]
    handles += [
        Line2D(
            [],
            [],
            linestyle="",
            marker=MARKERS[number % len(MARKERS)],
            color="#5b6670",
            label=label,
        )
        for number, label in enumerate(map(_printable, kinds))
    ]
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8)


def _percent_axis(axes: Axes, which: str, label: str) -> None:
    if which == "x":
        axes.set_xlim(-4, 104)
        axes.set_xlabel(label)
    else:
        axes.set_ylim(0 if axes.patches else -4, 108 if axes.patches else 104)
        axes.set_ylabel(label)
    axes.grid(axis="both" if which == "x" else "y", color="#d9dee3", linewidth=0.6)
    axes.set_axisbelow(True)


@contextmanager
def _styled() -> Iterator[None]:
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def _canvas(width: float, height: float) -> Canvas:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _svg(name: str, canvas: Canvas) -> str:
    buffer = io.StringIO()
    with warnings.catch_warnings():
        # A label in another script: the page's own fonts draw it, only its width is a guess.
        warnings.filterwarnings("ignore", message="Glyph", category=UserWarning)
        canvas.savefig(buffer, format="svg", metadata=_NO_METADATA)
    text = buffer.getvalue()
    return _ID.sub(f"{name}-", text[text.index("<svg") :])


def _range(items: Sequence[object]) -> range:
    return range(len(items))


def _printable(text: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", text)
