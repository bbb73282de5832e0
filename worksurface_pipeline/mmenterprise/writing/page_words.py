"""Rules for the words of a page that hold whatever it states: form, length, and claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.records.reading import sentences
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.writing.cleaning import improper

_LONGEST_HEADING, _LONGEST_LINE = 60, 400  # characters
_TELLING = 2  # words from which on the source's title is nobody else's
# A claim that one value is beside another: a table shows it, and words may have it wrong.
_COMPARES = re.compile(
    r"(?<!no )\b(?:bett|bigg|cheap|fast|few|great|high|larg|long|low|slow|small|short|strong|weak)"
    r"(?:er|est)\b|\b(?:most|least|less|more) (?:than|of all|accurate|expensive|efficient)\b"
    r"|\b(?:best|worse|worst|top|bottom|ahead of|behind)\b"
    r"|\b(?:twice|half|double|triple) (?:as|the|that)\b"
    r"|\b(?:above|below|beyond|under|over) (?:target|plan|budget|average|the others?)\b"
    r"|\b(?:outperform|exceed|surpass|improv|increas|decreas|declin|doubl|halv|shrink|shrank|"
    r"trail|beat)(?:s|es|ed|ing|ement|ements|e)?\b|\b(?:rose|risen|fell|fallen|grew|grown|"
    r"dropped|gained|climbed|jumped|slipped|won)\b"
    r"|\bleads? (?:by|with|the (?:field|table|list))\b"
    r"|\b(?:wins?|winners?|majority|most of|stands? out|(?:comes?|came) (?:first|second|last))\b"
    r"|\b(?:a|one|two|three) (?:third|quarter|fifth|tenth)s?\b|\bhalf of\b"
)
# A picture or table with a number or letter of its own, as a publication has it.
_NUMBERED = re.compile(
    r"\b(?:[Ff]ig(?:ure)?s?|[Tt]ab(?:le)?s?|[Ee]xhibits?|[Aa]ppendix|[Ss]ection)\b\.?\s?"
    r"(?:\d+|[IVXL]+\b|[A-Z]\b)"
)
_PENDING = re.compile(
    r"\b(?:pending|outstanding|awaited|not (?:yet )?available|not yet|still to come|to follow|"
    r"still open)\b",
    re.IGNORECASE,
)


def says_pending(sentence: str) -> bool:
    """Whether a sentence says of something that it is not available yet."""
    return _PENDING.search(sentence) is not None


def any_of(names: Iterable[str]) -> re.Pattern[str]:
    """A pattern for names as words of their own in folded text, the longest first."""
    folded = sorted({normalise(name) for name in names} - {""}, key=lambda name: (-len(name), name))
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in folded) or r"(?!)")


@dataclass(frozen=True)
class PageWords:
    """The rules for one project; `title` is the source's."""

    words: Words
    title: str

    def faults(self, heading: str, lines: Sequence[str], most: int) -> Iterator[str]:
        """What is wrong with a heading and lines as such."""
        yield from (f"heading: {fault}" for fault in self._heading(heading))
        if not 1 <= len(lines) <= most:
            yield f"it has {len(lines)} lines; 1 to {most} are allowed"
        for line in lines:
            yield from self._proper(line, _LONGEST_LINE)
        if len(set(map(normalise, lines))) != len(lines):
            yield "one line stands there twice"

    def compared(
        self, texts: Sequence[str], allowed: Sequence[str], is_valued: bool
    ) -> Iterator[str]:
        """What compares values; where a page has none, only what names a thing can do so."""
        for sentence in (item for text in texts for item in sentences(text)):
            folded = normalise(sentence)
            if is_valued or any(has_token(folded, thing) for thing in self._things):
                found = _COMPARES.search(self._bare(folded, allowed))
                if found:
                    yield f"{found.group()!r} compares; leave that to the table or the picture"

    def _heading(self, heading: str) -> Iterator[str]:
        yield from self._proper(heading, _LONGEST_HEADING)
        if heading.endswith((".", ":", ";")):
            yield "it has no stop at its end"

    def _proper(self, text: str, longest: int) -> Iterator[str]:
        """What no line may be: mark-up, a header, an order, or of a publication."""
        plain = text
        for name in self._firms:  # a product may be called Journal
            plain = plain.replace(name, "it")
        yield from improper(plain, longest)
        if "|" in text:
            yield "'|' is for tables"
        found = _NUMBERED.search(plain)
        if found:
            yield f"{found.group()!r} numbers a picture or table as a publication would"
        title = normalise(self.title)
        if len(title.split()) >= _TELLING and has_token(normalise(text), title):
            yield f"{self.title!r} is not known there"

    @cached_property
    def _firms(self) -> tuple[str, ...]:
        world = self.words.ledger.world
        return tuple(sorted({world.company, world.product, world.customer}, key=len, reverse=True))

    @cached_property
    def _things(self) -> tuple[str, ...]:
        return tuple({normalise(slot.entity) for slot in self.words.ledger.slots} - {""})

    @cached_property
    def _names(self) -> re.Pattern[str]:
        """Names of things, measures and firms: their words claim nothing."""
        ledger = self.words.ledger
        ahead = (f"ahead of the {item.name}" for item in ledger.world.milestones)
        slots = (name for slot in ledger.slots for name in (slot.entity, slot.attribute))
        return any_of([*self._firms, *ahead, *slots])

    def _bare(self, folded: str, allowed: Sequence[str]) -> str:
        return self._names.sub(" ", any_of(allowed).sub(" ", folded))
