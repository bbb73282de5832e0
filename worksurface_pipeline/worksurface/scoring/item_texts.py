"""A list that was written as text, cut into its items in each of the ways that people write one.

Which way was meant is for the reader of a list to say (`items`), by what the gold holds.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.scoring.composites import BULLET

_SEPARATORS = ("\n", ";", ",")
_RARE = (" | ", " / ", " + ", " \u2022 ", "|")
_QUOTES = ('"', "'")
_WIDE = str.maketrans("；，、：", ";,,:")
_WRAPS = {"[": "]", "(": ")", "{": "}"}
_MARKED = re.compile(
    r"(?:\A|(?<=[\s,;]))(?:\(?\d{1,3}[.)]|\(?[a-z]\)|[\u2022\u25e6*-])\s+", re.IGNORECASE
)
_LEAD = re.compile(
    r"\A(?:(?P<label>[^:\n.]{1,80}):(?:\s|\Z)"
    r"|both\s|(?:the|these|they|it|here)\b[^:\n,;]{0,80}?\b(?:are|is|include)\s)",
    re.IGNORECASE,
)
_NOT_ALL = re.compile(
    r"\b(?:no|not|none|non|neither|never|without|except|excluding|other|another|missing|but|instead"
    r"|unlike|only|wrong|incorrect|unused|irrelevant)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
PIECES = re.compile(
    r"\s?[,;\n]\s*(?:(?:and|und|y|et|&)\s+)?|\s(?:and|und|y|et|&|\||/|\+|\u2022)\s+",
    re.IGNORECASE,
)
"""What may stand between two items; what holds it itself is put together again."""


def inner_text(text: str) -> str:
    """A list without brackets around it, its separators as ASCII."""
    inner = text.strip()
    if inner and _WRAPS.get(inner[0]) == inner[-1]:
        inner = inner[1:-1].strip()
    return inner.translate(_WIDE)


def without_lead(text: str) -> str:
    """A list without the words that name it ("The required files are:"); "" without such words.

    Words that take something away ("All files except:") are no such words.
    """
    lead = _LEAD.match(text)
    if lead is None or _NOT_ALL.search(lead[0]):
        return ""
    return text[lead.end() :].strip()


def cuts(text: str) -> Iterator[list[str]]:
    """The ways to cut a text into items: at lines, else semicolons, else commas come first."""
    first = next((mark for mark in _SEPARATORS if mark in text), "")
    yield [clean(part) for part in _split(text, first)]
    for mark in (*_SEPARATORS, *_RARE):
        if mark in text and mark != first:
            yield [clean(part) for part in _split(text, mark)]
    if _MARKED.search(text):
        yield [part.strip(" ,;\n") for part in _MARKED.split(text)]


def clean(text: str) -> str:
    """An item without the mark of its line, what ends it, and an "and" before it."""
    item = BULLET.sub("", text).strip().strip(",;").strip()
    return item.removeprefix("and ").removeprefix("& ").strip()


def _split(text: str, separator: str) -> list[str]:
    """Parts between separators; a quoted part is one, whatever it holds."""
    if not separator:
        return [text]
    quote = text.lstrip()[:1]
    if len(separator) == 1 and separator != "\n" and _is_quoted(text, quote):
        reader = csv.reader([text], delimiter=separator, quotechar=quote, skipinitialspace=True)
        try:
            return [part for row in reader for part in row]
        except csv.Error:  # a part longer than any item, or a line within one
            return text.split(separator)
    return text.split(separator)


def _is_quoted(text: str, quote: str) -> bool:
    return quote in _QUOTES and text.count(quote) % 2 == 0
