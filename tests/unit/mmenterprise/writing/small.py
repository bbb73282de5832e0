"""A project of texts by hand: a lively day of chat, a picture, a private room, mail, wiki, log."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.schema.ledger import (
    Event,
    EventKind,
    Ledger,
    Origin,
    Slot,
    State,
    Statement,
)
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument, SeedSet
from worksurface_pipeline.mmenterprise.schema.world import Channel, Person, Place, World
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle

START = datetime(2031, 3, 3, 9, 0)
SEED = 20261130
PEOPLE = (
    ("lena", "Lena Voss", "lead"),
    ("omar", "Omar Diallo", "analyst"),
    ("ines", "Inés Prado", "customer contact"),
)
ALL = tuple(key for key, _, _ in PEOPLE)
ROOMS = (
    ("team", Place.CHAT, "dusky-heron-team", False),
    ("leads", Place.CHAT, "dusky-heron-leads", True),
    ("mail", Place.MAIL, "dusky-heron-client", False),
    ("wiki", Place.WIKI, "pages", False),
    ("notes", Place.NOTES, "sync", False),
    ("log", Place.LOG, "run-log", False),
    ("pictures", Place.IMAGE, "figures", False),
)


def _slots() -> tuple[Slot, ...]:
    number = {"kind": "number", "origin": Origin.INVENTED}
    rows: tuple[dict[str, object], ...] = (
        {"id": "acc", "entity": "retrieval stage", "attribute": "accuracy", "unit": "%", **number},
        {"id": "rec", "entity": "reranking stage", "attribute": "accuracy", "unit": "%", **number},
        {
            "id": "lat",
            "entity": "pilot cluster",
            "attribute": "median latency",
            "unit": "ms",
            "is_visual": True,
            **number,
        },
        {"id": "fee", "entity": "extension", "attribute": "fee", "unit": "EUR", **number},
        {
            "id": "own",
            "entity": "error audit",
            "attribute": "owner",
            "kind": "person",
            "origin": Origin.PROJECT,
        },
        {
            "id": "opt",
            "entity": "index format",
            "attribute": "choice",
            "kind": "choice",
            "origin": Origin.PROJECT,
        },
    )
    return tuple(Slot.model_validate(row) for row in rows)


def says(slot: str, value: str, is_true: bool = True, is_past: bool = False) -> Statement:
    """A statement."""
    return Statement(slot=slot, value=value, is_true=is_true, is_past=is_past)


def _event(
    number: int, kind: EventKind, actor: str, channel: str, *said: Statement, **more: object
) -> Event:
    fields = {
        "id": f"e{number:03d}",
        "kind": kind,
        "at": START + timedelta(minutes=20 * number),
        "actor": actor,
        "channel": channel,
        "statements": said,
        "must": tuple(item.value for item in said) if channel != "pictures" else (),
    }
    return Event.model_validate({**fields, **more})


def _events() -> tuple[Event, ...]:
    k = EventKind
    wrong = says("rec", "79.1", is_true=False, is_past=True)
    return (
        _event(1, k.RESULT, "lena", "team", says("acc", "61.2")),
        _event(2, k.ERROR, "omar", "team", says("rec", "79.1", is_true=False)),
        _event(3, k.RESULT, "lena", "pictures", says("lat", "48.5"), document="latency-chart",
               version=1),
        _event(4, k.TALK, "lena", "team", about=("e003",), document="latency-chart", version=1,
               topic="picture", must_not=("48.5",)),
        _event(5, k.DETECTION, "lena", "team", wrong, about=("e002",), topic="doubt"),
        _event(6, k.CORRECTION, "omar", "team", says("rec", "71.9"), wrong, about=("e002", "e005")),
        _event(7, k.DECISION, "lena", "team", says("opt", "flat shards"),
               reason="rebuilds finish overnight"),
        _event(8, k.TALK, "ines", "team", about=("e007",), topic="thanks"),
        _event(9, k.DECISION, "lena", "leads", says("fee", "18,400")),
        _event(10, k.CHANGE, "omar", "mail", says("own", "Omar Diallo")),
        _event(11, k.DECISION, "lena", "wiki", says("opt", "flat shards"), about=("e007",),
               document="decisions", version=1, reason="rebuilds finish overnight"),
        _event(12, k.STATUS, "omar", "notes", says("acc", "61.2"), says("rec", "71.9")),
        _event(13, k.STATUS, "omar", "log", says("acc", "61.2"), says("rec", "71.9")),
    )  # fmt: skip


@cache
def ledger() -> Ledger:
    """The ledger."""
    world = World(
        project="heron",
        seed="methods",
        archetype="research_lab",
        company="Tarn and Fell",
        product="Alderline",
        customer="Quay Mutual",
        starts=START,
        ends=START + timedelta(days=4),
        people=tuple(
            Person(id=key, name=name, role=role, voice="plain", joins=START)
            for key, name, role in PEOPLE
        ),
        channels=tuple(
            Channel(
                id=key,
                place=place,
                name=name,
                members=("lena", "omar") if is_private else ALL,
                is_private=is_private,
                purpose="talk",
            )
            for key, place, name, is_private in ROOMS
        ),
        codename="dusky-heron",
    )
    events = _events()
    states = [
        State(slot=item.slot, value=item.value, since=one.at, until=None, event=one.id)
        for one in events
        for item in one.statements
        if item.is_true and not item.is_past
    ]
    first = {item.slot: item for item in reversed(states)}
    return Ledger(world=world, slots=_slots(), events=events, states=tuple(first.values()))


def bundle() -> SeedBundle:
    """The seed, of whose title no name may speak."""
    document = SeedDocument(
        id="methods",
        title="Lanternfish retrieval in stages",
        domain="search",
        licence="CC0",
        digest="0" * 64,
        pages=2,
    )
    return SeedBundle(SeedSet(document=document))


@cache
def rendered() -> WorkspaceRecords:
    """What templates make of it."""
    return render(ledger(), bundle().seeds, {}, SEED)
