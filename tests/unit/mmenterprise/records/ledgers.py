"""A small ledger by hand: two people who speak differently, every place, every kind of event."""

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
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument, SeedPicture, SeedSet
from worksurface_pipeline.mmenterprise.schema.world import Channel, Person, Place, World

START = datetime(2031, 3, 3, 9, 0)
_PICTURE = "overview.png"
_EVERYBODY = ("lena", "omar", "ines")


def world(project: str = "alder") -> World:
    people = (
        Person(id="lena", name="Lena Voss", role="lead", voice="terse, lower case", joins=START),
        Person(id="omar", name="Omar Diallo", role="analyst", voice="warm", joins=START),
        Person(id="ines", name="Inés Prado", role="writer", voice="formal", joins=START),
    )
    channels = (
        Channel(id="evals", place=Place.CHAT, name="evals", members=_EVERYBODY),
        Channel(
            id="leads", place=Place.CHAT, name="leads", members=("lena", "ines"), is_private=True
        ),
        Channel(id="mail", place=Place.MAIL, name="team", members=_EVERYBODY),
        Channel(id="wiki", place=Place.WIKI, name="wiki", members=_EVERYBODY),
        Channel(id="notes", place=Place.NOTES, name="weekly sync", members=_EVERYBODY),
        Channel(id="log", place=Place.LOG, name="pipeline", members=_EVERYBODY),
        Channel(id="reports", place=Place.REPORT, name="reports", members=_EVERYBODY),
        Channel(id="decks", place=Place.DECK, name="decks", members=_EVERYBODY),
        Channel(id="images", place=Place.IMAGE, name="images", members=_EVERYBODY),
    )
    return World(
        project=project,
        seed="methods",
        archetype="research_lab",
        company="Tarn & Fell",
        product="Alderline",
        customer="Quay Mutual",
        starts=START,
        ends=START + timedelta(days=7),
        people=people,
        channels=channels,
    )


def slots() -> tuple[Slot, ...]:
    seed, invented, project = Origin.SEED, Origin.INVENTED, Origin.PROJECT
    return (
        Slot(
            id="acc",
            entity="retrieval stage",
            attribute="accuracy",
            kind="number",
            unit="%",
            origin=seed,
            siblings=("acc2",),
        ),
        Slot(
            id="acc2",
            entity="reranking stage",
            attribute="accuracy",
            kind="number",
            unit="%",
            origin=seed,
            siblings=("acc",),
        ),
        Slot(
            id="lat",
            entity="pilot cluster",
            attribute="median latency",
            kind="number",
            unit="ms",
            origin=invented,
            is_visual=True,
        ),
        Slot(
            id="mem",
            entity="pilot cluster",
            attribute="peak memory",
            kind="number",
            unit="GB",
            origin=invented,
            is_visual=True,
        ),
        Slot(id="own", entity="error audit", attribute="owner", kind="person", origin=project),
        Slot(id="due", entity="customer demo", attribute="date", kind="time", origin=project),
        Slot(id="opt", entity="index format", attribute="choice", kind="choice", origin=project),
        Slot(
            id="fee", entity="extension", attribute="fee", kind="number", unit="EUR", origin=project
        ),
    )


def says(slot: str, value: str, is_true: bool = True, is_past: bool = False) -> Statement:
    return Statement(slot=slot, value=value, is_true=is_true, is_past=is_past)


def event(
    hour: int, kind: EventKind, actor: str, channel: str, *said: Statement, **more: object
) -> Event:
    at = START + timedelta(hours=hour, minutes=7 * hour % 60, seconds=hour)
    fields = {"id": f"e{hour:03d}", "kind": kind, "at": at, "actor": actor, "channel": channel}
    return Event.model_validate({**fields, "statements": said, **more})


