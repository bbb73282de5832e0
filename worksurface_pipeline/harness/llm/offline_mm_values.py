"""Values in a sentence, and which of them it takes back.

Common English for what no longer holds: "not", "instead of", "was" beside what is now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from worksurface_pipeline.kernel.text import find_numbers

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_DAY = r"(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
_CLOCK = r"(?:\d{1,2}:\d{2})"
_TIME = re.compile(
    rf"(?:{_DAY},? )?\d{{1,2}} {_MONTH}(?: \d{{4}})?(?:,? (?:at )?{_CLOCK})?"
    rf"|{_DAY}(?:,? (?:at )?{_CLOCK})?|\d{{4}}-\d\d-\d\d(?: {_CLOCK})?|{_CLOCK}"
)
_STAMP = re.compile(r"^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?\s*")
# Figures that count pages and versions are values of nothing.
_ORDINAL = re.compile(
    r"\b(?:version|revision|page|slide|figure|table|no\.|number|part|v)\s?\d+", re.IGNORECASE
)
_BULLET = re.compile(r"^\s*[-*•–+]\s+")
_UNIT = re.compile(r"\s?%|\s(?:[A-Za-z€$£]{1,12}(?:/[a-z]+)?|percentage points)\b")
_BEFORE = re.compile(
    r"\b(?:not|instead of|rather than|in place of|in lieu of|before|previously|formerly|earlier|"
    r"was|were|had been|from|old|replac\w+|supersed\w+|than|over from|former|no longer|"
    r"was given as)\b[^\w-]*(?:\w+[^\w-]+){0,2}$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?:withdrawn|wrong\w*|incorrect|outdated|obsolete|superseded|"
    r"no longer|mistake\w*|retired|void|out of date|does not hold|->|→)",
    re.IGNORECASE,
)
_WEAK = re.compile(r"\b(?:was|were|had been|earlier|before|from)\b", re.IGNORECASE)
_DOUBT = re.compile(
    r"\?|\b(?:doubt\w*|verif\w+|not sure|unsure|looks? (?:wrong|off|odd)|quer(?:y|ied)|"
    r"double-check\w*|suspicious|questionable|cannot be right|are we sure)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Value:
    """A value as printed at [start, end); `number` is its figure, "" for what is none."""

    text: str
    start: int
    end: int
    number: str = ""
    is_past: bool = False

    @property
    def key(self) -> str:
        """What equal values share."""
        return self.number or self.text.casefold()


def bare(line: str) -> str:
    """A line without its bullet or the stamp of a log."""
    return _STAMP.sub("", _BULLET.sub("", line))


def is_doubt(sentence: str) -> bool:
    """Whether a sentence asks or doubts rather than states."""
    return _DOUBT.search(sentence) is not None


def numbers(sentence: str) -> list[Value]:
    """Figures with their units, in order; those of dates and times are none."""
    plain = _blank(_ORDINAL, _blank(_TIME, sentence))
    return _marked(sentence, list(_figures(plain)))


def times(sentence: str) -> list[Value]:
    """Days and times of day, in order."""
    found = [Value(item[0], item.start(), item.end()) for item in _TIME.finditer(sentence)]
    return _marked(sentence, found)


def named(sentence: str, names: Sequence[str]) -> list[Value]:
    """Those of `names` that stand in the sentence, in order of place."""
    found = []
    for name in names:
        start = sentence.find(name)
        if start >= 0:
            found.append(Value(name, start, start + len(name)))
    return _marked(sentence, sorted(found, key=lambda value: value.start))


def _blank(pattern: re.Pattern[str], sentence: str) -> str:
    return pattern.sub(lambda found: " " * len(found[0]), sentence)


def _figures(sentence: str) -> Iterator[Value]:
    for mention in find_numbers(sentence):
        unit = _UNIT.match(sentence, mention.end)
        end = unit.end() if unit else mention.end
        sign = "-" if mention.value.startswith("-") else ""
        text = sign + sentence[mention.start : end].strip(" -\u2212")
        yield Value(text, mention.start, end, mention.value)


def _marked(sentence: str, values: Sequence[Value]) -> list[Value]:
    """The values, with those marked that the sentence takes back.

    A word that may as well tell of what held all the time takes back only beside another value.
    """
    marked = []
    for number, value in enumerate(values):
        left = values[number - 1].end if number else 0
        right = values[number + 1].start if number + 1 < len(values) else len(sentence)
        before = _BEFORE.search(sentence[left : value.start])
        behind = sentence[value.end : right]
        # What leads up to the next value ("5, no longer 7") speaks of that one.
        is_next = right < len(sentence) and _BEFORE.search(behind) is not None
        after = None if is_next else _AFTER.match(behind)
        is_weak = before is not None and _WEAK.match(before[0]) is not None
        is_past = after is not None or (before is not None and not (is_weak and len(values) == 1))
        marked.append(replace(value, is_past=is_past))
    return marked
