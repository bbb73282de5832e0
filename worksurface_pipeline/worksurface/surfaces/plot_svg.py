"""Pieces of an SVG of our own: texts are escaped, nothing active, equal input gives equal bytes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', Arial, sans-serif"
INK, SOFT, LINE, PAPER = "#1c2126", "#5b6670", "#d9dee3", "#ffffff"
# Width of a character of 11 pixels: small and large Latin ones on average, and full width.
_NARROW, _CAPITAL, _WIDE = 6.3, 7.8, 11.2
_CONTROLS = frozenset({"Cc", "Cs", "Cn"})


def document(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A whole picture on white, so that it reads on a dark page too."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" role="img" '
        f'font-family="{FONT}" font-size="11">\n<title>{escape(clean(title))}</title>\n'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )


def text(x: float, y: float, words: str, fill: str = INK, **attributes: str) -> str:
    """A line of text; further attributes by name (`anchor` is text-anchor)."""
    return f'<text x="{number(x)}" y="{number(y)}" fill="{fill}"{_more(attributes)}>' + (
        f"{escape(clean(words))}</text>"
    )


def box(x: float, y: float, width: float, height: float, fill: str, **attributes: str) -> str:
    """A rectangle, with round corners unless `rx` says otherwise."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" fill="{fill}"{_more({"rx": "4"} | attributes)}/>'
    )


def path(data: str, stroke: str, **attributes: str) -> str:
    """A line without filling."""
    return f'<path d="{data}" fill="none" stroke="{stroke}"{_more(attributes)}/>'


def arrow_head(x: float, y: float, is_left: bool, fill: str) -> str:
    """A head whose tip is at (x, y), pointing left or right."""
    back = x + 7 if is_left else x - 7
    points = (
        f"{number(x)},{number(y)} {number(back)},{number(y - 3)} {number(back)},{number(y + 3)}"
    )
    return f'<polygon points="{points}" fill="{fill}"/>'


def group(parts: Iterable[str], hint: str = "") -> str:
    """Parts that belong together, with a text shown under the pointer."""
    shown = f"<title>{escape(clean(hint))}</title>" if hint else ""
    return f"<g>{shown}{''.join(parts)}</g>"


def fitted(words: str, width: float) -> str:
    """`words` with their middle left out where they are wider than `width`; the end is kept."""
    if width_of(words) <= width:
        return words
    tail = _taken(words[::-1], width * 0.4)[::-1]
    head = _taken(words, width - width_of(tail) - width_of("…"))
    return f"{head}…{tail}"


def width_of(words: str) -> float:
    """About how wide a text is, in pixels."""
    return sum(map(_width, words))


def number(value: float) -> str:
    """A coordinate in tenths of a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def clean(words: str) -> str:
    """A text without characters that XML cannot hold."""
    return "".join("\ufffd" if unicodedata.category(c) in _CONTROLS else c for c in words)


def _taken(words: str, width: float) -> str:
    used, kept = 0.0, 0
    for char in words:
        used += width_of(char)
        if used > width:
            break
        kept += 1
    return words[:kept]


def _width(char: str) -> float:
    if unicodedata.east_asian_width(char) in ("W", "F"):
        return _WIDE
    return _CAPITAL if char.isupper() or char in "_&%@" else _NARROW


def _more(attributes: dict[str, str]) -> str:
    names = {"anchor": "text-anchor", "weight": "font-weight", "size": "font-size"}
    pairs = ((names.get(name, name.replace("_", "-")), v) for name, v in attributes.items())
    return "".join(f" {name}={quoteattr(value)}" for name, value in pairs if value)
