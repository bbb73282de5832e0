"""Records of a workspace as a site shows them: threads of entries, each found by its id.

A thread is a channel, a page with its history, or a document in versions. Its shard is loaded when
it is opened, and an address can lead to one entry of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.records import Fact, Tag, Tone
from worksurface_pipeline.site.script_data import record_json, shard


class Form(StrEnum):
    """How a thread reads: entries by day, a page whose revisions replace entries, or sheets."""

    TALK = "talk"
    HISTORY = "history"
    SHEETS = "sheets"


class Spot(Frozen):
    """One entry of a thread, as a link calls it."""

    thread: str
    entry: str
    label: str


class Way(Frozen):
    """A link to another page by the id of what it shows, in words."""

    id: str
    label: str
    tags: tuple[Tag, ...] = ()


class Claim(Frozen):
    """What an entry says of a fact; `note` and `tone` how that stands to the truth of its time."""

    fact: Way
    value: str
    note: str
    tone: Tone = Tone.PLAIN


class Entry(Frozen):
    """One record; `head` is its subject and `to` whom it goes to.

    `marks` are stretches of `text` in which claimed values stand.

    `version` is that of its document or revision, `number` its place in it, and `until` the version
    in which another entry takes its place (0: none does); where others replace but a part of what
    it says, `partly` has their versions. `layer` is what can be read in `picture`, a file of the
    site. `asked` are the questions that rest on it.
    """

    id: str
    day: str
    time: str
    who: str
    to: str = ""
    head: str = ""
    text: str
    marks: tuple[tuple[int, int], ...] = ()
    picture: str = ""
    layer: str = ""
    version: int = 0
    number: int = 0
    until: int = 0
    partly: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()
    links: tuple[Spot, ...] = ()
    asked: tuple[str, ...] = ()


class Thread(Frozen):
    """One thread, its entries in order of time; `asked` names the questions that entries cite."""

    id: str
    name: str
    form: Form
    tags: tuple[Tag, ...] = ()
    facts: tuple[Fact, ...] = ()
    entries: tuple[Entry, ...] = ()
    asked: tuple[Way, ...] = ()


def thread_files(thread: Thread) -> Iterator[tuple[str, bytes]]:
    """The shard of a thread."""
    yield shard(f"threads/{thread.id}", record_json(thread))
