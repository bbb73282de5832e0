"""Whether each sentence of a page says what the page states, and nothing that it does not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from unicodedata import normalize

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.records.known import Known
from worksurface_pipeline.mmenterprise.records.reading import (
    Reader,
    Reading,
    is_same,
    parts,
    sentences,
)
from worksurface_pipeline.mmenterprise.records.traces import figures, without
from worksurface_pipeline.mmenterprise.records.wording import Words, label, printed
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Slot, Statement
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.writing.page_words import any_of, says_pending

_DAYS = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july"
    r"|august|september|october|november|december)\b|\b(?:yesterday|today|tomorrow|tonight)\b"
    r"|\b(?:last|next|this) (?:week|month|quarter|year)\b"
)


# Words that take a stated value back without giving another.
_DOUBTS = re.compile(
    r"\b(?:wrong|false|incorrect|inaccurate|mistak\w*|doubt\w*|question\w*|unverified|unconfirmed|"
    r"retract\w*|erroneous|misprint\w*|typos?|invalid|misread\w*|suspect\w*|unreliable|disput\w*)\b"
)
# Words before a value that make it another one.
_HEDGES = re.compile(
    r"(?:\b(?:about|around|nearly|almost|roughly|approximately|circa|some|at (?:least|most)|up to|"
    r"over|under|above|below|near|close to|(?:more|less|higher|lower|fewer) than|just|barely|"
    r"only)|[~≈<>±])\s*$"
)


@dataclass(frozen=True)
class Page:
    """What a sentence is held against: the page's record, what is pending, what may be said."""

    event: Event
    unit: Unit
    pending: tuple[Slot, ...]
    allowed: tuple[str, ...]


@dataclass(frozen=True)
class SentenceChecks:
    """The rules for the sentences of one project's pages."""

    words: Words
    reader: Reader
    known: Known

    def heading(self, page: Page, heading: str) -> Iterator[str]:
        """A heading names what comes, and gives no value of it."""
        folded = normalise(heading)
        if any(has_token(folded, normalise(item.value)) for item in page.unit.statements):
            yield "the heading gives a value; the lines do that"
        yield from self._strangers(page, heading, ())

    def line(self, page: Page, line: str) -> Iterator[str]:
        """All faults of a line, sentence by sentence."""
        for sentence in sentences(line):
            named = self.reader.slots_in(sentence)
            ids = {slot.id for slot in named}
            stated = [item for item in page.unit.statements if item.slot in ids]
            yield from self._topics(page, sentence, named)
            for reading in self.reader.read("", sentence):
                yield from self._reading(reading, stated, sentence)
            yield from self._strangers(page, sentence, stated)

    def _topics(self, page: Page, sentence: str, named: Sequence[Slot]) -> Iterator[str]:
        """Things of this page alone are spoken of; as pending those that are."""
        stated = {item.slot for item in page.unit.statements}
        pending = {slot.id for slot in page.pending}
        for slot in named:
            if slot.id not in stated | pending:
                yield f"it speaks of {label(slot)}, which is not on this page"
            elif slot.id in pending and not says_pending(sentence):
                yield f"it speaks of {label(slot)}, which is pending, without saying so"
            elif slot.id in stated and says_pending(sentence):
                yield f"it calls {label(slot)} pending, which this page states"

    def _reading(
        self, reading: Reading, stated: Sequence[Statement], sentence: str
    ) -> Iterator[str]:
        """A value that is read is one that is stated: as what holds or held, with its unit."""
        slot = self.words.slots[reading.slot]
        same = [
            item
            for item in stated
            if item.slot == slot.id
            and any(is_same(reading.value, part) for part in parts(item.value, slot.kind))
        ]
        if not same:
            yield f"{reading.value!r} is read of {label(slot)}, and this page does not state it"
        elif all(item.is_past != reading.is_past for item in same):
            what = "as what held before" if reading.is_past else "as what holds"
            yield f"{reading.value!r} of {label(slot)} reads {what}, and it is the other way round"
        else:
            yield from self._form(slot, same, sentence)

    def _form(self, slot: Slot, same: Sequence[Statement], sentence: str) -> Iterator[str]:
        """A stated value stands as it is printed, and as such: no words make it less than that."""
        values = [printed(slot, item.value) for item in same]
        found = next((value for value in values if value in sentence), None)
        if found is None:
            yield f"write {values[0]!r} as it is given"
            return
        before, _, after = map(self._bare, sentence.partition(found))
        if _HEDGES.search(before):
            yield f"{found!r} is exact; leave out the word before it"
        doubt = _DOUBTS.search(f"{before} {after}")
        if doubt:
            yield f"{doubt.group()!r} takes {found!r} back, which holds on this page"

    def _strangers(self, page: Page, sentence: str, stated: Sequence[Statement]) -> Iterator[str]:
        """Numbers, people and days that no thing named in the sentence gives it."""
        slots = [self.words.slots[item.slot] for item in stated]
        given = [printed(slot, item.value) for slot, item in zip(slots, stated, strict=True)]
        around = [*self.known.names, *page.allowed, *_versions(page.event)]
        own = {number for value in given for number in figures(value)}
        for number in figures(normalize("NFKC", without(sentence, around))):
            if number not in own:
                yield f"the number {number} stands without the thing and the measure that it is of"
        allowed = normalise(" ".join([*given, *page.allowed]))
        bare = self._bare(sentence)
        for person in self.words.ledger.world.people:
            for name in map(normalise, person.name.split()):
                if has_token(bare, name) and not has_token(allowed, name):
                    yield f"it names {person.name}, who has no part in it"
                    break
        for match in _DAYS.finditer(bare):
            if match.group() not in allowed:
                yield f"{match.group()!r} is a time that nothing gives"

    def _bare(self, text: str) -> str:
        """A text in folded letters without the names of things: those say nothing themselves."""
        return self._names.sub(" ", normalise(text)).rstrip()

    @cached_property
    def _names(self) -> re.Pattern[str]:
        """Names of things and measures."""
        slots = self.words.ledger.slots
        return any_of(name for slot in slots for name in (slot.entity, slot.attribute))


def _versions(event: Event) -> Iterator[str]:
    """How a document speaks of itself and of the version that it replaces."""
    for number in range(max(1, event.version - 1), event.version + 1):
        yield from (f"{word} {number}" for word in ("version", "Version"))
