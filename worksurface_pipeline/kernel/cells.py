"""Forms of a whole table cell: number, percent, money, date, missing marker, host name, code.

The sibling of `kernel.text` for columns. The patterns are kept to what both `re` and the regex
engine of polars understand, so that a column is checked at once and not cell by cell.
"""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.text import CURRENCY_SIGNS

MISSING_MARKERS = frozenset(
    {
        *("", "-", "--", "–", "—", "——", "n/a", "na", "n.a.", "nan", "null", "none"),
        *("n.m.", "n/m", "n.d.", "n/d", "tbd", "tba", "*", "**", "***", "..", "...", "…"),
        *("see note", "see notes", "see footnote"),
    }
)
"""Case-folded texts that stand for "no value" in a column of numbers, dates or booleans."""

WORD_MARKERS = frozenset({"n/a", "na", "nan", "null", "#n/a", "<na>"})
"""Markers that mean "no value" among longer texts too; among short codes NA may be a code."""

DASH_MARKERS = frozenset({"—", "——", "–"})
"""Dashes of typography, which mean "no value" among texts of any length."""

FOOTNOTE_MARKER = r"^\[\d{1,3}(?:, ?\d{1,3})*\]$"
"""In place of a number: "[5]", whose note says why there is none."""

ERROR_VALUES = frozenset(
    {"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#GETTING_DATA"}
)
"""Error values of spreadsheets, as they are shown."""

