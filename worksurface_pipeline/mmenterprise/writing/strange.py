"""Names and options that a text speaks of though its event does not: statements nobody planned.

A reader of records takes a value for said only where its thing is named beside it. A model may say
it without, and then the records tell more than the ledger knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.records.wording import Words, humanised
from worksurface_pipeline.mmenterprise.schema.ledger import Event

_KINDS = ("name", "choice")  # persons are spoken of anyway; numbers and times have digits
_STATUS = "status"  # "in progress" is said of anything
# Numbers in letters, from where people would rather write digits.
_SPELLED = re.compile(
    r"\b(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|"
    r"six|seven|eight|nine))?|hundreds?|thousands?|millions?|per\s?cent|dozens?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Strange:
    """Finds what comes from elsewhere in the texts of one project."""

    words: Words

    @cached_property
    def _values(self) -> tuple[str, ...]:
        """Names and options of two words or more: shorter ones are said by chance."""
        found = set()
        for event in self.words.ledger.events:
            for item in event.statements:
                slot = self.words.slots[item.slot]
                is_telling = slot.kind in _KINDS and slot.attribute != _STATUS
                if is_telling and len(item.value.split()) > 1:
                    found.add(normalise(item.value))
        return tuple(sorted(found))

    @cached_property
    def _named(self) -> tuple[str, ...]:
        """Names of things, measures and documents, the longest first: their words are no values."""
        found = {normalise(humanised(item.document)) for item in self.words.ledger.events}
        for slot in self.words.ledger.slots:
            found |= {normalise(slot.entity), normalise(slot.attribute)}
        return tuple(sorted(found - {""}, key=lambda name: (-len(name), name)))

    def faults(self, text: str, event: Event) -> Iterator[str]:
        """Values of other events, and numbers in letters that the event does not give."""
        given = [item.value for item in event.statements]
        given += [self.words.slots[item.slot].unit for item in event.statements]
        own = normalise(" ".join([*given, event.reason]))
        folded = normalise(text)
        bare = folded
        for name in self._named:
            bare = bare.replace(name, " ")
        for value in self._values:
            if value not in own and has_token(folded, value):
                yield f"{value!r} is no part of this event"
        for match in _SPELLED.finditer(bare):
            if match.group() not in own:
                yield f"{match.group()!r} is a number that this event does not give"
