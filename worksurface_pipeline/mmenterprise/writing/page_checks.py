"""Whether a model's words for a page or slide can stand there, as sentences for the model.

A page states what it states whoever words it: its table and pictures are the ledger's. So its lines
say values of this page alone, each beside its thing and measure, and no more than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.records.fitting import misfits
from worksurface_pipeline.mmenterprise.records.papers import text_layer
from worksurface_pipeline.mmenterprise.records.reading import is_same, parts, sentences
from worksurface_pipeline.mmenterprise.records.statements import Point
from worksurface_pipeline.mmenterprise.records.traces import shows, without
from worksurface_pipeline.mmenterprise.records.wording import label, printed
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.writing.library import Library, Version
from worksurface_pipeline.mmenterprise.writing.page_words import PageWords, says_pending
from worksurface_pipeline.mmenterprise.writing.pages import Plan, plan_of
from worksurface_pipeline.mmenterprise.writing.sentence_checks import Page, SentenceChecks
from worksurface_pipeline.mmenterprise.writing.strange import Strange
from worksurface_pipeline.mmenterprise.writing.text_checks import quoting
from worksurface_pipeline.mmenterprise.writing.unit_checks import UnitChecks


@dataclass(frozen=True)
class PageChecks:
    """The checks of one project's pages; `title` is the source's, which nobody there knows."""

    library: Library
    title: str

    @cached_property
    def _unit_checks(self) -> UnitChecks:
        return UnitChecks(self.library.words, self.library.records)

    @cached_property
    def _strange(self) -> Strange:
        return Strange(self.library.words)

    @cached_property
    def _words(self) -> PageWords:
        return PageWords(self.library.words, self.title)

    @cached_property
    def _sentences(self) -> SentenceChecks:
        return SentenceChecks(self.library.words, self.library.reader, self._unit_checks.known)

    def faults(self, version: Version, number: int, text: str) -> tuple[str, ...]:
        """All faults of a page's words, the first line its heading; none where they pass."""
        return quoting(f"page {number}", self._faults(version, number, text), text)

    def _faults(self, version: Version, number: int, text: str) -> Iterator[str]:
        plan = plan_of(self.library, version, number)
        heading, *lines = text.split("\n")
        allowed = [version.document.author, plan.reason, *plan.must]
        yield from self._words.faults(heading, lines, plan.most_lines)
        is_valued = bool(plan.points or plan.hidden)
        given = [value for point in plan.points for value in _values(point)]
        yield from self._words.compared([heading, *lines], [*allowed, *given], is_valued)
        yield from self._required(plan, text, lines)
        yield from self._unsaid(plan, text)
        page = Page(version.event, version.unit(number), plan.pending, tuple(allowed))
        yield from self._sentences.heading(page, heading)
        for line in lines:
            yield from self._sentences.line(page, line)
        own = version.event.model_copy(update={"statements": page.unit.statements})
        yield from self._strange.faults(text, own)
        yield from self._whole(version, number, text)

    def _whole(self, version: Version, number: int, text: str) -> Iterator[str]:
        """What shows in the page as it comes out: against its record, and in its room."""
        layer = text_layer(version.sheet(number).worded(text))
        unit = version.unit(number).model_copy(update={"text_layer": layer})
        yield from self._unit_checks.faults(version.event, unit)
        yield from misfits(version.document, number, version.kind, text)

    def _required(self, plan: Plan, text: str, lines: Sequence[str]) -> Iterator[str]:
        """What the words have to hold: the frame, the reason, values, and what is pending."""
        for item in (*plan.must, plan.reason):
            if item.casefold() not in text.casefold():
                yield f"{item!r} is missing"
        said = [sentence for line in lines for sentence in sentences(line)]
        for point in plan.told:
            if not any(self._says(point, sentence) for sentence in said):
                value = printed(point.slot, point.value)
                yield f"no line says {label(point.slot)}: {value!r} (`to_say`)"
        for slot in plan.pending:
            if not any(says_pending(item) and self._names(slot, item) for item in said):
                yield f"no line says that {label(slot)} is pending (`pending`)"

    def _says(self, point: Point, sentence: str) -> bool:
        read = [one.value for one in self.library.reader.read("", sentence) if not one.is_past]
        wanted = parts(point.value, point.slot.kind)
        is_read = all(any(is_same(value, part) for value in read) for part in wanted)
        return is_read and self._names(point.slot, sentence)

    def _names(self, slot: Slot, sentence: str) -> bool:
        return slot in self.library.reader.slots_in(sentence)

    @staticmethod
    def _unsaid(plan: Plan, text: str) -> Iterator[str]:
        """What the words may not hold, unless it is a part of what they have to hold."""
        given = [value for point in plan.points for value in _values(point)]
        bare = without(normalise(text), map(normalise, (*plan.must, plan.reason, *given)))
        for value in plan.must_not:
            if has_token(bare, normalise(value)) or shows(bare, value):
                yield f"{value!r} must not be written (`must_not_contain`)"


def _values(point: Point) -> tuple[str, ...]:
    """What is stated of a thing as it is printed, also what it replaces."""
    values = (point.value, point.old) if point.old else (point.value,)
    return tuple(printed(point.slot, value) for value in values)
