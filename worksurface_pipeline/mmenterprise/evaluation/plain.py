"""An answer's text made plain, with what is understood of it masked.

Exact matching decides only where it understands the whole answer. What it reads is replaced by a
mark: a value by `VALUE`, a stretch of the question's own words by `ASKED`. What is left has to be a
sentence of `grammar`; any other word leaves the answer to a judge.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from worksurface_pipeline.kernel.number_forms import unboxed
from worksurface_pipeline.mmenterprise.evaluation.units import is_unit
from worksurface_pipeline.mmenterprise.questions.wording import PATTERNS, VERDICTS

VALUE, ASKED = "\ue000", "\ue001"
LONGEST = 400
"""Characters; no rule understands a longer answer as a whole."""
_MARKS = re.compile("[\ue000-\uf8ff]")
_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"'})
_EMPHASIS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)")
_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*")
_RECORD = r"(?:records?|documents?|messages?|mails?|notes?|units?|sources?)"
_NUMBERS = r"#?\d+(?:(?:, ?| and )#?\d+)*"
# What numbers the records that an answer was taken from.
_CITATION = re.compile(
    rf"\s*(?:\[(?:{_RECORD} )?{_NUMBERS}\]|\((?:see )?(?:\[{_NUMBERS}\]|{_RECORD} {_NUMBERS})\))"
    r"(?P<end>\.?)$",
    re.IGNORECASE,
)
_LINKS = frozenset(["of", "for", "in", "at", "on", "project", "work", "version"])
_ARTICLES = frozenset(("the", "a", "an"))
_DATES = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ]
)
_SHORTEST = 3  # letters of a word that names something


def plain(answer: str) -> str:
    """One line of an answer in plain characters, without emphasis, quotes and citations."""
    text = unicodedata.normalize("NFKC", unboxed(_MARKS.sub("\ufffd", answer)).translate(_QUOTES))
    text = " ".join(_EMPHASIS.sub("", text).replace("\\%", "%").split())
    while match := _CITATION.search(text):
        text = text[: match.start()] + match["end"]
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1].strip()
    return text


def with_asked(text: str, question: str, unit: str = "") -> str:
    """The text with each stretch of words that the question names its subject by masked.

    The words that questions of all subjects are asked with ("before", "wrong", "first") are no
    part of a subject: they stay, and have to be understood. So do those of its unit.
    """
    asked = tuple(match[0].casefold() for match in _WORD.finditer(question))
    own = {match[0].casefold() for match in _WORD.finditer(unit)}
    wanted = tuple("" if word in own else word for word in asked if word not in _ARTICLES)
    found = [(match[0].casefold(), match.span()) for match in _WORD.finditer(text)]
    words = [item for item in found if item[0] not in _ARTICLES]
    for start, end in reversed(tuple(_stretches(text, words, wanted))):
        text = text[:start] + ASKED + text[end:]
    return text


def _stretches(
    text: str, words: list[tuple[str, tuple[int, int]]], wanted: tuple[str, ...]
) -> Iterator[tuple[int, int]]:
    index = 0
    while index < len(words):
        size = _longest(text, words[index:], wanted)
        if size:
            yield words[index][1][0], words[index + size - 1][1][1]
        index += max(size, 1)


def _longest(text: str, words: list[tuple[str, tuple[int, int]]], wanted: tuple[str, ...]) -> int:
    """How many words from the first one on stand in the question just so."""
    best = 0
    for place, word in enumerate(wanted):
        if word != words[0][0] or not _names(word):
            continue
        size = 0
        for (given, _), other in zip(words, wanted[place:], strict=False):
            if given != other or not (_names(given) or given in _LINKS or given.isdigit()):
                break
            size += 1
        best = max(best, size)
    while best and words[best - 1][0] in _LINKS - {"project", "work"}:
        best -= 1
    stretch = text[words[0][1][0] : words[best - 1][1][1]] if best else ""
    is_one = re.fullmatch(r"[\w\s.'()/-]*", stretch) is not None
    return best if is_one else 0


@lru_cache(maxsize=4096)
def _names(word: str) -> bool:
    """Whether a word of a question may name its subject, alone or with others."""
    if word == "version":
        return True
    is_name = len(word) >= _SHORTEST and word[0].isalpha() and not is_unit(word)
    return is_name and word not in _template_words() | _DATES | _LINKS


@lru_cache(maxsize=1)
def _template_words() -> frozenset[str]:
    texts = (*(text for family in PATTERNS.values() for text in family), *VERDICTS)
    bare = (re.sub(r"\{\w+\}", " ", text) for text in texts)
    return frozenset(match[0].casefold() for text in bare for match in _WORD.finditer(text))
