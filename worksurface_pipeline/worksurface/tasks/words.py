"""Words of rubrics, names and cells: tokens, stems, and the small lexicons of wording.

The lexicons hold general English only; nothing in them comes from a particular workspace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_TOKEN = re.compile(r"[^\W\d_]+|\d+", re.UNICODE)
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\d_A-Za-z]+|\d+", re.UNICODE)
_IRREGULAR = {
    "women": "woman",
    "men": "man",
    "people": "person",
    "children": "child",
    "criteria": "criterion",
    "indices": "index",
    "bought": "buy",
    "paid": "pay",
    "sold": "sell",
    "won": "win",
    "lost": "lose",
    "sent": "send",
    "mail": "email",
    "mails": "email",
}
_SUFFIXES = ("ability", "able", "ments", "ment", "ings", "ing", "ions", "ion", "ance", "ed", "ly")
_SHORTEST_STEM = 4

STOP = frozenset(
    "a an the of in on at to for from by with and or as is are was were be been it its this that "
    "these those than then there their them they which who whose whom what when where how has "
    "have had do does did not no any all each every per between into over under about out up "
    "only also both such same other more less least most very own our we us you your he she his "
    "her one rather against versus vs among amongst via within without during e g i".split()
)
# Words that rubrics use to ask; they say nothing about what a figure counts.
FRAME = frozenset(
    "given give giving state stated states say says said report reported reports list listed lists "
    "listing name named names show shown shows mention mentioned mentions note noted describe "
    "described include included includes including contain contains contained quote quoted "
    "summary summarised summarized summarise section brief document guideline checklist table "
    "file files sheet workbook output result results correct correctly explained explain specify "
    "specified identify identified present presented cite cited figure figures value values "
    "number numbers total totals count counts counted counting overall sum average mean share "
    "percentage percent rate proportion distinct different unique recorded record stand stands "
    "calculated computed accurately exactly clearly create created covers cover i.e row rows "
    "entry entries altogether combined split".split()
)

SUM_CUES = frozenset("total totals totalling totalled sum summed altogether combined".split())
MEAN_CUES = frozenset("average averages averaged mean avg".split())
MAX_CUES = frozenset(
    "most highest maximum max largest longest top greatest biggest peak leading leads lead best "
    "busiest latest heaviest oldest tallest priciest costliest commonest first".split()
)
MIN_CUES = frozenset(
    "fewest lowest minimum min smallest shortest least earliest lightest youngest cheapest "
    "worst".split()
)
SHARE_CUES = frozenset("share percentage percent proportion rate ratio fraction".split())
COUNT_CUES = frozenset("number count counts counted many".split())
DISTINCT_CUES = frozenset("distinct different unique".split())
ANAPHORA = frozenset("them which these those thereof whom".split())
NEGATION = frozenset("no not without never none missing lack lacks lacking empty blank".split())
UP_CUES = frozenset("increase increased growth grew rise rose rising gain up higher".split())
DOWN_CUES = frozenset("decrease decreased decline declined drop dropped fall fell reduction".split())

# Nouns that a number behind them only labels: "code 503", "order 000934".
LABEL_NOUNS = frozenset(
    "code id no number version step level section chapter page room order item task phase class "
    "grade tier part group type ticket question option sheet figure table appendix rule "
    "article run".split()
)
# In front of a figure they make it a limit.
LIMIT_WORDS = frozenset("more less fewer least most over under within maximum minimum".split())
ROW_WORDS = frozenset({"row", "rows", "records", "entries", "lines"})
FREQUENCY = frozenset(
    "frequent frequently common commonest often popular requested used busiest leading "
    "leads".split()
)

# A superlative that names its own measure.
INHERENT_MEASURE = {
    "heaviest": ("weight",),
    "lightest": ("weight",),
    "longest": ("duration", "length", "time", "day", "minute", "hour"),
    "shortest": ("duration", "length", "time", "day", "minute", "hour"),
    "oldest": ("age",),
    "youngest": ("age",),
    "tallest": ("height",),
    "priciest": ("price", "cost"),
    "costliest": ("price", "cost"),
    "cheapest": ("price", "cost"),
}
# Two words for one thing, whatever the workspace.
SYNONYMS = (
    frozenset({"duration", "length", "long"}),
    frozenset({"salary", "pay", "wage", "earning"}),
    frozenset({"cost", "expense", "spending", "spend", "spent"}),
    frozenset({"male", "man"}),
    frozenset({"female", "woman"}),
    frozenset({"quantity", "qty"}),
    frozenset({"amount", "amt"}),
    frozenset({"average", "avg"}),
    frozenset({"percent", "pct", "percentage"}),
    frozenset({"department", "dept"}),
    frozenset({"respondent", "participant", "person"}),
    frozenset({"carrier", "airline"}),
    frozenset({"film", "movie"}),
)
# What a unit word behind a figure says about its column.
UNIT_WORDS = {
    "kg": ("kg", "kilogram"),
    "kilogram": ("kg", "kilogram"),
    "km": ("km", "kilometre", "kilometer"),
    "second": ("second", "sec", "s"),
    "minute": ("minute", "min"),
    "hour": ("hour", "hr", "h"),
    "day": ("day",),
    "kwh": ("kwh",),
    "gb": ("gb",),
    "mb": ("mb",),
    "ms": ("ms", "millisecond"),
    "millisecond": ("ms", "millisecond"),
}
TIME_UNITS = frozenset("second minute hour day week month".split())
TIME_MEASURES = frozenset("duration length time".split())
# Parts of a column name that only say what kind of column it is.
GENERIC_PARTS = frozenset(
    "id no nr number num code key name total count value amount score is has user col column of "
    "the in per".split()
)
UNIT_PARTS = frozenset(
    "usd eur gbp cny rmb kg km second sec minute min hour day kwh pct percent percentage ms mb "
    "gb".split()
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word or number of a text: as written, its stem, and its place [start, end)."""

    text: str
    stem: str
    start: int
    end: int


