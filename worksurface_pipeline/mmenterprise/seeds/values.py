"""A printed value and its unit in running text: "EUR 4.2 million", "43 ms", "4.76%", "1,204"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import CURRENCY_SIGNS, NumberMention

_MONEY = "|".join(re.escape(sign) for sign in sorted(CURRENCY_SIGNS, key=len, reverse=True))
_BEFORE = re.compile(rf"(?:(?<=\s)|(?<=^)|(?<=\())(?P<money>{_MONEY})\s?$")
_PERCENT = re.compile(r"\s*(?:[%\uff05]|percent)$")
_AFTER = re.compile(
    r"^\s?(?P<scale>million|billion|trillion|thousand|bn|m\b)?\s?"
    r"(?P<unit>%|per ?cent\b|percent\b|percentage points?\b|°[CF]\b"
    r"|(?:[kMGT]?(?:W|Wh|Hz|B|V|g|m|t|J|N|Pa)|kWh|MWh|GWh|ms|s|min|h|km|cm|mm|m²|m2|ha|kg|mg|tonnes?|tons?|lit(?:er|re)s?"
    r"|hours?|days?|weeks?|months?|years?|minutes?|seconds?|points?|epochs?|degrees?|dollars?|euros?|pounds?"
    r"|miles?|people|times|cases?|samples?|participants?|respondents?|employees?|readings?)"
    r"(?![\w-]))?",
)


@dataclass(frozen=True, slots=True)
class Value:
    """`text` is the figures as printed, `unit` what they count; [start, end) holds both."""

    text: str
    unit: str
    start: int
    end: int


def value_at(text: str, mention: NumberMention) -> Value:
    """The value that a number of `text` is part of. Figures are copied, never rounded."""
    digits = _PERCENT.sub("", mention.raw)
    at = text.find(digits, mention.start) if digits in mention.raw else mention.start
    money, figures = _parted(digits)
    start, end = at, at + len(digits)
    if mention.value.startswith("-") and text[at - 1 : at] in ("-", "\u2212") and at:
        start, figures = at - 1, text[at - 1] + figures
    before = _BEFORE.search(text[:start])
    if before and not money:
        money, start = before["money"], before.start("money")
    after = _AFTER.match(text[end:])
    scale = (after["scale"] or "") if after else ""
    unit = (after["unit"] or "") if after else ""
    stop = end + (after.end() if after and (scale or unit) else 0)
    named = CURRENCY_SIGNS.get(money, money)
    return Value(figures, " ".join(filter(None, [named, scale, unit])), start, stop)


def _parted(digits: str) -> tuple[str, str]:
    """A sign of money and the figures behind it; a minus sign stays with the figures."""
    match = re.match(rf"^(?P<minus>[-\u2212]?)\s?(?P<money>{_MONEY})?\s?(?P<rest>.*)$", digits)
    if match is None or not match["money"]:
        return "", digits
    return match["money"], match["minus"] + match["rest"]