CURRENCIES = CURRENCY_SIGNS | {
    **{"￥": "CNY", "元": "CNY", "円": "JPY", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₫": "VND"},
    **{"฿": "THB", "₪": "ILS", "R$": "BRL", "A$": "AUD", "C$": "CAD", "HK$": "HKD", "NZ$": "NZD"},
    # Three countries call their money so: the sign itself is the unit.
    **{"kr": "kr", "kr.": "kr", "zł": "PLN", "Kč": "CZK", "Ft": "HUF"},
    **{code: code for code in ("JPY", "CHF", "INR", "HKD", "KRW", "AUD", "CAD", "SGD", "SEK")},
    **{code: code for code in ("NOK", "DKK", "PLN", "CZK", "HUF", "BRL", "NZD")},
}
"""Signs and codes beside an amount in a cell, by the currency that they name."""

NEUTRAL_SEPARATORS = r"['\u2019 \u00a0\u2009\u202f]"
"""What separates groups of digits and never stands before decimals."""

_SIGN = r"[-\u2212+]?"
_WHOLE = r"(?:0|[1-9]\d{0,14})"
_GROUPED = r"[1-9]\d{0,2}(?:,\d{3}){1,4}"
_EXPONENT = r"(?:[eE][-+]?\d{1,3})?"
_CURRENCY = "|".join(re.escape(sign) for sign in sorted(CURRENCIES, key=len, reverse=True))

# A plus before eight and more digits is a telephone number; more than 15 digits or a leading zero
# make an identifier, which must keep its text.
INTEGER = (
    rf"^(?:[-\u2212]?{_WHOLE}|\+[1-9]\d{{0,6}}|{_SIGN}{_GROUPED}|\([1-9]\d{{0,2}}(?:,\d{{3}})+\))$"
)
DECIMAL = (
    rf"^(?:{_SIGN}(?:{_GROUPED}|{_WHOLE})?\.\d+{_EXPONENT}|{_SIGN}[1-9][eE][-+]\d{{1,3}}"
    rf"|\((?:{_GROUPED}|{_WHOLE})\.\d+\)|[-\u2212]?{_WHOLE}|{_SIGN}{_GROUPED}|\+[1-9]\d{{0,6}})$"
)
CERTAIN_DECIMAL_COMMA = r"^[-\u2212+]?(?:\d{1,3}(?:\.\d{3})+,\d+|0,\d+|\d+,(?:\d{1,2}|\d{4,}))$"

# Digits and separators of amounts in all the ways of writing them, of either width.
_D, _FIRST = r"[0-9\uff10-\uff19]", r"[1-9\uff11-\uff19]"
_ANY_WHOLE = rf"(?:[0\uff10]|{_FIRST}{_D}{{0,14}})"


_COMMA, _POINT = r"[,\uff0c]", r"[.\uff0e]"


def _groups(separator: str) -> str:
    return rf"{_FIRST}{_D}{{0,2}}(?:{separator}{_D}{{3}}){{1,4}}"


_NEUTRAL = rf"{_groups(NEUTRAL_SEPARATORS)}|{_ANY_WHOLE}"
# 12,34,567: groups of two above the thousands, as in India.
_LAKHS = rf"{_FIRST}{_D}?(?:,{_D}{{2}}){{1,5}},{_D}{{3}}"
POINT_AMOUNT = rf"(?:(?:{_groups(_COMMA)}|{_LAKHS}|{_NEUTRAL})(?:{_POINT}{_D}+)?|{_POINT}{_D}+)"
"""Digits with a decimal point: 1,234.50, 12,34,567.50, 1'234.50, 1 234.50, .5 (no anchors)."""
COMMA_AMOUNT = rf"(?:(?:{_groups(_POINT)}|{_NEUTRAL})(?:{_COMMA}{_D}+)?)"
"""Digits with a decimal comma: 1.234,50, 1'234,50, 1 234,50 (no anchors)."""

_AMOUNT = rf"(?:{POINT_AMOUNT}|{COMMA_AMOUNT})"
_MINUS = r"[-\u2212\uff0d]"
_ANY_SIGN = rf"(?:[+\uff0b]|{_MINUS})?"
_PERCENT = r"\s?[%\uff05]"
PERCENT = (
    rf"^(?:{_ANY_SIGN}\s?{_AMOUNT}{_PERCENT}|\({_AMOUNT}{_PERCENT}\)|\({_AMOUNT}\){_PERCENT})$"
)
MONEY = (
    rf"^(?:{_ANY_SIGN}\s?(?:{_CURRENCY})\s?{_ANY_SIGN}{_AMOUNT}{_MINUS}?"
    rf"|{_ANY_SIGN}\s?{_AMOUNT}{_MINUS}?\s?(?:{_CURRENCY})"
    rf"|\(\s?(?:{_CURRENCY})\s?{_AMOUNT}\s?\)|(?:{_CURRENCY})\s?\(\s?{_AMOUNT}\s?\)"
    rf"|\(\s?{_AMOUNT}\s?(?:{_CURRENCY})\s?\)|\(\s?{_AMOUNT}\s?\)\s?(?:{_CURRENCY}))$"
)
OTHER_NUMBER = rf"^(?:{_ANY_SIGN}\s?{_AMOUNT}|{_AMOUNT}{_MINUS}|\(\s?{_AMOUNT}\s?\))$"
"""A number without unit in any form: groups of all kinds, brackets or a minus behind it."""
CURRENCY_SIGN = rf"({_CURRENCY})"
BOOLEAN = r"^(?i:true|false)$"

DATE_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"^\d{4}-\d{1,2}-\d{1,2}$", ("%Y-%m-%d",)),
    (r"^\d{4}/\d{1,2}/\d{1,2}$", ("%Y/%m/%d",)),
    (r"^\d{4}\.\d{1,2}\.\d{1,2}$", ("%Y.%m.%d",)),
    (r"^\d{4}年\d{1,2}月\d{1,2}日$", ("%Y年%m月%d日",)),
    (r"^\d{1,2}\.\d{1,2}\.\d{4}$", ("%d.%m.%Y",)),
    (r"^\d{1,2}/\d{1,2}/\d{4}$", ("%d/%m/%Y", "%m/%d/%Y")),
    (r"^\d{1,2}-\d{1,2}-\d{4}$", ("%d-%m-%Y", "%m-%d-%Y")),
    (r"^\d{1,2} [A-Za-z]{3,9} \d{4}$", ("%d %b %Y", "%d %B %Y")),
    (r"^\d{1,2}-[A-Za-z]{3}-\d{4}$", ("%d-%b-%Y",)),
    (r"^[A-Za-z]{3,9} \d{1,2}, \d{4}$", ("%b %d, %Y", "%B %d, %Y")),
)
"""Date shapes with the formats that may read them; two that both read a column are ambiguous."""