def words_of(text: str) -> tuple[Word, ...]:
    """All words and digit runs of `text`, in order."""
    return tuple(
        Word(match[0], stem(match[0]), match.start(), match.end())
        for match in _TOKEN.finditer(text)
    )


def name_parts(name: str) -> tuple[str, ...]:
    """Stems of the pieces of a column, sheet or file name (snake_case and camelCase split)."""
    return tuple(stem(piece) for piece in _PIECE.findall(name))


def stem(word: str) -> str:
    """A light English stem: plural, then one suffix, then a final e."""
    lowered = word.lower()
    if lowered in _IRREGULAR:
        return _IRREGULAR[lowered]
    return _without_suffix(_singular(lowered))


def stems_of(text: str) -> tuple[str, ...]:
    """Stems of all words of `text`."""
    return tuple(word.stem for word in words_of(text))


def is_content(word: Word) -> bool:
    """Whether a word says something about what is measured or counted."""
    lowered = word.text.lower()
    return not (lowered in STOP or lowered in FRAME or lowered.isdigit())


def synonyms(stemmed: str) -> frozenset[str]:
    """The stem and all stems that general English puts for it."""
    found = {stemmed}
    for group in _STEMMED_SYNONYMS:
        if stemmed in group:
            found |= group
    return frozenset(found)


def initials(words: Iterable[Word]) -> str:
    """Upper-case initials of words."""
    return "".join(word.text[0].upper() for word in words)


def _singular(word: str) -> str:
    if len(word) > _SHORTEST_STEM and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > _SHORTEST_STEM and word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_suffix(word: str) -> str:
    for suffix in _SUFFIXES:
        rest = word.removesuffix(suffix)
        if rest != word and len(rest) >= _SHORTEST_STEM:
            return _undoubled(rest)
    if word.endswith("e") and len(word) > _SHORTEST_STEM:
        return word[:-1]
    return word


def _undoubled(word: str) -> str:
    """`stopp` (of "stopped") as `stop`; `s` and `l` stay double."""
    if word[-1] == word[-2] and word[-1] not in "aeiousl":
        return word[:-1]
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM else word


_STEMMED_SYNONYMS = tuple(frozenset(stem(word) for word in group) for group in SYNONYMS)
