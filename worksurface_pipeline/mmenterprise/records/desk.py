"""The desk at which one project's records are written: one event at a time, place by place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.records.documents import Outliner
from worksurface_pipeline.mmenterprise.records.figures import Album
from worksurface_pipeline.mmenterprise.records.filing import Filing, shown
from worksurface_pipeline.mmenterprise.records.kinds import document_kinds, makers
from worksurface_pipeline.mmenterprise.records.letters import Letters
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.posts import Writer
from worksurface_pipeline.mmenterprise.records.shelf import Shelf
from worksurface_pipeline.mmenterprise.records.voices import Turns
from worksurface_pipeline.mmenterprise.records.wiki import Page, entry_of, page_of
from worksurface_pipeline.mmenterprise.records.wording import Words, titled
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Ledger
from worksurface_pipeline.mmenterprise.schema.seed import SeedSet
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place


@dataclass
class Desk:
    """What is at hand while a project is written."""

    words: Words
    writer: Writer
    filing: Filing
    shelf: Shelf
    letters: Letters
    pages: dict[str, Page] = field(default_factory=dict)
    threads: dict[str, list[Unit]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(
        cls,
        ledger: Ledger,
        seeds: SeedSet,
        contents: Mapping[str, bytes],
        seed: int,
        texts: Mapping[str, str],
    ) -> Desk:
        """An empty desk for a ledger; `texts` were written elsewhere, by event or page."""
        words = Words(ledger)
        shelf = Shelf(words, seed)
        writer = Writer(words, Turns(ledger.world.people, seed), texts)
        outliner = Outliner(words, Album(words, seeds, contents, seed))
        filing = Filing(words, outliner, shelf, document_kinds(words), makers(words), texts=texts)
        return cls(words, writer, filing, shelf, Letters(words, writer, filing, shelf))

    def write(self, event: Event) -> None:
        """Write the records of one event, whatever place it is in."""
        place = self.words.channels[event.channel].place
        if place is Place.MAIL:
            self.letters.write(event)
        elif place is Place.WIKI:
            self._entry(event)
        elif place in (Place.REPORT, Place.DECK):
            self.filing.document(event, place)
        elif place is Place.IMAGE:
            self.filing.pictures(event, self.filing.figures(event, event.statements))
        else:
            self._line(event, place)

    def finished(self) -> WorkspaceRecords:
        """All records, once the threads of chats, notes and logs are written to their files."""
        for path, units in self.threads.items():
            folder = path.split("/")[1]
            data = f"# {folder}\n\n" if path.endswith(".md") else ""
            data += "\n\n".join(_told(unit) for unit in units) + "\n"
            self.shelf.file(path, data.encode(), units)
        return self.shelf.records()

    def _line(self, event: Event, place: Place) -> None:
        """A message, meeting notes or log lines: one unit, and its file by day."""
        channel = self.words.channels[event.channel]
        attached, _ = self.filing.attach(event)
        if place is Place.CHAT:
            text = self.writer.message(event, attached)
        elif place is Place.NOTES:
            text = self._notes(event, self.writer.entry(event, attached))
        else:
            text = "\n".join(self.writer.log(event))
        said = () if attached.holds else self.words.textual(event.statements)
        unit = self.shelf.unit(event, place, shown(place, channel.name), text, statements=said)
        folder, ending = (place.value, "log" if place is Place.LOG else "md")
        path = f"{folder}/{identifier(channel.name)}/{event.at:%Y-%m-%d}.{ending}"
        self.threads[path].append(unit)

    def _notes(self, event: Event, said: list[str]) -> str:
        channel = self.words.channels[event.channel]
        present = [
            person.name
            for person in self.words.ledger.world.people
            if person.id in channel.members and person.joins <= event.at
        ]
        lines = [f"{channel.name}, {event.at:%A %H:%M}", f"Present: {', '.join(present)}"]
        return "\n".join([*lines, *(f"- {line}" for line in said)])

    def _entry(self, event: Event) -> None:
        """One revision of a wiki page: its entry as a unit, the whole page as a file."""
        is_page = self.filing.kinds.get(event.document) is Place.WIKI
        key = page_of(event, is_page, self.words.ledger.world.archetype)
        page = self.pages.setdefault(key, Page(titled(self.words.document(key))))
        attached, _ = self.filing.attach(event)
        lines = self.writer.entry(event, attached)
        slots = [self.words.slots[item.slot] for item in event.statements]
        entry = entry_of(event, lines, list(dict.fromkeys(slots)))
        number = page.revise(entry, self.words.name(event.actor), event)
        text = "\n".join([f"{page.title}, revision {number}", *lines])
        said = () if attached.holds else self.words.textual(event.statements)
        unit = self.shelf.unit(
            event,
            Place.WIKI,
            page.title,
            text,
            number=number,
            version=event.version or number,
            statements=said,
        )
        path = f"wiki/{identifier(key)}/revision_{number:02d}.md"
        self.shelf.file(path, page.markdown().encode(), (unit,))


def _told(unit: Unit) -> str:
    """A unit as it stands in its file: who and when, except where the text says so itself."""
    if unit.place is Place.LOG:
        return unit.text
    return f"**{unit.author}**, {unit.at:%Y-%m-%d %H:%M:%S}\n{unit.text}"
