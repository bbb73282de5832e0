"""What the embedded reader is shown: records under their first lines, a question, a form.

It knows the prompt as any model does, by its text; the messages are all it ever gets. A picture is
the line that stands for it, and nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from worksurface_pipeline.harness.llm.types import Message

_RECORD = re.compile(r"^=== Record \d+ \| ", re.MULTILINE)
_QUESTION = re.compile(r"^Question: (?P<question>.*)\nForm of the answer: (?P<form>.*)\Z", re.M)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
_VERSION = re.compile(r"version (\d+)")
_PICTURE = re.compile(r"^\[picture[^\]]*\]$", re.MULTILINE)
# A context is read again for every question that it was found for; so many records are kept.
_REMEMBERED = 1 << 14
_FEWEST = 3  # parts of a first line: time, place, author


@dataclass(frozen=True, slots=True)
class Record:
    """One record as it is shown; `version` is 0 where none is named."""

    at: datetime
    place: str
    source: str
    author: str
    version: int
    text: str
    is_picture: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the reader knows."""

    records: tuple[Record, ...]
    question: str
    form: str


def shown_in(messages: Sequence[Message]) -> Shown | None:
    """What the last message of a user shows; None where it asks nothing in this form."""
    users = [message.content for message in messages if message.role == "user"]
    asked = _QUESTION.search(users[-1]) if users else None
    if asked is None:
        return None
    context = users[-1][: asked.start()]
    return Shown(tuple(_records(context)), asked["question"], asked["form"])


def _records(context: str) -> Iterator[Record]:
    for part in _RECORD.split(context)[1:]:
        record = _record(part.strip())
        if record is not None:
            yield record


@lru_cache(maxsize=_REMEMBERED)
def _record(part: str) -> Record | None:
    """One record; None where its first line is none."""
    head, _, text = part.partition("\n")
    fields = head.split(" | ")
    moment = _MOMENT.search(fields[0])
    if moment is None or len(fields) < _FEWEST:
        return None
    version = _VERSION.search(head)
    return Record(
        at=datetime.fromisoformat(moment[0]),
        place=fields[1],
        source=fields[2] if len(fields) > _FEWEST else "",
        author=fields[-1],
        version=int(version[1]) if version else 0,
        text=_PICTURE.sub("", text).strip(),
        is_picture=_PICTURE.search(text) is not None,
    )
