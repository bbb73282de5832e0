"""What a model is told of a planned event: who says what where, what must and must not be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.records.kinds import document_kinds
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.retelling import TOLD
from worksurface_pipeline.mmenterprise.records.statements import points
from worksurface_pipeline.mmenterprise.records.wording import Words, humanised, printed, topic
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Channel, Place, World

_TIME = "%Y-%m-%d %H:%M:%S"
# What an event does, in words that a writer understands.
_ACTS = {
    EventKind.RESULT: "shares values",
    EventKind.ERROR: "shares values, believing all of them right",
    EventKind.DETECTION: "doubts something",
    EventKind.CORRECTION: "corrects a wrong value: says what is right and what was wrong",
    EventKind.DECISION: "announces a decision",
    EventKind.CHANGE: "announces a change: says what holds now and what held before",
    EventKind.REVISION: "puts out a new version",
    EventKind.STATUS: "says where things stand",
    EventKind.TALK: "talks, without any value",
}


class Say(Frozen):
    """One value to be said: of what, as printed, and the value that it replaces, if any.

    `is_repeated` where it was said before: no news of who says it now.
    """

    thing: str
    measure: str
    value: str
    instead_of: str = ""
    is_doubted: bool = False
    is_repeated: bool = False


class Brief(Frozen):
    """One planned event as a model sees it."""

    event_id: str
    time: str
    actor: str
    act: str
    answers: str = ""
    says: tuple[Say, ...] = ()
    why: str = ""
    story: str = ""
    must_contain: tuple[str, ...] = ()
    must_not_contain: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """The events of one channel on one day: what is written at once."""

    channel: Channel
    day: str
    events: tuple[Event, ...]

    @property
    def name(self) -> str:
        """Channel and day."""
        return f"{self.channel.id} {self.day}"


@dataclass(frozen=True)
class Briefing:
    """Briefs for the events of one project; `stories` are told by event, `records` the templates'.

    A text states what the template's text states: what stands in an attached document or picture
    is not repeated beside it.
    """

    words: Words
    records: WorkspaceRecords
    stories: Mapping[str, str] = field(default_factory=dict)

    @property
    def world(self) -> World:
        """The world that is written about."""
        return self.words.ledger.world

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The unit of each event whose record is a text."""
        return {
            unit.events[0]: unit
            for unit in self.records.units
            if unit.events
            and unit.place in TOLD
            and unit.place is self.words.channels[self.words.event(unit.events[0]).channel].place
        }

    @cached_property
    def _kinds(self) -> Mapping[str, Place]:
        return document_kinds(self.words)

    def parts(self, channel: Channel) -> Iterator[Part]:
        """What is written at once in a channel, day by day."""
        own = [
            event
            for event in self.words.ledger.events
            if event.channel == channel.id and event.id in self.units
        ]
        for day, events in groupby(own, key=lambda event: f"{event.at:%Y-%m-%d}"):
            yield Part(channel, day, tuple(events))

    def brief(self, event: Event) -> Brief:
        """What is told of one event."""
        says = tuple(self._says(event))
        said = [item.value for item in self.units[event.id].statements]
        return Brief(
            event_id=event.id,
            time=time_of(event),
            actor=self.words.name(event.actor),
            act=self._act(event),
            answers=self._answers(event),
            says=says,
            why=event.reason.rstrip(". "),
            story=self.stories.get(event.id, ""),
            must_contain=tuple(dict.fromkeys([*said, *self.mentions(event)])),
            must_not_contain=event.must_not,
        )

    def mentions(self, event: Event) -> tuple[str, ...]:
        """Words by which a text points to the document or picture that comes with it."""
        if event.document and self._kinds.get(event.document) is not Place.WIKI:
            return (humanised(event.document), f"version {event.version}")
        doubted = self._doubted(event)
        if doubted is not None and doubted.document and not event.statements:
            return (humanised(doubted.document),)
        return ()

    def _says(self, event: Event) -> Iterator[Say]:
        for point in points(self.words, self.units[event.id].statements):
            slot = point.slot
            is_doubt = event.kind is EventKind.DETECTION and not point.is_true
            yield Say(
                thing=slot.entity,
                measure=slot.attribute,
                value=printed(slot, point.value),
                instead_of=printed(slot, point.old) if point.old else "",
                is_doubted=is_doubt,
                is_repeated=(event.id, slot.id) in self.words.repeated,
            )

    def _act(self, event: Event) -> str:
        if event.document and event.kind is EventKind.TALK:
            return "tells the others that the version named below is there, without its values"
        doubted = self._doubted(event)
        if doubted is not None and not event.statements:
            slots = [self.words.slots[item.slot] for item in doubted.statements]
            about = topic(slots) if slots else "what was said"
            return f"doubts what is on record for: {about}; names no value"
        about = f" ({event.topic})" if event.topic and event.kind is EventKind.TALK else ""
        return f"{_ACTS[event.kind]}{about}"

    def _doubted(self, event: Event) -> Event | None:
        if event.kind is not EventKind.DETECTION or not event.about:
            return None
        return self.words.event(event.about[0])

    def _answers(self, event: Event) -> str:
        """The event that this one follows from, if it was in the same channel."""
        near = [key for key in event.about if self.words.event(key).channel == event.channel]
        if not near:
            return ""
        return f"{near[-1]} by {self.words.name(self.words.event(near[-1]).actor)}"


def time_of(event: Event) -> str:
    """The time of an event as it is told and asked back."""
    return f"{event.at:{_TIME}}"


def told(units: Sequence[Unit]) -> list[dict[str, str]]:
    """Messages as a reader sees them."""
    return [{"actor": unit.author, "text": unit.text} for unit in units]
