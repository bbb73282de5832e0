"""Which names and values are worth talking about: readable, and no numbers of pages or figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import NumberMention, find_numbers

_WORDS = re.compile(r"[^\W\d_][\w'’-]*")
_POINTING_WORDS = """
it its this these those they them their he she him his her we our ours us you your i my there here
former latter such same respectively
"""
_CLAUSE_WORDS = "that which who whom whose one ones et al al."
_EMPTY_WORDS = """
the a an and or of for in on at by to with from as per none other others all no yes row column
figure table section page
"""
_VAGUE_WORDS = "total totals sum value values number item items result results"
_POINTING = frozenset(_POINTING_WORDS.split())
# A thing's name has no clause in it; what is measured may ("share of staff who travel by train").
_CLAUSE = frozenset(_CLAUSE_WORDS.split())
_EMPTY = frozenset(_EMPTY_WORDS.split())
# Words that name something only beside another word.
_VAGUE = frozenset(_VAGUE_WORDS.split())
_TAIL = re.compile(r"\s+(?:of|for|in|on|at|by|to|with|from|per|and|or|the|a|an|no\.?)\.?$", re.I)
_ARTICLE = re.compile(r"^(?:the|an?|our|its|their)\s+", re.I)
_MARK = re.compile(r"\s*(?:\[\d+(?:\s?[,–-]\s?\d+)*\]|[*†‡§]+)$")
_FIGURES = re.compile(r"^[-+(\u2212]?\s?(?:[A-Z]{3}|[$€£¥])?\s?\d")
_UNIT_TAIL = re.compile(r"\s*[(\[（](?P<unit>[^()\[\]（）]{1,24})[)\]）]\s*$")
# A verb makes a clause of a name: half a sentence, cut at the wrong word. What is measured may hold
# one behind "who" or "that".
_VERB_WORDS = """
is are was were be been being has have had does did do will would can could should may might must
shall cannot corresponds restricted
"""
_VERBS = frozenset(_VERB_WORDS.split())
_JOINT = re.compile(r"\b(?:who|whom|that|which|whose)\b", re.IGNORECASE)
# "relapse a transient state": what stands before the article is another phrase.
_RUN_ON = re.compile(
    r"\b(?!(?:of|for|in|on|at|by|to|with|from|per|as|and|or|than|such|half|under|over|without|within"
    r"|during|after|before|against|into|through|between|among|about|around|like|once|twice)\b)"
    r"[^\W\d_]+ an? (?!(?:year|month|week|day|night|hour|minute|second|term|piece|head)\b)"
    r"[^\W\d_]+",
    re.IGNORECASE,
)
_ADVERB = re.compile(
    r"\b(?!family|supply|assembly|anomaly|reply|italy|july|monopoly|bully|belly|jelly|ally|fly)"
    r"[^\W\d_]{2,}ly$",
    re.IGNORECASE,
)
# Alone they name no thing but the document's own, whatever it is.
_OWN_WORDS = """
model method approach system paper article study report survey experiment algorithm analysis
proposed table figure dataset data sample document author authors work framework baseline
"""
_OWN = frozenset(_OWN_WORDS.split())
_LETTERS = 3
_ENTITY_WORDS, _ENTITY_LETTERS = 8, 64
_ATTRIBUTE_WORDS, _ATTRIBUTE_LETTERS = 14, 96
# Units that a header in brackets may state; other brackets belong to the name.
_UNIT = re.compile(
    r"^(?:%|per ?cent|percent|points?|pp|°[cf]|[a-zµ]{1,4}(?:[²³]|/[a-z]{1,6})?|hours?|days?|weeks?"
    r"|months?|years?|minutes?|seconds?|tonnes?|people|persons?|(?:eur|usd|gbp|[$€£])?\s?"
    r"(?:million|billion|thousand|m|bn|k|000s?|000's|'000)?|kwh a year)$",
    re.IGNORECASE,
)
YEAR = re.compile(r"(?:FY ?)?(?:19|20)\d\d")
"""A year, or a business year."""
_YEAR = re.compile(r"^(?:19|20)\d\d$")
# What stands right before a number that counts a place in a document.
_PLACE = re.compile(
    r"(?:\b(?:fig(?:ure)?s?|tab(?:le)?s?|sections?|sec|chapters?|pages?|pp?|eq(?:uation)?s?|appendix"
    r"|ref(?:erence)?s?|no|vol(?:ume)?|issue|article|step|question|footnote|version|exhibit|chart)"
    r"\.?|[§#\[])\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Label:
    """A name without the unit in brackets at its end, and that unit."""

    name: str
    unit: str


def label(text: str) -> Label:
    """Split "Peak load (MW)" into name and unit; other brackets stay in the name."""
    found = _UNIT_TAIL.search(text)
    if found and _UNIT.match(found["unit"].strip()):
        return Label(text[: found.start()].strip(), found["unit"].strip())
    if text.rstrip().endswith("%"):
        return Label(text.rstrip(" %"), "%")
    return Label(text.strip(), "")


def as_attribute(text: str) -> str:
    """A phrase as it follows "the": no article, a small first letter unless it is a name's."""
    words = _ARTICLE.sub("", " ".join(text.split()).strip(" ,;:"))
    first = words.split(" ")[0] if words else ""
    is_plain = first[1:].islower() or (len(first) == 1 and first.isalpha())
    return first[:1].lower() + words[1:] if is_plain else words


