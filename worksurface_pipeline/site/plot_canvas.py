"""What all figures share: style, canvas, and the two forms that a drawing is written in.

Nothing depends on a host or a clock: no date, fixed ids and sizes, and fonts that come with the
lock. Ids are prefixed by the figure's name, so that several figures can stand in one page.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from worksurface_pipeline.site.fonts import font_families

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_STYLE: Any = {
    "svg.hashsalt": "worksurface",
    "svg.fonttype": "none",
    "text.parse_math": False,
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
_NO_SOFTWARE: dict[str, Any] = {"Software": None}  # would name the version of matplotlib
_PNG_DPI = 200  # a figure across a column of print has some 1,400 pixels
_ID = re.compile(r'(?<=\sid=")(?=[^"]+")|(?<=url\(#)|(?<=href="#)')
_UNPRINTABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture in two forms: SVG for a page, PNG for where no SVG goes."""

    svg: str
    png: bytes


@contextmanager
def styled() -> Iterator[None]:
    """The style of all figures, whatever a user's own matplotlib is set to."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**_STYLE, "font.family": font_families()})
        yield


def canvas_of(width: float, height: float) -> Canvas:
    """An empty canvas; sizes in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def drawn(name: str, canvas: Canvas) -> Drawing:
    """The canvas in both forms; `name` begins every id of the SVG."""
    text, pixels = io.StringIO(), io.BytesIO()
    with warnings.catch_warnings():
        # A label in a script of neither font: the SVG keeps it as text, the PNG shows a box.
        warnings.filterwarnings("ignore", message="Glyph", category=UserWarning)
        canvas.savefig(text, format="svg", metadata=_NO_METADATA)
        canvas.savefig(pixels, format="png", dpi=_PNG_DPI, metadata=_NO_SOFTWARE)
    svg = text.getvalue()
    return Drawing(svg=_ID.sub(f"{name}-", svg[svg.index("<svg") :]), png=pixels.getvalue())


def printable(text: str) -> str:
    """Text without characters that XML cannot hold."""
    return _UNPRINTABLE.sub("\ufffd", text)
