"""The stage: steps in order of working time, each making one event from what its actor has heard.

Steps run by time, so that whoever speaks knows what was said before in the rooms he is in, and
nothing else. What does not belong: which steps there are.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from random import Random

from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, State
from worksurface_pipeline.mmenterprise.schema.world import Person, Place
from worksurface_pipeline.mmenterprise.simulation.clock import WorkClock
from worksurface_pipeline.mmenterprise.simulation.hearing import Hearing
from worksurface_pipeline.mmenterprise.simulation.plan import Plan
from worksurface_pipeline.mmenterprise.simulation.subjects import Part, Subject
from worksurface_pipeline.mmenterprise.simulation.truth import Truth
from worksurface_pipeline.mmenterprise.simulation.utterance import Made, Utterance, event_of
from worksurface_pipeline.mmenterprise.simulation.world import Cast

Step = Callable[["Stage"], None]
# Places whose records are long: who has heard of a value otherwise does not look it up there.
SKIMMED = frozenset({Place.REPORT, Place.DECK})
# Places whose records come in versions: each event there makes the next one of its document.
VERSIONED = frozenset({Place.WIKI, Place.REPORT, Place.DECK, Place.IMAGE})


@dataclass
class Stage:
    """One project while it happens."""

    cast: Cast
    plan: Plan
    rng: Random
    clock: WorkClock
    now: datetime
    events: list[Event] = field(default_factory=list)
    truth: Truth = field(default_factory=Truth)
    pages: dict[str, dict[str, str]] = field(default_factory=dict)
    frozen: set[tuple[str, str]] = field(default_factory=set)
    missed: int = 0

    def __post_init__(self) -> None:
        self._agenda: list[tuple[datetime, int, Step]] = []
        self._numbers = count()
        self._versions: dict[str, int] = {}
        self._places = {item.id: item.place for item in self.cast.world.channels}
        self._people = {item.id: item for item in self.cast.world.people}
        self.subjects: Mapping[str, Subject] = {item.id: item for item in self.plan.subjects}
        self.hearing = Hearing({item.id: item.slot.keeper for item in self.plan.subjects})

    def at(self, share: float, step: Step) -> None:
        """Have `step` done at a share of the period."""
        self._book(self.clock.minute(share), step)

    def after(self, least: int, most: int, step: Step) -> None:
        """Have `step` done so many working minutes from now, less where the period ends before."""
        self._book(self.clock.later(self.now, self.rng.randint(least, most)), step)

    def run(self) -> None:
        """Do all steps in order of time."""
        while self._agenda:
            self.now, _, step = heapq.heappop(self._agenda)
            step(self)

    def say(self, actor: str, channel: str, utterance: Utterance) -> str:
        """Make the event of now; its id."""
        document, version = utterance.document, utterance.version
        if self._places[channel] in VERSIONED:
            version = self._versions.get(document, 0) + 1
            self._versions[document] = version
        name = f"e{len(self.events) + 1:03d}"
        self.truth.become(utterance.becomes, self.now, name)
        made = Made(name, self.now, actor, channel, self._places[channel], version)
        event = event_of(utterance, made, self.truth)
        self.events.append(event)
        is_skimmed = self._places[channel] in SKIMMED
        self.hearing.note(event, self.cast.members(channel), is_skimmed=is_skimmed)
        if document and self._places[channel] in VERSIONED:
            page = self.pages.setdefault(document, {})
            page.update({item.slot: item.value for item in event.statements if not item.is_past})
        return name

    def place(self, channel: str) -> Place:
        """The kind of place that a channel is."""
        return self._places[channel]

    def version(self, document: str) -> int:
        """How many versions a document has so far."""
        return self._versions.get(document, 0)

    def present(self, channel: str, without: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Members of a channel who have joined by now."""
        return tuple(
            person
            for person in self.cast.members(channel)
            if person not in without and self._person(person).joins <= self.now
        )

    def other(self, channel: str, *without: str) -> str:
        """Somebody present in a channel, not one of `without`."""
        return self.rng.choice(self.present(channel, without))

    def chance(self, share: float) -> bool:
        """True in so many cases."""
        return self.rng.random() < share

    def states(self) -> tuple[State, ...]:
        """What was true, slot by slot."""
        return self.truth.states(tuple(self.subjects))

    def _person(self, person: str) -> Person:
        return self._people[person]

    def _book(self, at: datetime, step: Step) -> None:
        taken = self.clock.take(max(at, self.now))
        if taken is None:
            self.missed += 1
            return
        heapq.heappush(self._agenda, (taken, next(self._numbers), step))


def spoken(stage: Stage, slot: str) -> EventKind:
    """The kind of an event that says a slot's value once more."""
    is_managed = stage.subjects[slot].part in {Part.MANAGED, Part.STATUS, Part.PRIVATE}
    return EventKind.STATUS if is_managed else EventKind.RESULT
