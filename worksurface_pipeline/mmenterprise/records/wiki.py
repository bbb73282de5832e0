"""Wiki pages with their history: every revision is kept, and a page nobody touches stays stale.

A revision takes the place of what the page said of the same things before, row by row: no page
says two values of one thing as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Slot

_TRACKERS = {"research_lab": "experiment_tracker", "analysis_firm": "evidence_table"}
_DECISIONS = "decision_log"


@dataclass(frozen=True)
class Row:
    """A line of an entry, and the slots that it names: none for a reason or a pointer."""

    text: str
    slots: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Entry:
    """What one event wrote on a page: its rows, and the slots of which they still stand."""

    slots: frozenset[str]
    rows: tuple[Row, ...]

    def without(self, slots: frozenset[str]) -> Entry:
        """What is left of it once others have said something newer of these slots."""
        left = self.slots - slots
        rows = (row for row in self.rows if not row.slots or row.slots & left)
        return Entry(left, tuple(rows) if left or not self.slots else ())

    def markdown(self) -> Iterator[str]:
        """Its rows as a list; what names nothing belongs to the row above it."""
        is_below = False
        for row in self.rows:
            is_below = is_below or bool(row.slots)
            yield f"  - {row.text}" if is_below and not row.slots else f"- {row.text}"


@dataclass
class Page:
    """One page: its entries, and a line for each revision."""

    title: str
    entries: list[Entry] = field(default_factory=list)
    history: list[str] = field(default_factory=list)

    def revise(self, entry: Entry, who: str, event: Event) -> int:
        """Write an entry in the place of what it replaces; gives the number of the revision."""
        left = [item.without(entry.slots) for item in self.entries]
        gone = (place for place, item in enumerate(left) if not item.rows)
        left.insert(next(gone, len(left)), entry)
        self.entries = [item for item in left if item.rows]
        number = len(self.history) + 1
        self.history.append(f"Revision {number}: {who}, {event.at:%Y-%m-%d %H:%M}")
        return number

    def markdown(self) -> str:
        """The page as it stands now, with who revised it when."""
        rows = [line for entry in self.entries for line in entry.markdown()]
        return "\n".join([f"# {self.title}", "", *rows, "", "## History", "", *self.history, ""])


def page_of(event: Event, is_page: bool, archetype: str) -> str:
    """The page that an event writes on: its document if that is one, else the page for its kind."""
    if is_page:
        return event.document
    if event.kind is EventKind.DECISION:
        return _DECISIONS
    return _TRACKERS.get(archetype, _TRACKERS["research_lab"])


def entry_slots(event: Event) -> frozenset[str]:
    """What an entry is about: a later one on any of the same slots takes its place there."""
    return frozenset(item.slot for item in event.statements)


def entry_of(event: Event, lines: Sequence[str], slots: Sequence[Slot]) -> Entry:
    """The entry of an event in the words of `lines`; `slots` are those that it may name."""
    return Entry(entry_slots(event), tuple(_row(line, slots) for line in lines))


def _row(line: str, slots: Sequence[Slot]) -> Row:
    """A line with what it names; of a name within another's the longer one counts."""
    named = [slot for slot in slots if _names(line, slot)]
    found = [slot for slot in named if not any(_is_part(slot, other) for other in named)]
    return Row(line, frozenset(slot.id for slot in found))


def _names(line: str, slot: Slot) -> bool:
    folded = normalise(line)
    return all(has_token(folded, name) for name in _words(slot))


def _words(slot: Slot) -> list[str]:
    return [normalise(name) for name in (slot.entity, slot.attribute) if name]


def _is_part(slot: Slot, other: Slot) -> bool:
    """Whether the names of a slot are but parts of another's."""
    mine, theirs = _words(slot), _words(other)
    is_inside = all(any(has_token(name, own) for name in theirs) for own in mine)
    return slot.id != other.id and is_inside and mine != theirs