def as_label(text: str) -> str:
    """The name of a column or key as an attribute: "Body Weight" is body weight, MAPE stays."""
    words = as_attribute(text.lstrip("# ")).split(" ")
    later = [word for word in words[1:] if len(word) >= _LETTERS]
    is_titled = all(word[:1].isupper() for word in later)
    return " ".join(_lowered(word) for word in words) if is_titled else " ".join(words)


def _lowered(word: str) -> str:
    return word.lower() if word[1:].islower() else word


def as_entity(text: str) -> str:
    """A name without an article before it, and without the mark of a reference behind it."""
    return _ARTICLE.sub("", _MARK.sub("", " ".join(text.split())).strip(" ,;:"))


def begins_with_figures(text: str) -> bool:
    """Whether a cell begins as numbers, dates and sums of money do."""
    return bool(_FIGURES.match(text))


def are_years(texts: Sequence[str]) -> bool:
    """Whether texts are several years, each once: names of columns, not values."""
    return len(set(texts)) == len(texts) > 1 and all(map(YEAR.fullmatch, texts))


def is_entity(text: str) -> bool:
    """Whether a text can be what a value belongs to."""
    words = text.casefold().split()
    # Verbs as they are written: "May" and "Will" are names.
    has_verb = bool(_VERBS & set(text.split())) or bool(_RUN_ON.search(text))
    has_clause = has_verb or bool(_CLAUSE & set(words))
    is_short = _is_phrase(text, _ENTITY_WORDS, _ENTITY_LETTERS)
    return is_short and text[0].isalpha() and not has_clause and not _OWN.issuperset(words)


def is_attribute(text: str) -> bool:
    """Whether a text can be what is measured."""
    if not _is_phrase(text, _ATTRIBUTE_WORDS, _ATTRIBUTE_LETTERS):
        return False
    head = _JOINT.split(text, maxsplit=1)[0]
    is_clause = bool(_VERBS & set(head.split())) or ": " in text
    return not (is_clause or _TAIL.search(text) or _ADVERB.search(head))


def is_value(mention: NumberMention, before: str, unit: str) -> bool:
    """Whether a number counts or measures something: no year, citation or number of a place."""
    is_year = bool(_YEAR.match(mention.raw)) and not unit
    return not is_year and not _PLACE.search(before)


def sole_number(text: str) -> NumberMention | None:
    """The number of a text that holds exactly one, and no other digits but those of names."""
    found = list(find_numbers(text))
    if len(found) != 1:
        return None
    rest = text[: found[0].start] + " " + text[found[0].end :]
    return None if has_loose_digits(rest) else found[0]


def has_loose_digits(text: str) -> bool:
    """Whether digits stand in a text that belong to no name ("GPT-5", "Q3" and "CO2" are names)."""
    return any(
        any(char.isdigit() for char in word) and not any(char.isalpha() for char in word)
        for word in text.split()
    )


def _is_phrase(text: str, most_words: int, most_letters: int) -> bool:
    words = [word.casefold() for word in _WORDS.findall(text)]
    if not words or len(text) > most_letters or len(text.split()) > most_words:
        return False
    is_said = not _POINTING & set(words)
    content = [word for word in words if len(word) >= _LETTERS and word not in _EMPTY]
    has_content = len(content) > 1 or any(word not in _VAGUE for word in content)
    return (
        is_said
        and has_content
        and not re.search(r"\w[(:]\w|[|{}<>=~*^\\\[\]\ufffd\u2190-\u21ff]", text)
    )
