"""Wiki pages with their history: every revision is kept, and a page nobody touches stays stale."""

from __future__ import annotations

from dataclasses import dataclass, field

from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind

_TRACKERS = {"research_lab": "experiment_tracker", "analysis_firm": "evidence_table"}
_DECISIONS = "decision_log"


@dataclass
class Page:
    """One page: its entries by what they are about, and a line for each revision."""

    title: str
    entries: dict[str, tuple[str, ...]] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)

    def revise(self, key: str, lines: list[str], who: str, event: Event) -> int:
        """Write or replace an entry; gives the number of the revision."""
        self.entries[key] = tuple(lines)
        number = len(self.history) + 1
        self.history.append(f"Revision {number}: {who}, {event.at:%Y-%m-%d %H:%M}")
        return number

    def markdown(self) -> str:
        """The page as it stands now, with who revised it when."""
        rows = [f"- {line}" for lines in self.entries.values() for line in lines]
        return "\n".join([f"# {self.title}", "", *rows, "", "## History", "", *self.history, ""])


def page_of(event: Event, is_page: bool, archetype: str) -> str:
    """The page that an event writes on: its document if that is one, else the page for its kind."""
    if is_page:
        return event.document
    if event.kind is EventKind.DECISION:
        return _DECISIONS
    return _TRACKERS.get(archetype, _TRACKERS["research_lab"])


def entry_key(event: Event) -> str:
    """What an entry is about: a later one on the same slots takes its place."""
    slots = sorted({item.slot for item in event.statements})
    return " ".join(slots) or event.id
