"""A unit with another text in its frame: the headers of a mail, the title of a page stay.

What a text looks like in its unit is known without rendering pages and pictures anew; rendering
with the same text gives the same unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place

_HEAD_WORDS = 4  # of a log line: day, time, level, who
_NOTES_HEAD = 2  # lines of notes before what was said: the meeting, who was there


def retold(unit: Unit, text: str) -> Unit:
    """The unit of a text record as it is when `text` is said in it."""
    return unit.model_copy(update={"text": _FRAMES[unit.place](unit.text, text)})


def _mail(whole: str, text: str) -> str:
    head = whole.partition("\n\n")[0]
    return f"{head}\n\n{text.strip()}"


def _wiki(whole: str, text: str) -> str:
    title = whole.partition("\n")[0]
    return f"{title}\n{text}"


def _notes(whole: str, text: str) -> str:
    head = whole.split("\n")[:_NOTES_HEAD]
    return "\n".join([*head, *(f"- {line}" for line in text.split("\n"))])


def _log(whole: str, text: str) -> str:
    head = " ".join(whole.split(" ")[:_HEAD_WORDS])
    return "\n".join(f"{head} {line}" for line in text.split("\n"))


_FRAMES: Mapping[Place, Callable[[str, str], str]] = {
    Place.CHAT: lambda _, text: text,
    Place.MAIL: _mail,
    Place.WIKI: _wiki,
    Place.NOTES: _notes,
    Place.LOG: _log,
}
TOLD = frozenset(_FRAMES)
"""Places whose records are texts."""
