"""The rewrites of single characters: widths, blanks, dashes that are a minus, per mille, fractions.

They come before all others (`number_rewrites`), for a text that holds more than ASCII or a dash.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from worksurface_pipeline.kernel.number_words import CJK_SCALE, SCALES

Rewrite = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

PLAIN = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
"""A plain figure, as a pattern."""
_DASHES = "\u2010-\u2015\u2212\ufe63\uff0d\u2796"
_MONEY = "[$€£¥₹]"
_WIDTHS = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES = {0xA0: " ", 0x2009: " ", 0x202F: " ", 0x3000: " "}
_HALVES = {"½": "0.5", "¼": "0.25", "¾": "0.75"}


def rewrite(pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Rewrite:
    """A pattern and what stands for it."""
    return re.compile(pattern), replacement


def shifted(digits: str, places: int) -> str:
    """A figure times a power of ten, as a figure."""
    return format(Decimal(digits.replace(",", "")).scaleb(places), "f")


def scaled(match: re.Match[str]) -> str:
    """The digits times what their scale stands for."""
    return shifted(match["digits"], SCALES[match["scale"].casefold()]) + " "


def with_half(match: re.Match[str]) -> str:
    """A whole number and the fraction behind it ("5 1/2", "5½", "5 and a half")."""
    return format(Decimal(match["whole"] or 0) + _fraction(match["part"]), "f")


def _fraction(part: str) -> Decimal:
    if "/" not in part:
        return Decimal(_HALVES.get(part, "0.5"))
    above, below = part.split("/")
    return Decimal(above) / Decimal(below)


CHARACTERS: tuple[Rewrite, ...] = (
    rewrite(rf"(?<![\w.,)\]])(?<!\d\s)[{_DASHES}](?={_MONEY}?[\d\uff10-\uff19])", "-"),
    rewrite(r"[\uff01-\uff5e]+", lambda match: match[0].translate(_WIDTHS)),
    rewrite(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))", ""),
    rewrite(r"[\u00a0\u2009\u202f\u3000]+", lambda match: match[0].translate(_SPACES)),
    rewrite(r"[负負](?=\s?\d)", "-"),
    rewrite(r"百分之\s?(\d+(?:\.\d+)?)", r"\1%"),
    rewrite(r"(?:(?<![\w.,])(?P<whole>\d{1,15})\s?|(?<![\w.,/]))(?P<part>[½¼¾])(?!\w)", with_half),
    rewrite(
        rf"(?<![\w.,])(?P<digits>{PLAIN})\s?‰",
        lambda match: shifted(match["digits"], -1) + "%",
    ),
    rewrite(
        rf"(?<![\w.,])(?P<digits>{PLAIN})\s?‱",
        lambda match: shifted(match["digits"], -2) + "%",
    ),
    rewrite(r"(?<=\d)(?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff])(?=\d)", " "),
    rewrite(rf"(?<![\w.,])(?P<digits>{PLAIN})\s?(?P<scale>{CJK_SCALE})", scaled),
)
"""Widths, blanks, signs and scales that are single characters."""
DASHES: tuple[Rewrite, ...] = (
    # Before a blank a dash marks an item or parts a label from its value; it is no minus.
    rewrite(rf"\A\s*[-\u2013\u2014]\s+(?={_MONEY}?\d)", ""),
    rewrite(rf"(?<=[A-Za-z)*])\s[-\u2013\u2014]\s(?={_MONEY}?\d)", " : "),
)
"""Dashes that are no minus."""
