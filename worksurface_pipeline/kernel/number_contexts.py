"""What makes a number no statement of a value: bounds, denials, arithmetic, refusals, years.

The words are closed lists: what is not in them is read as any other word and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from worksurface_pipeline.kernel.number_words import NUMBER_WORD, UNREADABLE
from worksurface_pipeline.kernel.text import NumberMention

_NEAR = 40  # characters beside a number in which its bounds stand
# The words are matched against text in lower case.
_ABSTENTION = re.compile(r"insufficient[_ ]evidence")
_REFUSAL = re.compile(
    r"\b(?:could(?: not|n['\u2019]t)|can(?:not| not|['\u2019]t)|unable|unknown(?!\s\w)"
    r"|not (?:found|available|sure|stated)|no answer|found nothing|nothing found|undetermined"
    r"|(?:did(?: not|n['\u2019]t)|do(?: not|n['\u2019]t)) (?:find|know)"
    r"|no (?:data|information|evidence|match)(?:es)? (?:was |were )?(?:found|available))\b"
    r"|\A\W*no (?:data|information|evidence)\b"
)
_BOUND_BEFORE = re.compile(
    r"(?:[-\u2212]\(|\bnegative:|(?:<|(?<![-=])>|[\u2264\u2265\u2260\u00b1\u2213\u221a^])=?"
    r"|\b(?:more|less|fewer|greater|larger|smaller|higher|lower|other|rather) than"
    r"|\b(?:at least|at most|over|under|above|below|beyond|up to|exceeds|exceeding"
    r"|not|never|half of|half|double|twice|triple|all but|except|either|neither|between"
    r"|without|minus|plus|times|square root of|a (?:third|quarter|tenth|fraction|multiple) of)"
    r"|n['\u2019]t(?: \w{1,12})?|\bnot \w{1,12}"
    rf"|\b{NUMBER_WORD},?\s(?:or|to|plus|times|maybe))\s*[^\w\s:=.;]{{0,3}}\s?\Z"
)
_BOUND_AFTER = re.compile(
    r"\s?[)*`]*(?:\s?\+(?!\w)|\s?\u00b1|\s?[\^\u00b2\u00b3]|\s?\(negative\)"
    r"|,?\s?(?:or (?:more|less|fewer|greater|higher|lower|above|below|over|under|unknown|so)"
    rf"|minus|{NUMBER_WORD}|and {NUMBER_WORD}"
    r"|and (?:more|above|over|up)"
    r"|at (?:least|most)|is (?:wrong|incorrect|false|not)|isn['\u2019]t|is n['\u2019]t"
    rf"|(?:or|plus|minus|less|times|to|out of|maybe|or maybe)\s{NUMBER_WORD})\b)"
)
_OPERATOR = re.compile(r"\s?[+*/x\u00d7\u00f7\u00b7:^\u2212\u2013-]\s?|\s?\\(?:times|cdot|div)\s?")
_YEAR = re.compile(r"(?:19\d\d|20\d\d|2100)")
_BEFORE_YEAR = re.compile(
    r"\b(?:in|of|since|during|for|from|until|till|between|FY|year|Q[1-4],?|(?:19|20)\d\d (?:and|to)"
    r"|(?<!\d )(?<!\d. )(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]{0,6})\s?\Z",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s?(?:%|(?:rows?|events?|files?|items?|records?|entries|users?|units?|documents?|people"
    r"|hours?|days?|minutes?|lines?|tasks?|orders?|customers?)\b)",
    re.IGNORECASE,
)
_PART_OF = re.compile(r"\d\s(?:[^\W\d]+\s)?of\s?\Z")


def is_refusal(text: str) -> bool:
    """Whether a text says that it has no answer, in the words of a closed list."""
    return _REFUSAL.search(text.lower()) is not None


def has_abstention(text: str) -> bool:
    """Whether a text holds the word by which an agent abstains."""
    return _ABSTENTION.search(text.lower()) is not None


def is_year(plain: str, item: NumberMention) -> bool:
    """Whether a number is a year after "in", "since", "Q3" or the like."""
    if not _YEAR.fullmatch(item.raw):
        return False
    before = plain[max(0, item.start - _NEAR) : item.start]
    is_dated = _BEFORE_YEAR.search(before) is not None and not _PART_OF.search(before)
    return is_dated and not _COUNTED.match(plain, item.end)


def is_no_value(plain: str, item: NumberMention) -> bool:
    """Whether a number is bounded, denied, or multiplied by what nobody can tell."""
    before = plain[max(0, item.start - _NEAR) : item.start].lower()
    after = plain[item.end : item.end + _NEAR].lower()
    if before and _BOUND_BEFORE.search(before):
        return True
    return bool(after) and bool(_BOUND_AFTER.match(after) or UNREADABLE.match(after))


def is_arithmetic(plain: str, mentions: Sequence[NumberMention]) -> bool:
    """Whether an operator stands between two of the numbers."""
    return any(
        _OPERATOR.fullmatch(plain[one.end : other.start]) is not None
        for one, other in pairwise(mentions)
    )
