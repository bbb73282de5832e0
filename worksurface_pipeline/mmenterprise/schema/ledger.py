"""The ledger: what was true when, and what each record asserted when. Everything else follows.

Times are naive local times of the company, without two equal ones in a project, so that order is
never in doubt.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.schema.world import World


class Origin(StrEnum):
    """Where a value comes from: the seed, a measurement invented here, or the project's life."""

    SEED = "seed"
    INVENTED = "invented"
    PROJECT = "project"


class Slot(Frozen):
    """One thing that has a value at any time: an attribute of an entity.

    `kind` is number, person, time, choice or name. `fact` is the seed fact of origin, "" otherwise.
    `siblings` are slots that a reader may mistake for this one. `is_visual` values are shown in
    pictures alone: no text may give them away. `keeper` is who measures it or sees to it.
    """

    id: str
    entity: str
    attribute: str
    kind: str
    unit: str = ""
    origin: Origin
    fact: str = ""
    siblings: tuple[str, ...] = ()
    is_visual: bool = False
    keeper: str = ""


class EventKind(StrEnum):
    """What an event does to the world or says of it."""

    RESULT = "result"
    ERROR = "error"
    DETECTION = "detection"
    CORRECTION = "correction"
    DECISION = "decision"
    CHANGE = "change"
    REVISION = "revision"
    STATUS = "status"
    TALK = "talk"


class Statement(Frozen):
    """What a record says of a slot: the `value` as printed.

    `is_true` tells whether it was the true value at that time; an announced correction states the
    old value too, with `is_past`.
    """

    slot: str
    value: str
    is_true: bool
    is_past: bool = False


class Event(Frozen):
    """One act of a collaborator at a time and in a place.

    `statements` is what its record says; `about` the earlier events that it follows from;
    `document` and `version` name a report, deck, picture or wiki page that it makes or revises;
    `reason` why a decision fell. `must` and `must_not` are texts that its record holds, or may
    never hold; `topic` says in a word what a talk without values is about.
    """

    id: str
    kind: EventKind
    at: datetime
    actor: str
    channel: str
    statements: tuple[Statement, ...] = ()
    about: tuple[str, ...] = ()
    document: str = ""
    version: int = 0
    reason: str = ""
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    topic: str = ""


class State(Frozen):
    """The true value of a slot in [since, until); `until` is None for what still holds.

    `event` made it so. Where a value was wrong from the start, the true state begins before anybody
    states it: what was said is in the statements, what was true is here.
    """

    slot: str
    value: str
    since: datetime
    until: datetime | None
    event: str


class Ledger(RecordSet):
    """One project: its world, slots, events in order of time, and true states."""

    world: World
    slots: tuple[Slot, ...] = ()
    events: tuple[Event, ...] = ()
    states: tuple[State, ...] = ()
