"""Units that count in thousands ("000's", "'000"): their noughts are no value.

What does not belong: apostrophes that group the digits of a number ("1'000"), see `number_forms`.
"""

from __future__ import annotations

import re

_MARK = "['\u2018\u2019\u02bc]"  # an apostrophe, as typed or as printed
_UNIT = re.compile(rf"(?<![\w.,])(?:000{_MARK}s\b|{_MARK}000s?\b(?!'))")


def without_thousands(text: str) -> str:
    """A text with such units blank, length unchanged."""
    if "000" not in text:
        return text
    return _UNIT.sub(lambda match: " " * len(match.group()), text)
