"""Outlines of reports and decks: which statement stands on which page, as text or as picture."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.records.figures import Album
from worksurface_pipeline.mmenterprise.records.outline import Document, Figure, Sheet
from worksurface_pipeline.mmenterprise.records.statements import Point, points
from worksurface_pipeline.mmenterprise.records.wording import Words, printed, titled
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Slot, Statement
from worksurface_pipeline.mmenterprise.schema.world import Place

_PAPER_ROWS, _SLIDE_ROWS = 10, 5  # rows of a table that a page and a slide have room for
_LEAST_BARS, _MOST_CHARTS = 2, 4
_TERMS = {
    "research_lab": ("runs", "metric", "internal technical report"),
    "analysis_firm": ("findings", "figure", "client report"),
}


@dataclass(frozen=True)
class Outliner:
    """Writes outlines for one project."""

    words: Words
    album: Album

    def document(self, event: Event, kind: Place) -> Document:
        """What an event writes: a report, or else a deck."""
        return self._report(event) if kind is Place.REPORT else self._deck(event)

    def _report(self, event: Event) -> Document:
        """A report: overview, results, plan, changes, pictures, outlook."""
        return self._document(event, _PAPER_ROWS, self._overview(event), self._outlook())

    def _deck(self, event: Event) -> Document:
        """Slides: title, key values, plan, changes, pictures, next steps."""
        world = self.words.ledger.world
        lines = (f"{world.company} for {world.customer}", self._written(event))
        first = Sheet(titled(self.words.document(event.document)), lines)
        last = Sheet("Next steps", ("Collect remarks.", "Agree on open points.", "Update slides."))
        return self._document(event, _SLIDE_ROWS, first, last)

    def _document(self, event: Event, rows: int, first: Sheet, last: Sheet) -> Document:
        sheets = (
            first,
            *self._tables(event, rows),
            *self._charts(event),
            *self._pictures(event),
            last,
        )
        return Document(
            title=titled(self.words.document(event.document)),
            subtitle=f"version {event.version}",
            author=self.words.name(event.actor),
            sheets=sheets,
        )

    def _overview(self, event: Event) -> Sheet:
        world = self.words.ledger.world
        runs, metric, deliverable = terms(world.archetype)
        lines = [
            f"This {deliverable} sums up where {world.company} stands with {world.product}.",
            f"It is meant for the team and, once released, for {world.customer}.",
            f"It covers the {runs} that were available at the time of writing; a {metric} that "
            "came later is left for the next version.",
            self._written(event),
        ]
        if event.version > 1:
            lines.append(f"Version {event.version} replaces version {event.version - 1}.")
        return Sheet("Overview", tuple(lines))

    def _written(self, event: Event) -> str:
        return f"Written by {self.words.name(event.actor)}, {day_of(event)}."

    def _outlook(self) -> Sheet:
        lines = (
            "Remarks are collected until the next version is due.",
            "Whoever finds that a value does not hold any more tells the author, who corrects it "
            "in the following version. Earlier versions stay on file as they are.",
        )
        borrowed = self.album.borrowed(self.words.ledger.world.project)
        return Sheet("Outlook", lines, figures=(borrowed,) if borrowed else ())

    def _tables(self, event: Event, rows: int) -> Iterator[Sheet]:
        said = list(points(self.words, self.words.textual(event.statements)))
        parts: list[tuple[str, str, Callable[[Slot], bool]]] = [
            ("Results", "The values as they had reached the author by then.", _is_number),
            ("Plan and agreements", "Who does what, until when, and what was settled.", _is_other),
        ]
        for heading, lead, belongs in parts:
            chosen = [point for point in said if belongs(point.slot)]
            for part in _even(chosen, rows):
                yield self._table(event, heading, lead, part)

    def _table(self, event: Event, heading: str, lead: str, said: Sequence[Point]) -> Sheet:
        has_old = any(point.old for point in said)
        head = ("Item", "What", "Value", *(("Before",) if has_old else ()))
        body = tuple(_row(point, has_old) for point in said)
        shown = {point.slot.id for point in said}
        statements = tuple(item for item in event.statements if item.slot in shown)
        reason = (f"Reason: {event.reason.rstrip('. ')}.",) if event.reason else ()
        return Sheet(heading, (lead, *reason), (head, *body), statements=statements)

    def _charts(self, event: Event) -> Iterator[Sheet]:
        """What a table says of several things, drawn once more side by side."""
        groups: defaultdict[tuple[str, str], list[Statement]] = defaultdict(list)
        for item in self.words.textual(event.statements):
            slot = self.words.slots[item.slot]
            if slot.kind == "number" and not item.is_past:
                groups[slot.attribute, slot.unit].append(item)
        large = [items for items in groups.values() if len(items) >= _LEAST_BARS]
        for items in large[:_MOST_CHARTS]:
            for figure in self.album.of(event, items):
                lead = "Side by side, as of this version."
                yield Sheet(figure.caption, (lead,), figures=(_captioned(figure),))

    def _pictures(self, event: Event) -> Iterator[Sheet]:
        hidden: tuple[Statement, ...] = self.words.visual(event.statements)
        for figure in self.album.of(event, hidden) if hidden else ():
            lines = ("Values are printed in the picture.",)
            yield Sheet(figure.caption, lines, figures=(_captioned(figure),))


def terms(archetype: str) -> tuple[str, str, str]:
    """What an organisation calls its units of work, its values, and its report."""
    return _TERMS.get(archetype, _TERMS["research_lab"])


def day_of(event: Event) -> str:
    """The day of an event as a document gives it."""
    return f"{event.at:%A}, {event.at.day} {event.at:%B %Y}"


def _even(said: Sequence[Point], most: int) -> Iterator[Sequence[Point]]:
    """Parts of at most so many, none much shorter than the others."""
    count = math.ceil(len(said) / most)
    size = math.ceil(len(said) / max(1, count))
    for start in range(0, len(said), max(1, size)):
        yield said[start : start + size]


def _captioned(figure: Figure) -> Figure:
    """A figure whose heading says already what its caption would."""
    return Figure(figure.png, "As of this version.", figure.marks, figure.statements)


def _row(point: Point, has_old: bool) -> tuple[str, ...]:
    slot = point.slot
    old = printed(slot, point.old) if point.old else "-"
    before = (old,) if has_old else ()
    return (slot.entity, slot.attribute, printed(slot, point.value), *before)


def _is_number(slot: Slot) -> bool:
    return slot.kind == "number"


def _is_other(slot: Slot) -> bool:
    return slot.kind != "number"
