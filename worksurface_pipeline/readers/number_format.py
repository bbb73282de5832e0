"""Number formats of spreadsheets: which show percent, and which money of what currency."""

from __future__ import annotations

import re
from functools import lru_cache

from worksurface_pipeline.kernel.cells import CURRENCIES
from worksurface_pipeline.readers.grid import NumberStyle
from worksurface_pipeline.readers.units import PERCENT_UNIT

# Ids that a workbook uses without stating their format (ECMA-376, 18.8.30).
BUILT_IN_FORMATS = {
    5: '"$"#,##0',
    6: '"$"#,##0',
    7: '"$"#,##0.00',
    8: '"$"#,##0.00',
    9: "0%",
    10: "0.00%",
    42: '_("$"* #,##0_)',
    44: '_("$"* #,##0.00_)',
}
_BRACKET_SIGN = re.compile(r"\[\$([^\]-]+)(?:-([0-9A-Fa-f]+))?\]")
_SIGNS = "|".join(
    # A sign of letters stands alone, any other beside anything.
    rf"(?<!\w){re.escape(sign)}(?!\w)" if sign[0].isalpha() else re.escape(sign)
    for sign in sorted(CURRENCIES, key=len, reverse=True)
)
_PLAIN_SIGN = re.compile(_SIGNS)
# Signs that several countries use, by the language id of the country (MS-LCID, low half).
_LOCAL = {
    ("$", 0x1009): "CAD",
    ("$", 0x0C0C): "CAD",
    ("$", 0x0C09): "AUD",
    ("$", 0x1409): "NZD",
    ("$", 0x0C04): "HKD",
    ("$", 0x4809): "SGD",
    ("$", 0x080A): "MXN",
    ("¥", 0x0411): "JPY",
    ("kr", 0x0414): "NOK",
    ("kr", 0x041D): "SEK",
    ("kr", 0x0406): "DKK",
}
_LANGUAGE = 0xFFFF
_DECIMALS = re.compile(r"[0#?]\.([0#?]+)")
_PERCENT = re.compile(r"(?<!\\)%")
_ZEROS = re.compile(r"^(0{2,})$")
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_QUOTED_PERCENT = re.compile(r'"[^"]*%[^"]*"')


@lru_cache(maxsize=4096)
def number_style(code: str) -> NumberStyle | None:
    """The style of a format code such as `0.0%` or `[$€-407] #,##0.00`; None for plain ones."""
    section = code.split(";")[0]
    decimals = _decimals(section)
    if _PERCENT.search(_QUOTED_PERCENT.sub("", section)):
        return NumberStyle(PERCENT_UNIT, decimals)
    if zeros := _ZEROS.match(section):
        return NumberStyle(zeros=len(zeros.group(1)))
    match = _BRACKET_SIGN.search(section)
    sign = match.group(1).strip() if match else _plain_sign(section)
    if not sign:
        return None
    locale = int(match.group(2) or "0", 16) if match else 0
    return NumberStyle(_currency(sign, locale), decimals, sign)


def is_elapsed(code: str) -> bool:
    """Whether a format such as `[h]:mm` shows a span of time, which may exceed a day."""
    return _ELAPSED.search(code.split(";")[0]) is not None


def _currency(sign: str, locale: int) -> str:
    """The code of a sign, by the country of its format; the sign where none is known."""
    folded = sign.replace("￥", "¥")
    return _LOCAL.get((folded, locale & _LANGUAGE)) or CURRENCIES.get(folded, folded)


def _plain_sign(section: str) -> str:
    """A currency sign outside brackets; `[$-409]` is a locale, no money."""
    match = _PLAIN_SIGN.search(re.sub(r"\[[^\]]*\]", "", section))
    return match.group(0) if match else ""


def _decimals(section: str) -> int:
    match = _DECIMALS.search(section)
    return len(match.group(1)) if match else 0
