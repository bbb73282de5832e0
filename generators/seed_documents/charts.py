"""Charts by matplotlib as one-page PDFs without dates: vector text in a built-in font."""

from __future__ import annotations

import io
import logging
from itertools import cycle
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.figure import Figure

from generators.seed_documents.script import Chart

WIDTH, HEIGHT = 6.4, 2.9
"""Inches."""

# It says for each chart that the built-in fonts have no weight called normal.
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)

_COLOURS = ("#1f5a8a", "#b3541e", "#3c7a3c")
_STYLE: dict[Any, Any] = {
    "font.size": 8,
    "pdf.use14corefonts": True,
    "pdf.compression": 9,
    "axes.unicode_minus": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.usetex": False,
}
# Room above the highest bar for its label, as a share of the axis.
_ROOM = 0.18
_BAR = 0.8


def draw_chart(chart: Chart) -> bytes:
    """The chart as PDF bytes; equal charts give equal bytes."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        canvas: Any = FigureCanvasPdf(figure)
        axes = figure.add_subplot()
        draw = {"bars": _bars, "hbars": _hbars, "line": _line, "rising": _line}[chart.kind]
        draw(axes, chart)
        if len(chart.series) > 1:
            axes.legend(labelcolor="linecolor", frameon=False, ncols=len(chart.series))
        buffer = io.BytesIO()
        canvas.print_pdf(buffer, metadata={"CreationDate": None, "Producer": None, "Creator": None})
        return buffer.getvalue()


def _bars(axes: Axes, chart: Chart) -> None:
    width = _BAR / len(chart.series)
    for number, ((name, texts), colour) in enumerate(zip(chart.series, cycle(_COLOURS))):
        shift = (number - (len(chart.series) - 1) / 2) * width
        places = [place + shift for place in range(len(texts))]
        bars = axes.bar(places, _values(texts), width * 0.9, color=colour, label=name)
        axes.bar_label(bars, labels=list(texts), color=colour, padding=2)
    axes.set_xticks(range(len(chart.categories)), chart.categories)
    axes.set_ylabel(chart.axis)
    axes.set_xlabel(chart.along)
    axes.margins(y=_ROOM * len(chart.series))


def _hbars(axes: Axes, chart: Chart) -> None:
    texts = chart.series[0][1]
    bars = axes.barh(range(len(texts)), _values(texts), 0.6, color=_COLOURS[0])
    axes.bar_label(bars, labels=list(texts), padding=3)
    axes.set_yticks(range(len(texts)), chart.categories)
    axes.invert_yaxis()
    axes.set_xlabel(chart.axis)
    axes.margins(x=_ROOM)


def _line(axes: Axes, chart: Chart) -> None:
    texts = chart.series[0][1]
    values = _values(texts)
    axes.plot(range(len(texts)), values, marker="o", color=_COLOURS[0])
    for place, (value, text) in enumerate(zip(values, texts, strict=True)):
        axes.annotate(
            text, (place, value), (0, 6), textcoords="offset points", ha="center", va="bottom"
        )
    axes.set_xticks(range(len(texts)), chart.categories)
    axes.set_ylabel(chart.axis)
    axes.set_xlabel(chart.along)
    axes.margins(x=0.08, y=_ROOM * 2)


def _values(texts: tuple[str, ...]) -> list[float]:
    return [float(text.replace(",", "")) for text in texts]