TIMESTAMP_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$", ("%Y-%m-%d %H:%M:%S%.f",)),
    (r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$", ("%Y-%m-%dT%H:%M:%S%.f",)),
    (r"^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$", ("%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M")),
    (r"^\d{4}/\d{1,2}/\d{1,2} \d{1,2}:\d{2}(?::\d{2})?$", ("%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S")),
)
"""The same for a date with a time of day, without its zone."""

ZONE = r"\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$"
ZONED = r"^\d{4}[-/].*\d:\d{2}(?:\.\d{1,9})?\s?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$"
"""What ends a timestamp of a stated time zone, and such a timestamp."""

YEAR_FIRST = r"^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}"
"""A date that no custom of any country reads in another way."""

TIME = r"^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$"
TIME_12 = r"^(?:0?[1-9]|1[0-2]):[0-5]\d(?::[0-5]\d)?\s?(?i:[ap]m)$"
# Hours above 23 tell a duration from a time of day; two parts alone may be minutes and seconds.
DURATION = r"^\d{1,5}:[0-5]\d:[0-5]\d$"
# Digits that would be lost in a number: leading zeros, or more than a float keeps apart.
LOSSY_DIGITS = r"^(?:0\d{1,30}|\d{16,40})$"
DIGITS = r"^[0-9]+$"
# What may stand beside such digits in a column of identifiers.
IDENTIFIER = r"^[A-Za-z]*[0-9][0-9A-Za-z]*(?:[._/#-][0-9A-Za-z]+)*$"

EMAIL = re.compile(r"^[\w.+-]+@[\w-]+(?:\.[\w-]+)*$")
URL = re.compile(r"^(?:https?|ftp)://\S+$", re.IGNORECASE)
HOST = re.compile(r"^(?=.*[A-Za-z])[\w-]+(?:\.[\w-]+)+(?::\d+)?$")
CODE = re.compile(r"^(?=.*\d)[\w./:#+-]+$")
NOTE_LABEL = re.compile(
    r"^\s*(?:notes?\b|source\b|sources\s*:|footnotes?\b|remarks?\s*:|\*|[†‡¹²³⁴-⁹]|\[\d+\]|\(\d+\)\s\S|n/a\s*[-–=]"
    r"|注[:：\d]|备注|備考|说明|資料|数据来源|来源|※)",
    re.IGNORECASE,
)
# A unit in a header: "Weight (kg)", "DAU/MAU（%）", "MAU [10k]", or the tail of weight_kg.
HEADER_UNIT = re.compile(r"[(（\[]\s*([^()（）\[\]]{1,30}?)\s*[)）\]]\s*$")
HEADER_UNIT_TAIL = re.compile(
    r"(?:_|\s|,\s|：|: )(kg|km|cm|mm|ms|mb|gb|kwh|mwh|usd|eur|gbp|cny|rmb|jpy|chf|inr|pct|percent"
    r"|minutes|seconds|hours|days|weeks|months|min|sec|hrs|%)$",
    re.IGNORECASE,
)
# A line above a table that tells the unit of all of it.
UNIT_LINE = re.compile(
    r"^\s*(?:unit|units|currency|单位|單位|金额单位|货币)\s*[:：]", re.IGNORECASE
)
YEAR = re.compile(r"^(?:19|20)\d{2}$")


_FOOTNOTE = re.compile(FOOTNOTE_MARKER)


def is_missing(text: str) -> bool:
    """Whether a cell text stands for "no value": blank, a dash, N/A, or an error value."""
    stripped = text.strip()
    if stripped.casefold() in MISSING_MARKERS or stripped in ERROR_VALUES:
        return True
    return stripped.startswith("[") and _FOOTNOTE.match(stripped) is not None
