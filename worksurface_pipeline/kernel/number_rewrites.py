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

from worksurface_pipeline.kernel.number_words import CJK_SCALE, SCALES, UNITS, WORD_SCALE
from worksurface_pipeline.kernel.text import CURRENCY_SIGNS

Rewrite = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

_SIGN = "(?:" + "|".join(re.escape(s) for s in sorted(CURRENCY_SIGNS, key=len, reverse=True)) + ")"
_CODE = "(?:" + "|".join(sorted(name for name in CURRENCY_SIGNS if name.isalpha())) + ")"
# Currencies that leave a plain figure: `text` gives them no unit.
_OTHER = "(?:AUD|BRL|CAD|CHF|DKK|HKD|INR|JPY|KRW|NOK|PLN|SEK|SGD|TWD|Rs)"
_PLAIN = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_MINUS = "[-\u2212]"
_WIDTHS = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES = {0xA0: " ", 0x2009: " ", 0x202F: " ", 0x3000: " "}
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def _joined(match: re.Match[str]) -> str:
    return re.sub(r"[ '\u2019,]", "", match[0])


def _decimal_comma(match: re.Match[str]) -> str:
    return match[0].replace(".", "").replace(",", ".")


def _spaces_and_comma(match: re.Match[str]) -> str:
    """Blanks between digits go; a comma behind them is the decimal mark."""
    return re.sub(r"(?<=\d) (?=\d)", "", match[0]).replace(",", ".")


def _shifted(digits: str, places: int) -> str:
    return format(Decimal(digits.replace(",", "")).scaleb(places), "f")


def _scaled(match: re.Match[str]) -> str:
    return _shifted(match["digits"], SCALES[match["scale"].casefold()]) + " "


def _power(match: re.Match[str]) -> str:
    exponent = match["exponent"].translate(_RAISED).replace("\u2212", "-")
    return _shifted(match["digits"], int(exponent)) + " "


def _exponent(match: re.Match[str]) -> str:
    return format(Decimal(match[0]), "f")


def _fraction(match: re.Match[str]) -> str:
    below = Decimal(match["below"])
    return match[0] if below == 0 else f" {format(Decimal(match['above']) / below, 'f')} "


def _full_width(match: re.Match[str]) -> str:
    return match[0].translate(_WIDTHS)


def _space(match: re.Match[str]) -> str:
    return match[0].translate(_SPACES)


def _in(pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Rewrite:
    return re.compile(pattern), replacement


def _words(pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Rewrite:
    return re.compile(pattern, re.IGNORECASE), replacement


_CHARACTERS = (
    _in(r"[\uff01-\uff5e]+", _full_width),
    _in(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))", ""),
    _in(r"[\u00a0\u2009\u202f\u3000]+", _space),
    _in(r"[负負](?=\s?\d)", "-"),
    _in(r"百分之\s?(\d+(?:\.\d+)?)", r"\1%"),
    _in(r"(?<=\d)(?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff])(?=\d)", " "),
    _in(rf"(?<![\w.,])(?P<digits>{_PLAIN})\s?(?P<scale>{CJK_SCALE})", _scaled),
)
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
        r"\g<sign>\g<digits>",
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
    _words(r"\b(?:minus|negative)\s+(?=[$€£¥₹]?\d)", "-"),
    _words(rf"(?<![\w.,])(?P<digits>{_PLAIN})\s?(?P<scale>{WORD_SCALE})\b\.?", _scaled),
    _in(rf"(?<![\w.,])(?P<digits>{_PLAIN})\s?(?P<scale>bn|mn|tn|[kKMB])\b", _scaled),
    _in(rf"(?<=[$€£¥₹])(?P<digits>{_PLAIN})\s?(?P<scale>m)\b", _scaled),
    _in(rf"(?<![\w.,])({_PLAIN})(?={UNITS}\b)", r"\1 "),
)
_WHOLE = (
    _in(
        rf"\A\s*\(\s*({_SIGN}?\s?{_PLAIN}\s?%?)\s?{_SIGN}?\s*\)\s*(%?)\s*\Z",
        r"-\1\2",
    ),
    _in(rf"\A\s*({_SIGN}?\s?{_PLAIN}\s?%?)\s?{_MINUS}\s*\Z", r"-\1"),
)

_GROUPS: tuple[tuple[re.Pattern[str], tuple[Rewrite, ...]], ...] = (
    (re.compile(r"[^\x00-\x7f]"), _CHARACTERS),
    (re.compile(r"[\\{$]"), _LATEX),
    (re.compile(r"\d\s?[eE\\\u00d7\u00b7*x]"), _POWERS),
    (re.compile(rf"{_SIGN}|{_OTHER}"), _CURRENCIES),
    (re.compile(","), _COMMAS),
    (re.compile(r"\d['\u2019 .]\d|:"), _MARKS),
    (re.compile(r"\d\s?[A-Za-z]|minus|negative", re.IGNORECASE), _LETTERS),
    (re.compile(rf"[()]|{_MINUS}\s*\Z"), _WHOLE),
)
# Each group with what a text must hold for it, in the order in which they are applied.


def rewritten(text: str) -> str:
    """The text with its numbers as plain figures."""
    for sign, rewrites in _GROUPS:
        if sign.search(text):
            for pattern, replacement in rewrites:
                text = pattern.sub(replacement, text)
    return text
