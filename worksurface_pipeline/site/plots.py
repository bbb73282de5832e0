"""The kinds of plots: points, lines, bars side by side, panels of bars.

Labels are drawn as they are, never as formulas; in the SVG they stay text. matplotlib is imported
where it is used: it takes a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from worksurface_pipeline.site.plot_canvas import Drawing as Drawing
from worksurface_pipeline.site.plot_canvas import (
    canvas_of,
    drawn,
    printable,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#0b5cad", "#c4572b", "#2a8a57", "#8a5bb5", "#b58a12", "#4a6572", "#b03a6f", "#3aa0a8")
LINES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


@dataclass(frozen=True, slots=True)
class Point:
    """One mark of a scatter plot, in [0, 1] both ways."""

    x: float
    y: float
    series: str
    kind: str


def draw_scatter(name: str, points: Sequence[Point], x_label: str, y_label: str) -> Drawing:
    """Points coloured by series, shaped by kind, in per cent."""
    series = sorted({point.series for point in points})
    kinds = sorted({point.kind for point in points})
    with styled():
        canvas = canvas_of(7.2, 4.4)
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
        return drawn(name, canvas)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of values in [0, 1] over the same places; None breaks it."""

    series: str
    kind: str
    values: tuple[float | None, ...]


def draw_lines(
    name: str, places: Sequence[str], lines: Sequence[Line], x_label: str, y_label: str
) -> Drawing:
    """Lines in per cent over evenly spaced places, coloured by series, their marks by kind."""
    series = sorted({line.series for line in lines})
    kinds = sorted({line.kind for line in lines})
    with styled():
        canvas = canvas_of(7.2, 4.0)
        axes = canvas.add_subplot()
        for line in lines:
            number = kinds.index(line.kind)
            axes.plot(
                list(_range(places)),
                [float("nan") if value is None else 100 * value for value in line.values],
                linestyle=LINES[number % len(LINES)],
                marker=MARKERS[number % len(MARKERS)],
                color=COLOURS[series.index(line.series) % len(COLOURS)],
            )
        axes.set_xticks(list(_range(places)), [printable(place) for place in places])
        axes.set_xlabel(x_label)
        _scatter_legend(axes, series, kinds)
        _percent_axis(axes, "y", y_label)
        return drawn(name, canvas)


def draw_bars(
    name: str,
    groups: Sequence[str],
    series: Sequence[tuple[str, Sequence[float | None]]],
    y_label: str,
) -> Drawing:
    """Bars side by side: one group per label, one bar per series; None leaves a gap."""
    width = 0.8 / max(len(series), 1)
    with styled():
        canvas = canvas_of(max(6.0, 1.2 * len(groups) + 2.2), 3.6)
        axes = canvas.add_subplot()
        for number, (label, values) in enumerate(series):
            places = [index + (number - (len(series) - 1) / 2) * width for index in _range(groups)]
            heights = [100 * (value or 0.0) for value in values]
            colour = COLOURS[number % len(COLOURS)]
            axes.bar(places, heights, width * 0.92, color=colour, label=printable(label))
            _mark_values(axes, places, values, is_small=len(series) * len(groups) > 24)
        axes.set_xticks(list(_range(groups)), [printable(label) for label in groups])
        _percent_axis(axes, "y", y_label)
        if series:
            axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8)
        return drawn(name, canvas)


def draw_panels(name: str, parts: Sequence[tuple[str, Sequence[tuple[str, int]]]]) -> Drawing:
    """Panels of horizontal bars, two in a row; each bar is marked with its count."""
    rows = (len(parts) + 1) // 2
    longest = max((len(bars) for _, bars in parts), default=1)
    with styled():
        canvas = canvas_of(9.6, rows * (0.9 + 0.24 * longest))
        for number, (title, bars) in enumerate(parts):
            axes = canvas.add_subplot(rows, 2, number + 1)
            _panel(axes, title, bars, COLOURS[number % len(COLOURS)])
        return drawn(name, canvas)


def _panel(axes: Axes, title: str, bars: Sequence[tuple[str, int]], colour: str) -> None:
    from matplotlib.ticker import MaxNLocator

    labels = [printable(label) for label, _ in bars]
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
        for number, label in enumerate(map(printable, series))
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
        for number, label in enumerate(map(printable, kinds))
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


def _range(items: Sequence[object]) -> range:
    return range(len(items))
