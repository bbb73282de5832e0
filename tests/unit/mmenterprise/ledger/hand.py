"""A ledger of twelve events written by hand, so that every answer can be read off it.

Load (north) is posted wrong as 42.0, corrected to 24.0, and stays wrong in the deck; load (south)
is 16.00 and later 18.50; the owner moves from Ada to Ben; the peak stands in a chart alone.
"""

from __future__ import annotations

from datetime import datetime

from worksurface_pipeline.mmenterprise.schema.ledger import (
    Event,
    EventKind,
    Ledger,
    Origin,
    Slot,
    State,
    Statement,
)
from worksurface_pipeline.mmenterprise.schema.world import Channel, Person, Place, World

MONDAY = datetime(2030, 3, 4, 9, 0)
ENDS = datetime(2030, 3, 6, 18, 0)
PEOPLE = ("ada", "ben", "cleo")


def at(day: int, hour: int) -> datetime:
    """An hour of a day of the period, the first day being 0."""
    return MONDAY.replace(day=MONDAY.day + day, hour=hour)


def said(slot: str, value: str, *, true: bool = True, past: bool = False) -> Statement:
    """A statement."""
    return Statement(slot=slot, value=value, is_true=true and not past, is_past=past)


def _slot(name: str, entity: str, attribute: str, kind: str, *, visual: bool = False) -> Slot:
    return Slot(
        id=name,
        entity=entity,
        attribute=attribute,
        kind=kind,
        origin=Origin.INVENTED,
        is_visual=visual,
    )


def _world() -> World:
    people = tuple(
        Person(id=name, name=f"{name.title()} Vale", role="analyst", voice="plain", joins=MONDAY)
        for name in PEOPLE
    )
    places = {"chat": Place.CHAT, "wiki": Place.WIKI, "deck": Place.DECK, "charts": Place.IMAGE}
    channels = tuple(
        Channel(id=name, place=place, name=name, members=PEOPLE) for name, place in places.items()
    )
    return World(
        project="hand",
        seed="hand",
        archetype="analysis_firm",
        company="Vale Advisory",
        product="Tally",
        customer="Corran Rail",
        starts=MONDAY,
        ends=ENDS,
        people=people,
        channels=channels,
    )


_E = EventKind
_ROWS: tuple[
    tuple[EventKind, datetime, str, str, tuple[Statement, ...], dict[str, object]], ...
] = (
    (_E.ERROR, at(0, 10), "ada", "chat", (said("north", "42.0", true=False),), {}),
    (
        _E.RESULT,
        at(0, 11),
        "ada",
        "wiki",
        (said("north", "42.0", true=False),),
        {"document": "page", "version": 1},
    ),
    (_E.RESULT, at(0, 12), "ben", "chat", (said("south", "16.00"),), {}),
    (_E.DECISION, at(0, 13), "cleo", "chat", (said("owner", "Ada Vale"),), {}),
    (
        _E.RESULT,
        at(0, 14),
        "ben",
        "charts",
        (said("peak", "97.3"),),
        {"document": "peak-chart", "version": 1},
    ),
    (
        _E.REVISION,
        at(1, 9),
        "cleo",
        "deck",
        (said("north", "42.0", true=False), said("south", "16.00")),
        {"document": "deck", "version": 1},
    ),
    (
        _E.DETECTION,
        at(1, 10),
        "ben",
        "chat",
        (said("north", "42.0", past=True),),
        {"about": ("e01",)},
    ),
    (
        _E.CORRECTION,
        at(1, 11),
        "ada",
        "chat",
        (said("north", "24.0"), said("north", "42.0", past=True)),
        {"about": ("e01", "e07")},
    ),
    (
        _E.CORRECTION,
        at(1, 12),
        "ada",
        "wiki",
        (said("north", "24.0"), said("north", "42.0", past=True)),
        {"document": "page", "version": 2, "about": ("e01", "e08")},
    ),
    (
        _E.CHANGE,
        at(1, 13),
        "ben",
        "chat",
        (said("south", "18.50"), said("south", "16.00", past=True)),
        {},
    ),
    (
        _E.CHANGE,
        at(1, 14),
        "cleo",
        "chat",
        (said("owner", "Ben Vale"), said("owner", "Ada Vale", past=True)),
        {},
    ),
    (
        _E.REVISION,
        at(2, 9),
        "cleo",
        "deck",
        (said("north", "42.0", true=False), said("south", "18.50")),
        {"document": "deck", "version": 2, "about": ("e06",)},
    ),
)


def hand_ledger() -> Ledger:
    """The ledger."""
    events = tuple(
        Event.model_validate(
            {
                "id": f"e{number:02d}",
                "kind": kind,
                "at": when,
                "actor": actor,
                "channel": channel,
                "statements": statements,
                "must": ()
                if channel in {"deck", "charts"}
                else tuple(item.value for item in statements),
                **more,
            }
        )
        for number, (kind, when, actor, channel, statements, more) in enumerate(_ROWS, start=1)
    )
    return Ledger(world=_world(), slots=_slots(), events=events, states=_states())


def _slots() -> tuple[Slot, ...]:
    return (
        _slot("north", "north", "load", "number"),
        _slot("south", "south", "load", "number"),
        _slot("owner", "audit", "owner", "person"),
        _slot("peak", "north", "peak", "number", visual=True),
        _slot("silent", "west", "load", "number"),
    )


def _states() -> tuple[State, ...]:
    return (
        State(slot="north", value="24.0", since=at(0, 10), until=None, event="e01"),
        State(slot="south", value="16.00", since=at(0, 12), until=at(1, 13), event="e03"),
        State(slot="south", value="18.50", since=at(1, 13), until=None, event="e10"),
        State(slot="owner", value="Ada Vale", since=at(0, 13), until=at(1, 14), event="e04"),
        State(slot="owner", value="Ben Vale", since=at(1, 14), until=None, event="e11"),
        State(slot="peak", value="97.3", since=at(0, 14), until=None, event="e05"),
    )