def events() -> tuple[Event, ...]:
    k = EventKind
    return (
        event(1, k.RESULT, "lena", "evals", says("acc", "61.2"), must=("61.2",)),
        event(2, k.ERROR, "omar", "evals", says("acc2", "79.1", is_true=False), must=("79.1",)),
        event(
            3, k.DETECTION, "lena", "evals", says("acc2", "79.1", is_true=False), about=("e002",)
        ),
        event(
            4,
            k.CORRECTION,
            "omar",
            "evals",
            says("acc2", "71.9"),
            says("acc2", "79.1", is_true=False, is_past=True),
            about=("e003",),
            must=("71.9",),
        ),
        event(5, k.TALK, "ines", "evals", about=("e004",)),
        event(
            6,
            k.RESULT,
            "omar",
            "evals",
            says("lat", "48.5"),
            says("mem", "30.25"),
            must_not=("48.5", "30.25"),
        ),
        event(7, k.STATUS, "ines", "wiki", says("acc2", "79.1", is_true=False)),
        event(8, k.RESULT, "lena", "wiki", says("acc", "61.2")),
        event(
            9,
            k.DECISION,
            "lena",
            "notes",
            says("opt", "flat shards"),
            says("own", "Omar Diallo"),
            reason="rebuilds finish overnight",
        ),
        event(
            10,
            k.CHANGE,
            "ines",
            "mail",
            says("due", "14 March 2031"),
            says("due", "11 March 2031", is_true=False, is_past=True),
        ),
        event(11, k.STATUS, "omar", "log", says("acc", "61.2"), says("acc2", "71.9")),
        event(12, k.RESULT, "lena", "leads", says("fee", "18,400"), must=("18,400",)),
        event(
            13,
            k.REVISION,
            "ines",
            "reports",
            says("acc", "61.2"),
            says("acc2", "71.9"),
            says("own", "Omar Diallo"),
            says("lat", "48.5"),
            document="weekly-report",
            version=1,
        ),
        event(14, k.REVISION, "ines", "mail", document="weekly-report", version=1),
        event(
            15,
            k.REVISION,
            "omar",
            "decks",
            says("acc", "61.2"),
            says("mem", "30.25"),
            says("due", "14 March 2031"),
            document="customer-deck",
            version=1,
        ),
        event(
            16,
            k.CORRECTION,
            "omar",
            "mail",
            says("lat", "45.8"),
            says("lat", "48.5", is_true=False, is_past=True),
            about=("e014",),
        ),
        event(
            17,
            k.RESULT,
            "lena",
            "images",
            says("lat", "45.8"),
            says("mem", "30.25"),
            document="cluster-chart",
            version=1,
        ),
        event(
            18,
            k.CHANGE,
            "lena",
            "wiki",
            says("own", "Inés Prado"),
            says("own", "Omar Diallo", is_true=False, is_past=True),
        ),
        event(
            19,
            k.REVISION,
            "ines",
            "evals",
            says("acc", "61.2"),
            says("lat", "45.8"),
            document="weekly-report",
            version=2,
        ),
        event(
            20,
            k.DECISION,
            "ines",
            "evals",
            says("opt", "flat shards"),
            reason="rebuilds finish overnight",
        ),
    )


def ledger(project: str = "alder") -> Ledger:
    found = events()
    states = tuple(
        State(slot=item.slot, value=item.value, since=one.at, until=None, event=one.id)
        for one in found
        for item in one.statements
        if item.is_true and not item.is_past
    )
    return Ledger(world=world(project), slots=slots(), events=found, states=states)


def seeds() -> SeedSet:
    document = SeedDocument(
        id="methods",
        title="Stages of search",
        domain="search",
        licence="CC0",
        digest="0" * 64,
        pages=2,
    )
    picture = SeedPicture(
        id="p1", seed="methods", page=2, caption="Figure 3: Stages of the pipeline", file=_PICTURE
    )
    return SeedSet(document=document, pictures=(picture,))


def contents() -> dict[str, bytes]:
    import pymupdf

    document = pymupdf.open()
    page = document.new_page(width=300, height=160)
    page.draw_rect(pymupdf.Rect(30, 30, 120, 120), color=(0, 0, 1))
    return {_PICTURE: page.get_pixmap().tobytes("png")}


@cache
def rendered(seed: int = 7) -> WorkspaceRecords:
    return render(ledger(), seeds(), contents(), seed)
