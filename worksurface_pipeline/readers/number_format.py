"""Number formats of spreadsheets: which show percent, and which money of what currency."""

from __future__ import annotations

import re
from functools import lru_cache

from worksurface_pipeline.kernel.text import CURRENCY_SIGNS
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
_BRACKET_SIGN = re.compile(r"\[\$([^\]-]+)(?:-[0-9A-Fa-f]+)?\]")
_PLAIN_SIGN = re.compile(r"[$€£¥₹₩₽₺₫฿￥]|\b(?:USD|EUR|GBP|CNY|RMB|CHF|JPY)\b")
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
    folded = sign.replace("￥", "¥")
    return NumberStyle(CURRENCY_SIGNS.get(folded, folded), decimals, sign)


def is_elapsed(code: str) -> bool:
    """Whether a format such as `[h]:mm` shows a span of time, which may exceed a day."""
    return _ELAPSED.search(code.split(";")[0]) is not None


def _plain_sign(section: str) -> str:
    """A currency sign outside brackets; `[$-409]` is a locale, no money."""
    match = _PLAIN_SIGN.search(re.sub(r"\[[^\]]*\]", "", section))
    return match.group(0) if match else ""


def _decimals(section: str) -> int:
    match = _DECIMALS.search(section)
    return len(match.group(1)) if match else 0
