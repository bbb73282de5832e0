"""What records say of a subject: sentences that hold all of its words, with the values in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from worksurface_pipeline.harness.llm.offline_mm_records import Record
from worksurface_pipeline.harness.llm.offline_mm_values import (
    Value,
    bare,
    is_doubt,
    named,
    numbers,
    times,
)
from worksurface_pipeline.harness.llm.offline_words import words

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_SET_OFF = re.compile(r"(?:\b(?:is|are|be|as|to|now|with|reads?|chose|chosen)\b|[:=–|]|->|→)\s+")
_END = re.compile(r"[.;,!?(|]|\s(?:instead|rather|not|from|because|for the|for)\b")
_GONE = re.compile(
    r"\((?:before|was|formerly|previously):? ([^)]*)\)|,? (?:instead of|not) ([^.;!]*)"
)
_REMEMBERED = 1 << 15  # sentences of the records met last
_LONGEST_CHOICE = 60  # characters

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Claim:
    """What one record says of a subject: the value now, and one that it takes back."""

    at: datetime
    author: str
    place: str
    source: str
    version: int
    value: Value | None
    past: Value | None


def claims_on(
    subject: Words, kind: str, records: Iterable[Record], names: Sequence[str]
) -> list[Claim]:
    """All claims on a subject, in order of time; `kind` is number, time, person or choice."""
    return [
        _claim(record, values)
        for record in records
        for sentence, own in sentences(record.text)
        if subject <= own and not is_doubt(sentence)
        for values in (_values(kind, sentence, subject, names),)
        if values
    ]


@lru_cache(maxsize=_REMEMBERED)
def sentences(text: str) -> tuple[tuple[str, Words], ...]:
    """The sentences of a text with their words; a list's items are sentences of their own."""
    return tuple((sentence, words(sentence)) for sentence in _cut(text))


def _cut(text: str) -> Iterator[str]:
    for line in text.splitlines():
        for sentence in _SENTENCE.split(bare(line)):
            if sentence.strip():
                yield sentence.strip()


def _claim(record: Record, values: Sequence[Value]) -> Claim:
    now = [value for value in values if not value.is_past]
    past = [value for value in values if value.is_past]
    return Claim(
        at=record.at,
        author=record.author,
        place=record.place,
        source=record.source,
        version=record.version,
        value=now[0] if now else None,
        past=past[0] if past else None,
    )


def _values(kind: str, sentence: str, subject: Words, names: Sequence[str]) -> list[Value]:
    find: dict[str, Callable[[], list[Value]]] = {
        "number": lambda: [v for v in numbers(sentence) if v.number not in subject],
        "time": lambda: times(sentence),
        "person": lambda: named(sentence, names),
    }
    return find[kind]() if kind in find else list(_choices(sentence, subject))


def _choices(sentence: str, subject: Words) -> Iterator[Value]:
    """What stands behind the subject, set off by a verb or a mark."""
    for match in _SET_OFF.finditer(sentence):
        rest = sentence[match.end() :]
        end = _END.search(rest)
        text = rest[: end.start() if end else len(rest)].strip()
        is_behind = subject <= words(sentence[: match.start()])
        if is_behind and text and len(text) <= _LONGEST_CHOICE:
            yield Value(text, match.end(), match.end() + len(text))
            break
    for match in _GONE.finditer(sentence):
        text = (match[1] or match[2]).strip()
        yield Value(text, match.start(), match.end(), is_past=True)
