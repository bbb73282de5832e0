"""Reading numbers, money, percentages and names in text: every pattern has its home here.

What does not belong: deciding whether two values are equal (scoring), or whether a column is
numeric (readers).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.thousands import without_thousands

CURRENCY_SIGNS = {
    "$": "USD",
    "US$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "CNY",
    "₹": "INR",
    "USD": "USD",
    "EUR": "EUR",
    "GBP": "GBP",
    "CNY": "CNY",
    "RMB": "CNY",
}
_SIGNS = "|".join(re.escape(sign) for sign in sorted(CURRENCY_SIGNS, key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
NUMBER = re.compile(
    rf"(?P<open>\((?=[^()]*\)))?(?P<minus>[-\u2212])?\s?(?P<sign>{_SIGNS})?\s?(?P<inner>[-\u2212])?"
    rf"(?P<digits>{_DIGITS})\s?(?P<percent>[%\uff05]|percent\b)?"
)
_WIDTHS = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_WORD = re.compile(r"\w", re.UNICODE)
_SLUG = re.compile(r"[^\w]+|_+", re.UNICODE)
_HEX_PREFIX = re.compile(r"^[0-9a-f]{16}_")


class NumberMention(Frozen):
    """A number in a text at [start, end), as printed in `raw`.

    `value` is the printed value as decimal text (33.5 for "33.5%"), `digits` its printed decimals,
    `unit` "percent", a currency code or "".
    """

    value: str
    digits: int
    unit: str
    raw: str
    start: int
    end: int

    @property
    def number(self) -> Decimal:
        """The printed value."""
        return Decimal(self.value)


def find_numbers(text: str) -> Iterator[NumberMention]:
    """All numbers of `text` that stand as tokens of their own, in order.

    Digits inside a longer word or code (`Q3`, `v1.2.3`, `file_12.csv`, `FA-2023-001`, dates with
    dashes or slashes) are none, and neither is a unit of thousands (`000's`).
    """
    folded = without_thousands(_fold_width(text))
    for match in NUMBER.finditer(folded):
        mention = _mention(folded, match)
        if mention is not None:
            yield mention


def parse_number(text: str) -> NumberMention | None:
    """The number that `text` as a whole is ("$1,234.50", "(5)", "35 %"), else None."""
    stripped = _fold_width(text).strip()
    match = NUMBER.match(stripped)
    if match is None:
        return None
    mention = _mention(stripped, match)
    if mention is None:
        return None
    rest = stripped[mention.end :].strip()
    return mention if rest == "" and not stripped[: mention.start].strip() else None


def slug(text: str) -> str:
    """Lower-case key of a label: "Operations Manager" is `operations_manager`."""
    return _SLUG.sub("_", normalise(text)).strip("_")


def identifier(text: str) -> str:
    """NFKC, lower case, every run of anything but letters and digits of any script as `_`."""
    folded = unicodedata.normalize("NFKC", text).lower()
    pieces = "".join(char if char.isalnum() else "_" for char in folded)
    return re.sub(r"_+", "_", pieces).strip("_")


def normalise(text: str) -> str:
    """NFKC, case-folded, white space squeezed: the form in which strings are compared."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def strip_hex_prefix(name: str) -> str:
    """A stored name without one leading `<16 hex>_`; a name without it as it is."""
    return _HEX_PREFIX.sub("", name, count=1)


def has_token(text: str, token: str) -> bool:
    """Whether `token` occurs in `text` not as part of a longer word, number or file name."""
    return next(find_token(text, token), None) is not None


def find_token(text: str, token: str) -> Iterator[int]:
    """Offsets at which `token` stands free in `text`, case as written."""
    start = text.find(token)
    while start >= 0 and token:
        if _is_free(text, start, start + len(token)):
            yield start
        start = text.find(token, start + 1)


def _is_free(text: str, start: int, end: int) -> bool:
    before = text[start - 1] if start else ""
    after = text[end] if end < len(text) else ""
    if before and _WORD.match(before) and _WORD.match(text[start]):
        return False
    if after and _WORD.match(after) and _WORD.match(text[end - 1]):
        return False
    return not (_continues_left(text, start) or _continues_right(text, end))


def _continues_left(text: str, start: int) -> bool:
    """A digit, dot or dash that makes the token the tail of a longer code or number."""
    if start < 2 or not text[start].isdigit():
        return False
    return text[start - 1] in ".,-/:_" and text[start - 2].isalnum()


def _continues_right(text: str, end: int) -> bool:
    if end + 1 >= len(text) or not text[end - 1].isalnum():
        return False
    if text[end] in ".-_/" and text[end - 1].isdigit():
        return text[end + 1].isdigit() or (text[end] in "-_" and text[end + 1].isalnum())
    if text[end] in ",:" and text[end - 1].isdigit():
        return text[end + 1].isdigit()
    return text[end] == "." and text[end + 1].isalnum() and not text[end + 1].isspace()


def _mention(text: str, match: re.Match[str]) -> NumberMention | None:
    first = match.start("sign") if match["sign"] else match.start("digits")
    end = match.end("percent") if match["percent"] else match.end("digits")
    if not _is_free_number(text, match, first, end):
        return None
    is_negative = bool(match["inner"]) or _is_minus(text, match)
    start = match.start("minus") if match["minus"] and _is_minus(text, match) else first
    if match["open"] and text[end : end + 1] == ")" and match["sign"]:
        is_negative, start, end = True, match.start("open"), end + 1
    digits = match["digits"].replace(",", "")
    value = Decimal(digits)
    return NumberMention(
        value=format(-value if is_negative else value, "f"),
        digits=len(digits.partition(".")[2]),
        unit=_unit(match),
        raw=text[start:end],
        start=start,
        end=end,
    )


def _is_free_number(text: str, match: re.Match[str], first: int, end: int) -> bool:
    digit_end = match.end("digits")
    before = text[first - 1] if first else ""
    if before and (_WORD.match(before) or before in "#@") and not match["sign"]:
        return False
    if not match["sign"] and _continues_left(text, match.start("digits")):
        return False
    after = text[digit_end] if digit_end < len(text) else ""
    is_letter_next = bool(after) and _WORD.match(after) is not None
    return not is_letter_next and not _continues_right(text, digit_end)


def _is_minus(text: str, match: re.Match[str]) -> bool:
    """A dash is a minus only where no word or number stands directly before it."""
    if not match["minus"]:
        return False
    start = match.start("minus")
    return start == 0 or not text[start - 1].isalnum()


def _unit(match: re.Match[str]) -> str:
    if match["percent"]:
        return "percent"
    return CURRENCY_SIGNS[match["sign"]] if match["sign"] else ""


def _fold_width(text: str) -> str:
    """Full-width digits, signs and punctuation as ASCII, length unchanged."""
    return text if text.isascii() else text.translate(_WIDTHS)
