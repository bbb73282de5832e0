"""What somebody says: values, withdrawn values, what follows from what; and the event of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Statement
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.simulation.truth import Truth

# Places whose records are looked at: what stands there is no text that must hold anything.
LOOKED_AT = frozenset({Place.REPORT, Place.DECK, Place.IMAGE})


@dataclass(frozen=True, slots=True)
class Utterance:
    """An event before it happens.

    `says` are values by slot, `past` those that it withdraws, `becomes` what is true from then on.
    `version` counts for a mention of a document alone: what makes a document gets the next one.
    """

    kind: EventKind
    says: Mapping[str, str] = field(default_factory=dict)
    past: Mapping[str, str] = field(default_factory=dict)
    becomes: Mapping[str, str] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    document: str = ""
    version: int = 0
    reason: str = ""
    topic: str = ""
    must_not: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """When, by whom and where an event happens, and the version of its document."""

    id: str
    at: datetime
    actor: str
    channel: str
    place: Place
    version: int


def event_of(utterance: Utterance, made: Made, truth: Truth) -> Event:
    """The event of an utterance; what it says is true or not by `truth` at that time."""
    statements = tuple(_statements(utterance, truth))
    is_text = made.place not in LOOKED_AT
    return Event(
        id=made.id,
        kind=utterance.kind,
        at=made.at,
        actor=made.actor,
        channel=made.channel,
        statements=statements,
        about=utterance.about,
        document=utterance.document,
        version=made.version,
        reason=utterance.reason,
        must=tuple(item.value for item in statements) if is_text else (),
        must_not=utterance.must_not,
        topic=utterance.topic,
    )


def _statements(utterance: Utterance, truth: Truth) -> Iterator[Statement]:
    for slot, value in utterance.says.items():
        yield Statement(slot=slot, value=value, is_true=truth.now(slot) == value)
        if slot in utterance.past:
            yield _withdrawn(slot, utterance.past[slot])
    for slot, value in utterance.past.items():
        if slot not in utterance.says:
            yield _withdrawn(slot, value)


def _withdrawn(slot: str, value: str) -> Statement:
    return Statement(slot=slot, value=value, is_true=False, is_past=True)
