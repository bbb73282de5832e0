"""The rewrites that bring a written number to a plain figure, one after the other.

Each is a pattern and what stands for it. They are applied group by group: characters first, then
LaTeX, powers, currencies, marks of grouping and decimals, words, and last what holds for a whole
text. What does not belong: reading the plain figure (`text.find_numbers`), and which number is
meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from worksurface_pipeline.kernel.number_signs import (
    CHARACTERS,
    DASHES,
    Rewrite,
    scaled,
    shifted,
    with_half,
)
from worksurface_pipeline.kernel.number_signs import PLAIN as _PLAIN
from worksurface_pipeline.kernel.number_signs import rewrite as _in
from worksurface_pipeline.kernel.number_words import SCALES, SHORT_SCALE, UNITS, WORD_SCALE
from worksurface_pipeline.kernel.text import CURRENCY_SIGNS

_SIGN = "(?:" + "|".join(re.escape(s) for s in sorted(CURRENCY_SIGNS, key=len, reverse=True)) + ")"
_CODE = "(?:" + "|".join(sorted(name for name in CURRENCY_SIGNS if name.isalpha())) + ")"
# Currencies that leave a plain figure: `text` gives them no unit.
_OTHER = "(?:AUD|BRL|CAD|CHF|DKK|HKD|INR|JPY|KRW|NOK|PLN|SEK|SGD|TWD|Rs)"
_MINUS = "[-\u2212]"
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def _joined(match: re.Match[str]) -> str:
    return re.sub(r"[ '\u2019,]", "", match[0])


def _decimal_comma(match: re.Match[str]) -> str:
    return match[0].replace(".", "").replace(",", ".")


def _spaces_and_comma(match: re.Match[str]) -> str:
    """Blanks between digits go; a comma behind them is the decimal mark."""
    return re.sub(r"(?<=\d) (?=\d)", "", match[0]).replace(",", ".")


def _worded(match: re.Match[str]) -> str:
    word = (match["scale"] or match["word"]).casefold()
    return shifted(match["digits"], SCALES[word]) + " "


def _of_a_percent(match: re.Match[str]) -> str:
    places = -1 if match["mille"] else -2 if match["basis"] else -4
    return shifted(match["digits"], places) + "%"


def _power(match: re.Match[str]) -> str:
    exponent = match["exponent"].translate(_RAISED).replace("\u2212", "-")
    return shifted(match["digits"], int(exponent)) + " "


def _exponent(match: re.Match[str]) -> str:
    return format(Decimal(match[0]), "f")


def _fraction(match: re.Match[str]) -> str:
    below = Decimal(match["below"])
    return match[0] if below == 0 else f" {format(Decimal(match['above']) / below, 'f')} "


def _words(pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Rewrite:
    return re.compile(pattern, re.IGNORECASE), replacement


_LATEX = (
    _in(r"\\[()\[\]]", " "),
    _in(r"\\[dt]?frac\{(?P<above>\d{1,15})\}\{(?P<below>\d{1,15})\}", _fraction),
    _in(r"\\(?:text|mathrm|mathbf|textbf|boxed)\{([^{}]*)\}", r" \1 "),
    _in(r"(?<=\d)\{,\}(?=\d{3})", ","),
    _in(r"(?<=\d),?\\[,!; ](?=\d{3})", ""),
    _in(r"\\([$%])", r"\1"),
    _in(r"\$([^$]*\d[^$]*?)\$(?!\d)", r" \1 "),
)
_POWERS = (
    _in(
        rf"(?<![\w.,])(?P<digits>{_PLAIN})\s?(?:\\times|\\cdot|[\u00d7\u00b7*x])\s?10"
        rf"(?:(?:\^|\*\*)\{{?(?={_MINUS}?\d)|(?=⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]))"
        rf"(?P<exponent>{_MINUS}?\d{{1,2}}|⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,2}})\}}?",
        _power,
    ),
    _in(r"(?<![\w.,])\d+(?:\.\d+)?[eE][-+]?\d{1,2}(?!\w)", _exponent),
)
_CURRENCIES = (
    _in(rf"(?<=\d)\s?{_OTHER}\b\.?|\b{_OTHER}\b\.?\s?(?=-?\d)|\b{_OTHER}(?=\d)", " "),
    _in(rf"\b({_CODE})(?=\d)", r"\1 "),
    _in(
        r"(?<![\w.,$€£¥₹(])(?<![A-Z]{3} )"
        rf"(?P<digits>\d(?:[\d.,'\u2019 ]{{0,30}}\d)?)\s?(?P<sign>{_SIGN})(?![\w]|\s?\d)",
        r"\g<sign> \g<digits>",
    ),
)
_COMMAS = (
    _in(r"(?<![\d.,])\d{1,2}(?:,\d{2})+,\d{3}(?!,?\d)", _joined),
    _in(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d+(?![.,]?\d)", _decimal_comma),
    _in(r"(?<![\d.,])0,\d+(?![.,]?\d)", _decimal_comma),
    _words(
        r"(?<![\d.,])\d+,\d{1,2}"
        rf"(?=\s?(?:[%€]|EUR\b|per ?cent\b|{WORD_SCALE}\b))",
        _decimal_comma,
    ),
    _in(
        rf"\A\s*\(?[-\u2212+]?\s?{_SIGN}?\s?(?:\d+,\d{{1,2}}|\d+,\d{{4,}}|\d{{4,}},\d+)"
        rf"\s*(?:%|{_SIGN})?\)?\s*\Z",
        _decimal_comma,
    ),
)
_MARKS = (
    _in(r"(?<=[A-Za-z]):(?=[-\u2212]?\d)", ": "),
    _in(r"(?<![\d.,'\u2019])\d{1,3}(?:['\u2019]\d{3})+(?!['\u2019]?\d)", _joined),
    _in(
        rf"\A\s*\(?{_MINUS}?\s?{_SIGN}?\s?\d{{1,3}}(?: \d{{3}})+(?:[.,]\d+)?"
        rf"\s*(?:%|{_SIGN})?\)?\s*\Z",
        _spaces_and_comma,
    ),
    _in(r"(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![.,]?\d)", _decimal_comma),
)
_LETTERS = (
    _words(r"(?<=\d)\s?(?:per cent|pct|percentage points?|pp)\b\.?", "%"),
    _words(
        rf"(?<![\w.,])(?P<digits>{_PLAIN})\s?(?:(?P<mille>per ?mille|per thousand|promille)|"
        r"(?P<basis>bps?|basis points?)|ppm)\b",
        _of_a_percent,
    ),
    _words(r"\b(?:minus|negative)\s+(?=[$€£¥₹]?\d)", "-"),
    _words(r"(?<![\w.,/])(?P<whole>\d{1,15})(?P<part> and a half)\b", with_half),
    _words(
        rf"(?<![\w.,])(?P<digits>{_PLAIN})(?!\d)(?:\s?(?:{_SIGN}|{_OTHER}\b))?"
        rf"(?:\s?\((?:in )?(?P<scale>{WORD_SCALE})\)|[\s-]?(?:in )?(?P<word>{WORD_SCALE})\b\.?)",
        _worded,
    ),
    _in(
        rf"(?<![\w.,])(?P<digits>{_PLAIN})\s?(?P<scale>{SHORT_SCALE})(?=\b|EUR|USD|CHF|GBP)",
        scaled,
    ),
    _in(rf"(?<=[$€£¥₹])(?P<digits>{_PLAIN})\s?(?P<scale>m)\b", scaled),
    _in(rf"(?<![\w.,])({_PLAIN})(?={UNITS}\b)", r"\1 "),
)
_WHOLE = (
    _in(r"(?<![\w.,/])(?P<whole>\d{1,15}) (?P<part>\d{1,4}/[1-9]\d{0,3})(?![\w/])", with_half),
    _in(rf"\A\s*({_SIGN})\s?\(\s*({_PLAIN})\s*\)\s*\Z", r"-\1\2"),
    _in(
        rf"\A\s*\(\s*({_SIGN}?\s?{_PLAIN}\s?%?)\s?{_SIGN}?\s*\)\s*(%?)\s*\Z",
        r"-\1\2",
    ),
    _in(rf"\A\s*({_SIGN}?\s?{_PLAIN}\s?%?)\s?{_MINUS}\s*\Z", r"-\1"),
)

_GROUPS: tuple[tuple[re.Pattern[str], tuple[Rewrite, ...]], ...] = (
    (re.compile(r"[^\x00-\x7f]"), CHARACTERS),
    (re.compile(r"[-\u2013\u2014]\s"), DASHES),
    (re.compile(r"[\\{$]"), _LATEX),
    (re.compile(r"\d\s?[eE\\\u00d7\u00b7*x]"), _POWERS),
    (re.compile(rf"{_SIGN}|{_OTHER}"), _CURRENCIES),
    (re.compile(","), _COMMAS),
    (re.compile(r"\d['\u2019 .]\d|:"), _MARKS),
    (re.compile(r"\d\W{0,2}[^\W\d_]|minus|negative", re.IGNORECASE), _LETTERS),
    (re.compile(rf"[()/]|{_MINUS}\s*\Z"), _WHOLE),
)
# Each group with what a text must hold for it, in the order in which they are applied.


def rewritten(text: str) -> str:
    """The text with its numbers as plain figures."""
    for sign, rewrites in _GROUPS:
        if sign.search(text):
            for pattern, replacement in rewrites:
                text = pattern.sub(replacement, text)
    return text
