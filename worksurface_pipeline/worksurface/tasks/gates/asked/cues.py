"""What words of a question say of a query: one closed vocabulary, documented for users.

A word that is not here says nothing. The user's side of it stands in docs/own-questions.md.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Sense(StrEnum):
    """What a query can do with the figures of a column, in the words of a reason."""

    TOTAL = "the total (sum)"
    MEAN = "the mean (avg)"
    MEDIAN = "the median"
    MOST = "the largest value (max, or the first of a descending order)"
    LEAST = "the smallest value (min, or the first of an ascending order)"
    COUNT = "a number of rows (count)"
    DISTINCT = "a number of different values (count distinct)"
    SHARE = "a share or ratio (a quotient)"
    DIFFERENCE = "a difference"


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(patterns)})(?![\w-])", re.IGNORECASE)


_MOST_WORDS = (
    "highest|largest|greatest|biggest|most|max|maximum|maximal|longest|latest|newest|top"
    "|heaviest|tallest|priciest|costliest|dearest|peak|strongest|deepest|busiest|furthest"
    "|farthest|commonest"
)
_LEAST_WORDS = (
    "lowest|smallest|least|min|minimum|minimal|shortest|earliest|fewest|lightest|cheapest"
    "|weakest|rarest|nearest|closest|quietest"
)
# Of these the measure decides: the oldest date is the least, the oldest person has the highest age.
_EITHER = "best|worst|fastest|slowest|oldest|youngest|first|last|record|leads|leading"
_TOTAL_WORDS = "totals?|totall?ed|totall?ing|sums?|summed|altogether|combined"
_MEAN_WORDS = "averages?|averaged|mean|avg"
SAYS = {
    Sense.TOTAL: _words(
        _TOTAL_WORDS, r"in all|overall|together|add(?:s|ed)? up|how much|how many|much"
    ),
    Sense.MEAN: _words(_MEAN_WORDS, "per (?:head|person|capita)"),
    Sense.MEDIAN: _words(r"median|middle value"),
    Sense.MOST: _words(_MOST_WORDS, _EITHER),
    Sense.LEAST: _words(_LEAST_WORDS, _EITHER),
    Sense.COUNT: _words(
        r"how many|numbers? of|counts?|counting|how often|how frequently|often|frequent(?:ly)?"
        r"|common(?:est)?|popular|total of|tally"
    ),
    Sense.DISTINCT: _words(r"different|distinct|unique|various|separate"),
    Sense.SHARE: _words(
        r"shares?|percentages?|percent|per cent|proportions?|fractions?|ratios?|rates?|per"
        r"|what part|how many times|relative to|divided by"
    ),
    Sense.DIFFERENCE: _words(
        r"differences?|gap|spread|range|minus|apart|by how (?:much|many)"
        r"|by what (?:percentage|share)"
        r"|how (?:much|many) (?:more|less|fewer|\w+er)|increased?|decreased?|rise|drop|change"
    ),
}
"""Words any of which states what a query does."""
SAYS[Sense.SHARE] = re.compile(SAYS[Sense.SHARE].pattern + "|%", re.IGNORECASE)
DEMANDS = {
    Sense.TOTAL: _words(_TOTAL_WORDS),
    Sense.MEAN: _words(_MEAN_WORDS),
    Sense.MEDIAN: SAYS[Sense.MEDIAN],
    Sense.MOST: _words(_MOST_WORDS, "comes? first|ranks? first"),
    Sense.LEAST: _words(_LEAST_WORDS),
    Sense.DISTINCT: _words(r"different|distinct|unique"),
    Sense.SHARE: _words(r"percentages?|proportions?|fractions?|what share|shares? of|ratios?"),
}
"""Words that ask for it and for nothing else: the query must do it."""
RANKED_BY_SIZE = _words(r"most|least|fewest|more|fewer|less|busiest|rarest|top")
"""Words that say a total or a number of rows where groups are ranked or compared by it."""
SPANS = _words(r"spread|range")
"""Words that say a difference of the largest and the smallest value."""

# Said of a limit or a degree, they ask for no largest or smallest value.
NO_SUPERLATIVE = re.compile(
    r"\bat (?:the )?(?:most|least|latest|earliest)\b|\bmost of\b|\b(?:maximum|minimum) of (?=\d)"
    r"|\bnot least\b",
    re.IGNORECASE,
)
ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
RANK = re.compile(
    rf"\b({'|'.join(ORDINALS)})[- ](?:{_MOST_WORDS}|{_LEAST_WORDS}|{_EITHER})\b", re.IGNORECASE
)
"""A place in a ranking other than the first."""

NEGATION = re.compile(
    r"\b(?:other than|not|never|no|none|neither|nor|except(?: for)?|exclud\w+|without|besides"
    r"|all but|apart from|rather than|outside"
    r"|out of (?=service|order|stock|use|office)"
    r"|lack\w*|missing|empty|blank|left out|leaving out|ignor\w+|non)\b|\bcannot\b|n['\u2019]t\b",
    re.IGNORECASE,
)
"""Words that turn a condition round."""

ZERO = (
    (re.compile(r"\bnegative\b|\bbelow zero\b", re.IGNORECASE), frozenset({"<"})),
    (re.compile(r"\bpositive\b|\bany\b|\bsome\b", re.IGNORECASE), frozenset({">"})),
)
"""How a comparison with nothing is said without the figure 0."""
MORE, AT_LEAST, LESS, AT_MOST = ">", ">=", "<", "<="
EQUAL, UNEQUAL, BETWEEN = "=", "<>", "between"
ABOVE = (
    "more|greater|higher|larger|longer|heavier|bigger|later|older|newer|better|costlier|taller"
    "|warmer|hotter|deeper|dearer"
)
BELOW = "less|fewer|lower|smaller|shorter|lighter|earlier|younger|cheaper|colder|cooler"
LIMITS = tuple(
    (re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), operators)
    for pattern, operators in (
        (rf"(?:no|not|never) (?:{ABOVE}) than|not (?:above|over)|not exceed\w*", {AT_MOST}),
        (rf"(?:no|not|never) (?:{BELOW}) than|not (?:below|under)", {AT_LEAST}),
        (r"on or after", {AT_LEAST}),
        (r"on or before", {AT_MOST}),
        (r"at least|a minimum of|minimum of|minimum|since|starting (?:at|from|with)", {AT_LEAST}),
        (r"at most|up to|a maximum of|maximum of|maximum|until|through|within", {AT_MOST}),
        (r"between", {BETWEEN, AT_LEAST, AT_MOST}),
        (rf"(?:{ABOVE}) than|above|over|exceed\w*|beyond|after|past|in excess of", {MORE}),
        (rf"(?:{BELOW}) than|below|under|before|short of", {LESS}),
        (r"from", {AT_LEAST, BETWEEN, EQUAL}),
        (r"to|and", {AT_MOST, BETWEEN, EQUAL}),
        (r"other than|not|except|excluding|without|apart from|n['\u2019]t", {UNEQUAL}),
        (r"slower than|faster than|worse than|\w+er than", {MORE, LESS}),
    )
)
"""What stands before a figure, and the comparisons that it says: the first that fits."""
BEHIND = tuple(
    (re.compile(rf"^\W*(?:[^\W\d]+\W+){{0,2}}?(?:{pattern})", re.IGNORECASE), operators)
    for pattern, operators in (
        (rf"(?:or|and) (?:{ABOVE}|above|over|up|after)\b|\+|onwards|upwards", {AT_LEAST}),
        (rf"(?:or|and) (?:{BELOW}|below|under|before)\b", {AT_MOST}),
    )
)
"""The same behind a figure: "30 votes or more"."""
_MONTHS = "January February March April May June July August September October November December"
MONTHS = {name: number for number, name in enumerate(_MONTHS.split(), start=1)}
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {word: number for number, word in enumerate(_NUMBERS.split())}
