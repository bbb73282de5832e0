"""Reads statements back from what was written, knowing the things but not how they are worded.

A reader is given the names of slots and people and the options of choices; in each sentence it
looks for the words of a slot and for numbers, people, times or options beside them. It shares no
pattern with the writer. Pictures are read from their series, which stay outside the corpus.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import find_numbers, normalise
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger, Slot

# A stop that ends a sentence stands before white space; an ellipsis or a line's end does too.
# That of an initial, as in "U.S. ports", ends none; that of a unit, as in "9 EUR. Then", does.
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\W[A-Z]\.)\s+(?=[^\s\d])|\n+")
# Words that say of the value after them that it holds no more, and of the value before them.
_OVER_BEFORE = re.compile(
    r"n't\b|\b(?:not|instead of|rather than|was|were|previously|formerly|before|no longer|"
    r"replac\w+|earlier|old|used to)\b"
)
_OVER_AFTER = re.compile(
    r"^[\s%°]{0,3}(?:[^.,;]{1,40}\s)?(?:(?:is|are|was)\s)?(?:withdrawn|obsolete|void|superseded)\b"
)  # a unit may stand in between
_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_DAY = "(?:mon|tues?|wednes|thurs?|fri|satur|sun)day"
_CLOCK = r"\d{1,2}:\d{2}"
_TIME = re.compile(
    rf"(?:{_DAY},?\s)?(?:\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}\.?\s(?:{_MONTH})(?:\s\d{{4}})?|"
    rf"(?:{_MONTH})\s\d{{1,2}}(?:,?\s\d{{4}})?)(?:[,T]?\s?(?:at\s)?{_CLOCK})?"
    rf"|{_DAY}(?:,?\s(?:at\s)?{_CLOCK})?|{_CLOCK}",
    re.IGNORECASE,
)
# A number after these words counts editions or sheets, and measures nothing.
_COUNTS = re.compile(r"\b(?:versions?|revisions?|pages?|slides?|v\.?)\s*$", re.IGNORECASE)
_BLANK = "\x00"


class Reading(Frozen):
    """A value of a slot as it was read in a unit; `is_past` where the text takes it back.

    A number is read as plain decimals without its unit, of several in one value each for itself.
    """

    unit: str
    slot: str
    value: str
    is_past: bool = False


@dataclass(frozen=True)
class Reader:
    """Reads sentences about the slots of one ledger."""

    slots: Sequence[Slot]
    people: Sequence[str]
    options: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, ledger: Ledger) -> Reader:
        """A reader that knows the things of a ledger, and which options a choice has."""
        options: defaultdict[str, set[str]] = defaultdict(set)
        for event in ledger.events:
            for item in event.statements:
                options[item.slot].add(item.value)
        known = {slot: tuple(sorted(values)) for slot, values in options.items()}
        return cls(ledger.slots, [person.name for person in ledger.world.people], known)

    def read(self, unit: str, text: str) -> Iterator[Reading]:
        """All statements of a text."""
        for sentence in sentences(text):
            for slot in self.slots_in(sentence):
                yield from self._values(unit, slot, sentence)

    def slots_in(self, sentence: str) -> list[Slot]:
        """Slots whose words all stand there; of one within another's words the longer."""
        folded = normalise(sentence)
        found = [slot for slot in self.slots if _is_named(folded, slot)]
        return [slot for slot in found if not any(_is_part(slot, other) for other in found)]

    def _values(self, unit: str, slot: Slot, sentence: str) -> Iterator[Reading]:
        bare = _blanked(sentence, (slot.entity, slot.attribute))
        end = 0
        for number, (start, stop, value) in enumerate(sorted(set(self._places(slot, bare)))):
            is_over = _OVER_BEFORE.search(normalise(bare[end:start])) is not None
            is_over = is_over or _OVER_AFTER.search(bare[stop:]) is not None
            is_over = is_over or (number > 0 and "|" in bare[end:start])  # a later cell of a row
            yield Reading(unit=unit, slot=slot.id, value=value, is_past=is_over)
            end = stop

    def _places(self, slot: Slot, text: str) -> Iterator[tuple[int, int, str]]:
        """Where values of the slot's kind stand, and which."""
        if slot.kind == "number":
            for item in find_numbers(text):
                if not _COUNTS.search(text[: item.start]):
                    yield item.start, item.end, item.value
        elif slot.kind == "time":
            yield from ((*match.span(), match.group()) for match in _TIME.finditer(text))
        else:
            names = self.people if slot.kind == "person" else ()
            for start, end in _found(text, (*names, *self.options.get(slot.id, ()))):
                yield start, end, text[start:end]


def read_records(ledger: Ledger, records: WorkspaceRecords) -> tuple[Reading, ...]:
    """What a reader gets out of all units: their texts, text layers and the series of pictures."""
    reader = Reader.of(ledger)
    found: list[Reading] = []
    for unit in records.units:
        found += reader.read(unit.id, f"{unit.text}\n{unit.text_layer}")
    for row in records.plotted:
        for mark in row.marks:
            found += reader.read(row.unit, f"{mark.label}: {mark.value}")
    return tuple(dict.fromkeys(found))


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text."""
    return _SENTENCE.split(text)


def parts(value: str, kind: str) -> tuple[str, ...]:
    """The readings that a stated value should give: its numbers, or the value as a whole."""
    numbers = tuple(item.value for item in find_numbers(value)) if kind == "number" else ()
    return numbers or (value,)


def is_same(reading: str, part: str) -> bool:
    """Whether a reading is a stated one: the same number, or the same words."""
    left, right = list(find_numbers(reading)), list(find_numbers(part))
    if len(left) == 1 and len(right) == 1:
        return left[0].number == right[0].number
    return normalise(reading) == normalise(part)


def _is_named(folded: str, slot: Slot) -> bool:
    names = (normalise(slot.entity), normalise(slot.attribute))
    return all(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", folded) for name in names if name)


def _is_part(slot: Slot, other: Slot) -> bool:
    """Whether the words of a slot are but a part of another's."""
    if slot.id == other.id:
        return False
    mine = (normalise(slot.entity), normalise(slot.attribute))
    theirs = (normalise(other.entity), normalise(other.attribute))
    is_inside = all(own in name for own, name in zip(mine, theirs, strict=True))
    return is_inside and mine != theirs


def _blanked(text: str, names: Sequence[str]) -> str:
    """A text with some names made blank, length unchanged."""
    for name in names:
        if name:
            pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
            text = pattern.sub(lambda match: _BLANK * len(match.group()), text)
    return text


def _found(text: str, options: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Places of options, the longest first, none within another."""
    taken: list[tuple[int, int]] = []
    for option in sorted(set(options), key=lambda item: (-len(item), item)):
        for match in re.finditer(rf"(?<!\w){re.escape(option)}(?!\w)", text, re.IGNORECASE):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                taken.append(match.span())
    yield from taken
