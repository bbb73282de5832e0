"""The small project with documents: a report in two versions, and slides."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

from tests.unit.mmenterprise.writing.small import ALL, SEED, START, bundle, ledger, says
from worksurface_pipeline.mmenterprise.records.documents import Outliner
from worksurface_pipeline.mmenterprise.records.figures import Album
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import (
    Event,
    EventKind,
    Ledger,
    Origin,
    Slot,
    State,
    Statement,
)
from worksurface_pipeline.mmenterprise.schema.world import Channel, Place
from worksurface_pipeline.mmenterprise.writing.library import Library
from worksurface_pipeline.mmenterprise.writing.page_checks import PageChecks

_ROOMS = (("reports", Place.REPORT), ("decks", Place.DECK))
_COST = Slot(
    id="cost",
    entity="annotation round",
    attribute="cost",
    kind="number",
    unit="EUR",
    origin=Origin.INVENTED,
)
_REASON = "the annotation round was booked"


def _event(number: int, actor: str, room: str, name: str, version: int, *said: Statement) -> Event:
    return Event(
        id=f"e{number:03d}",
        kind=EventKind.REVISION,
        at=START + timedelta(hours=number),
        actor=actor,
        channel=room,
        statements=said,
        document=name,
        version=version,
        reason=_REASON if version > 1 else "",
    )


def _events() -> tuple[Event, ...]:
    own = says("own", "Omar Diallo")
    old = says("rec", "71.9", is_past=True)
    acc, rec, lat = says("acc", "61.2"), says("rec", "71.9"), says("lat", "48.5")
    new, cost = says("rec", "72.4"), says("cost", "2,150")
    return (
        _event(14, "lena", "reports", "weekly-report", 1, acc, rec, own, lat),
        _event(15, "omar", "decks", "client-deck", 1, acc, rec, lat, says("opt", "flat shards")),
        _event(40, "lena", "reports", "weekly-report", 2, acc, new, old, cost, own, lat),
    )


@cache
def documented() -> Ledger:
    """The ledger."""
    plain = ledger()
    rooms = [Channel(id=key, place=place, name=key, members=ALL) for key, place in _ROOMS]
    world = plain.world.model_copy(update={"channels": (*plain.world.channels, *rooms)})
    events = (*plain.events, *_events())
    said = [(event, item) for event in _events() for item in event.statements]
    states = [
        State(slot=item.slot, value=item.value, since=event.at, until=None, event=event.id)
        for event, item in said
        if item.slot == "cost"
    ]
    return plain.model_copy(
        update={
            "world": world,
            "slots": (*plain.slots, _COST),
            "events": events,
            "states": (*plain.states, *states),
        }
    )


@cache
def drawn() -> WorkspaceRecords:
    """What templates make of it."""
    return render(documented(), bundle().seeds, {}, SEED)


@cache
def checks() -> PageChecks:
    """The checks of its pages."""
    words = Words(documented())
    album = Album(words, bundle().seeds, {}, SEED)
    library = Library(words, drawn(), Outliner(words, album))
    return PageChecks(library, bundle().seeds.document.title)
