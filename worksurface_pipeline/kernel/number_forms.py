"""Number forms that answers come in, beyond the printed figures of `text.find_numbers`.

Every form is rewritten to a plain figure and then read by `find_numbers`: full width ("３５％"),
LaTeX ("9{,}500"), grouping by spaces ("1 234"), decimal comma ("1.234,5"), magnitudes
("3.2 million", "$1.7m"), accounting brackets ("(5)" is −5), exponents ("1.2e3"), and figures that
stand against CJK characters ("55000元"). What does not belong: which number a question asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from worksurface_pipeline.kernel.text import CURRENCY_SIGNS, find_numbers

_SIGN = "(?:" + "|".join(re.escape(s) for s in sorted(CURRENCY_SIGNS, key=len, reverse=True)) + ")"
_PLAIN = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_WIDTHS = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES = {0xA0: " ", 0x2009: " ", 0x202F: " ", 0x3000: " "}
_SCALES = {
    "thousand": 3,
    "k": 3,
    "万": 4,
    "million": 6,
    "mn": 6,
    "m": 6,
    "亿": 8,
    "billion": 9,
    "bn": 9,
    "b": 9,
    "trillion": 12,
}
_LONGEST = 20_000  # characters; a number stands in a sentence, never in a book


@dataclass(frozen=True, slots=True)
class NumberReading:
    """A number as meant: `unit` is "percent", a currency code or "". Percent is not scaled."""

    value: Decimal
    unit: str


def read_numbers(text: str) -> tuple[NumberReading, ...]:
    """All numbers of `text`, in order, whatever form they are written in."""
    plain = _plain(text[:_LONGEST])
    return tuple(NumberReading(item.number, item.unit) for item in find_numbers(plain))


def sole_number(text: str) -> NumberReading | None:
    """The number of `text` when it states exactly one value (repeats are one), else None."""
    readings = read_numbers(text)
    if len({reading.value for reading in readings}) != 1:
        return None
    return readings[0]


def _plain(text: str) -> str:
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    return text


def _joined(match: re.Match[str]) -> str:
    return match[0].replace(" ", "")


def _decimal_comma(match: re.Match[str]) -> str:
    return match[0].replace(".", "").replace(",", ".")


def _scaled(match: re.Match[str]) -> str:
    value = Decimal(match["digits"].replace(",", ""))
    scale = Decimal(10) ** _SCALES[match["scale"].casefold()]
    return format(value * scale, "f") + " "


def _exponent(match: re.Match[str]) -> str:
    return format(Decimal(match[0]), "f")


def _full_width(match: re.Match[str]) -> str:
    return match[0].translate(_WIDTHS)


def _space(match: re.Match[str]) -> str:
    return match[0].translate(_SPACES)


_Replacement = str | Callable[[re.Match[str]], str]

# The order matters: characters, then LaTeX, then grouping, then what multiplies.
_REWRITES: tuple[tuple[re.Pattern[str], _Replacement], ...] = (
    (re.compile(r"[\uff01-\uff5e]+"), _full_width),
    (re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))"), ""),
    (re.compile(r"[\u00a0\u2009\u202f\u3000]+"), _space),
    (re.compile(r"(?<=\d)\{,\}(?=\d{3})"), ","),
    (re.compile(r"(?<=\d)\\,(?=\d{3})"), ""),
    (re.compile(r"\\boxed\{([^{}]*)\}"), r" \1 "),
    (re.compile(r"\\([$%])"), r"\1"),
    (re.compile(r"\$([^$]*\d)\$"), r" \1 "),
    (re.compile(r"(?<=[A-Za-z]):(?=[-\u2212]?\d)"), ": "),
    (re.compile(r"(?<=\d)(?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff])(?=\d)"), " "),
    (
        re.compile(
            rf"\A\s*[-\u2212]?\s?{_SIGN}?\s?\d{{1,3}}(?: \d{{3}})+(?:[.,]\d+)?"
            rf"\s*(?:%|{_SIGN})?\s*\Z"
        ),
        _joined,
    ),
    (re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d+(?![.,]?\d)"), _decimal_comma),
    (re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![.,]?\d)"), _decimal_comma),
    (
        re.compile(rf"\A\s*[-\u2212+]?\s?{_SIGN}?\s?\d+,\d{{1,2}}\s*(?:%|{_SIGN})?\s*\Z"),
        _decimal_comma,
    ),
    (re.compile(r"(?<![\w.,])\d+(?:\.\d+)?[eE][-+]?\d{1,2}(?!\w)"), _exponent),
    (
        re.compile(
            rf"(?<![\w.,])(?P<digits>{_PLAIN})(?:\s?(?P<scale>thousand|million|billion|trillion)\b)",
            re.IGNORECASE,
        ),
        _scaled,
    ),
    (re.compile(rf"(?<![\w.,])(?P<digits>{_PLAIN})\s?(?P<scale>[万亿])"), _scaled),
    (re.compile(rf"(?<![\w.,])(?P<digits>{_PLAIN})(?P<scale>[kKMB]|bn|mn)\b"), _scaled),
    (re.compile(rf"(?<=[$€£¥₹])(?P<digits>{_PLAIN})\s?(?P<scale>m)\b"), _scaled),
    (re.compile(rf"\A\s*\(\s*({_SIGN}?\s?{_PLAIN}\s?%?)\s*\)\s*\Z"), r"-\1"),
)
