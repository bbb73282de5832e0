"""Words that stand with a number: what multiplies it, its units, and numbers written in letters."""

from __future__ import annotations

import re

SCALES = {
    "十": 1,
    "百": 2,
    "千": 3,
    "万": 4,
    "萬": 4,
    "百万": 6,
    "千万": 7,
    "亿": 8,
    "億": 8,
    "十亿": 9,
    "百亿": 10,
    "千亿": 11,
    "万亿": 12,
    **dict.fromkeys(("hundred", "hundreds"), 2),
    **dict.fromkeys(("thousand", "thousands", "k", "tausend", "tsd", "тыс"), 3),
    **dict.fromkeys(("lakh", "lakhs", "lac", "lacs"), 5),
    **dict.fromkeys(("million", "millions", "millionen", "millones", "millón"), 6),
    **dict.fromkeys(("mio", "mln", "mn", "m", "mm", "млн"), 6),
    **dict.fromkeys(("crore", "crores", "cr", "crs"), 7),
    **dict.fromkeys(("billion", "billions", "bn", "b"), 9),
    **dict.fromkeys(("milliard", "milliards", "milliarde", "milliarden", "mrd", "млрд"), 9),
    **dict.fromkeys(("trillion", "trillions", "tn", "trn"), 12),
}
"""Powers of ten by the word or letter that stands for them, case-folded."""
_SHORT = frozenset({"k", "m", "b", "mm", "mn", "bn", "tn", "trn"})
WORD_SCALE = (
    "(?=[bchlmtмт])(?:"
    + "|".join(
        sorted((word for word in SCALES if word[0] < "一" and word not in _SHORT), reverse=True)
    )
    + ")"
)
"""Those words that hold whatever their case, as a pattern, the longer before the shorter."""
SHORT_SCALE = "(?:[bmt]n|MN|trn|MM|[kKMB])"
"""Those letters that hold as they are written, as a pattern."""
CJK_SCALE = "(?:[百千]万|[十百千万]亿|[十百千万萬亿億])"
"""Those characters, the longer before the shorter, as a pattern."""
UNREADABLE = re.compile(
    r"[\s-]?(?:dozens?|mil|tens|thou|grand|(?:quadr|quint|gaz|z)illions?)\b|\s?['\u2019]000\b",
    re.IGNORECASE,
)
"""What multiplies a number before it by something that nobody can tell, or that is no plain ten."""
UNITS = (
    "(?:kg|mg|km|cm|mm|ms|[dghs]|min|mins|minutes?|seconds?|hrs?|hours?|[KMGT]B|[kMG]?Wh|pcs|days?"
    "|weeks?|months?|years?|items?|rows?|files?)"
)
"""Units that may follow a figure without a blank, as a pattern."""

KNOWN_UNITS = {
    "percent": "percent",
    "fraction": "fraction",
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds"), "ms"),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), "s"),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), "min"),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), "h"),
    **dict.fromkeys(("d", "day", "days"), "day"),
    **dict.fromkeys(("week", "weeks", "wk", "wks"), "week"),
    **dict.fromkeys(("month", "months"), "month"),
    **dict.fromkeys(("year", "years", "yr", "yrs"), "year"),
    **{name: name for name in ("mg", "g", "kg", "mm", "cm", "km")},
    **dict.fromkeys(("usd", "us$", "$", "dollar", "dollars"), "USD"),
    **dict.fromkeys(("eur", "€", "euro", "euros"), "EUR"),
    **dict.fromkeys(("gbp", "£"), "GBP"),
    **dict.fromkeys(("cny", "rmb", "yuan", "元"), "CNY"),
    **dict.fromkeys(("inr", "₹", "rs", "rupee", "rupees"), "INR"),
    **dict.fromkeys(("jpy", "yen", "円"), "JPY"),
    **dict.fromkeys(("hkd", "hk$"), "HKD"),
    **dict.fromkeys(("aud", "au$", "a$"), "AUD"),
    **dict.fromkeys(("cad", "ca$", "c$"), "CAD"),
    **dict.fromkeys(("brl", "r$"), "BRL"),
    **{name.lower(): name for name in ("CHF", "DKK", "KRW", "NOK", "PLN", "SEK", "SGD", "TWD")},
}
"""Units by the words for them, case-folded. "¥" is two currencies and none of these."""

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_TEENS = ("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = {
    "zero": 0,
    **{word: place for place, word in enumerate((*_ONES, *_TEENS, "nineteen"), 1)},
    **{word: 10 * place for place, word in enumerate(_TENS, 2)},
    **{
        f"{ten}-{one}": 10 * place + unit
        for place, ten in enumerate(_TENS, 2)
        for unit, one in enumerate(_ONES[:9], 1)
    },
}
"""Numbers up to 99 by their words."""
NUMBER_WORD = (
    "(?:" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)).replace("-", "[- ]") + ")"
)
"""Those words as a pattern, the longer before the shorter."""
