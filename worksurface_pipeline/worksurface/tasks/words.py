"""Words of rubrics, names and cells: tokens and stems."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from worksurface_pipeline.worksurface.tasks.lexicon import FRAME, STOP, SYNONYMS

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


@lru_cache(maxsize=1 << 16)
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


@lru_cache(maxsize=1 << 14)
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
