"""A project made by hand: steady, corrected, moved, disputed and picture-only values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from worksurface_pipeline.mmenterprise.schema.ledger import (
    Event,
    EventKind,
    Ledger,
    Origin,
    Slot,
    State,
    Statement,
)
from worksurface_pipeline.mmenterprise.schema.units import Unit, UnitSet
from worksurface_pipeline.mmenterprise.schema.world import Channel, Person, Place, World

MONDAY = datetime(2026, 3, 2, 9)
PEOPLE = (("ana", "Ana Brook"), ("ben", "Ben Castle"), ("cleo", "Cleo Dorn"), ("dev", "Dev Ekholm"))


def hour(day: int, of_day: int = 0, minute: int = 0) -> datetime:
    """A time of the week; day 0 is its Monday, hours count from nine."""
    return MONDAY + timedelta(days=day, hours=of_day, minutes=minute)


def says(slot: str, value: str, is_true: bool = True, is_past: bool = False) -> Statement:
    """A statement."""
    return Statement(slot=slot, value=value, is_true=is_true, is_past=is_past)


@dataclass
class Project:
    """A ledger and its units under construction."""

    name: str = "p1"
    slots: list[Slot] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    def slot(
        self,
        key: str,
        entity: str,
        attribute: str,
        kind: str = "number",
        unit: str = "",
        **more: object,
    ) -> None:
        """Add a slot."""
        fields = {"origin": Origin.PROJECT, **more}
        self.slots.append(
            Slot.model_validate(
                {
                    "id": key,
                    "entity": entity,
                    "attribute": attribute,
                    "kind": kind,
                    "unit": unit,
                    **fields,
                }
            )
        )

    def event(
        self,
        key: str,
        kind: EventKind,
        at: datetime,
        actor: str,
        *statements: Statement,
        place: Place = Place.CHAT,
        document: str = "",
        version: int = 0,
        image: bool = False,
    ) -> None:
        """Add an event with its unit."""
        self.events.append(
            Event(
                id=key,
                kind=kind,
                at=at,
                actor=actor,
                channel=place.value,
                statements=statements,
                document=document,
                version=version,
            )
        )
        self.unit(
            f"u_{key}",
            at,
            actor,
            *statements,
            events=(key,),
            place=place,
            document=document,
            version=version,
            image=image,
        )

    def unit(
        self,
        key: str,
        at: datetime,
        author: str,
        *statements: Statement,
        events: Iterable[str] = (),
        place: Place = Place.CHAT,
        document: str = "",
        version: int = 0,
        image: bool = False,
    ) -> None:
        """Add a unit without an event of its own."""
        self.units.append(
            Unit(
                id=key,
                project=self.name,
                place=place,
                at=at,
                author=author,
                source=document or "#general",
                version=version,
                text="Header",
                image=f"{key}.png" if image else "",
                events=tuple(events),
                statements=statements,
            )
        )

    def state(
        self, slot: str, *steps: tuple[str, datetime, str], closes: datetime | None = None
    ) -> None:
        """Add the true states of a slot: value, since when, by which event."""
        ends = [step[1] for step in steps[1:]] + [closes]
        for (value, since, event), until in zip(steps, ends, strict=True):
            self.states.append(State(slot=slot, value=value, since=since, until=until, event=event))

    def ledger(self) -> Ledger:
        """The ledger, events in order of time."""
        members = tuple(key for key, _ in PEOPLE)
        world = World(
            project=self.name,
            seed="s",
            archetype="research_lab",
            company="Juniper Works",
            product="Lattice",
            customer="Corran Rail",
            starts=MONDAY,
            ends=hour(7),
            people=tuple(
                Person(id=key, name=name, role="analyst", voice="plain", joins=MONDAY)
                for key, name in PEOPLE
            ),
            channels=tuple(
                Channel(id=place.value, place=place, name=place.value, members=members)
                for place in Place
            ),
        )
        events = sorted(self.events, key=lambda event: event.at)
        return Ledger(
            world=world, slots=tuple(self.slots), events=tuple(events), states=tuple(self.states)
        )

    def unit_set(self) -> UnitSet:
        """The units."""
        return UnitSet(units=tuple(self.units))


def small_project(name: str = "p1") -> Project:
    """Steady measures, one of them drawn only; a correction that reaches half; changes."""
    project = Project(name)
    _measures(project)
    _correction(project)
    _changes(project)
    return project


def _measures(project: Project) -> None:
    for index, (entity, value) in enumerate(
        (("Alder", "81.4"), ("Birch", "79.25"), ("Cedar", "84.0"))
    ):
        project.slot(f"acc_{entity}", entity, "accuracy", unit="%", origin=Origin.SEED)
        project.event(
            f"r{index}", EventKind.RESULT, hour(0, index), "ana", says(f"acc_{entity}", value)
        )
        project.state(f"acc_{entity}", (value, hour(0, index), f"r{index}"))
    for index, (entity, value) in enumerate((("Alder", "12"), ("Birch", "15"))):
        key = f"lat_{entity}"
        project.slot(key, entity, "latency", unit="ms", origin=Origin.SEED, is_visual=True)
        project.event(
            f"d{index}",
            EventKind.RESULT,
            hour(1, index),
            "ben",
            says(key, value),
            place=Place.IMAGE,
            document=f"chart{index}",
            version=1,
            image=True,
        )
        project.state(key, (value, hour(1, index), f"d{index}"))
    project.slot("cost", "Cedar", "energy cost", unit="EUR", origin=Origin.SEED)
    project.event("k0", EventKind.RESULT, hour(1, 4), "dev", says("cost", "310"))
    project.state("cost", ("310", hour(1, 4), "k0"))


def _correction(project: Project) -> None:
    """48 is said, drawn in version 1 and kept by the wiki; 43 is right, said and drawn in 2."""
    project.slot("n", "survey", "number of answers", origin=Origin.INVENTED)
    wrong, right = says("n", "48", is_true=False), says("n", "43")
    old = says("n", "48", is_true=False, is_past=True)
    project.event("n1", EventKind.RESULT, hour(0, 5), "ben", wrong)
    project.event(
        "n2",
        EventKind.REVISION,
        hour(1, 5),
        "cleo",
        wrong,
        place=Place.REPORT,
        document="report",
        version=1,
        image=True,
    )
    project.event("n3", EventKind.DETECTION, hour(2), "cleo", old)
    project.event("n4", EventKind.CORRECTION, hour(2, 3), "ben", right, old)
    project.event(
        "n5",
        EventKind.REVISION,
        hour(3),
        "cleo",
        right,
        place=Place.REPORT,
        document="report",
        version=2,
        image=True,
    )
    project.unit("u_wiki", hour(3, 2), "ana", wrong, place=Place.WIKI)
    project.state("n", ("43", hour(0, 5), "n4"))


def _changes(project: Project) -> None:
    project.slot("owner", "rollout", "owner", "person")
    project.event("o1", EventKind.RESULT, hour(0, 6), "ana", says("owner", "Ben Castle"))
    project.event(
        "o2",
        EventKind.CHANGE,
        hour(3, 4),
        "cleo",
        says("owner", "Dev Ekholm"),
        says("owner", "Ben Castle", is_past=True),
    )
    project.state("owner", ("Ben Castle", hour(0, 6), "o1"), ("Dev Ekholm", hour(3, 4), "o2"))
    project.slot("budget", "pilot", "budget", unit="EUR")
    project.event("b1", EventKind.DECISION, hour(0, 7), "ana", says("budget", "9000"))
    project.event("b2", EventKind.CHANGE, hour(2, 6), "cleo", says("budget", "9500"))
    project.event("b3", EventKind.CHANGE, hour(4, 6), "dev", says("budget", "8200"))
    project.state(
        "budget", ("9000", hour(0, 7), "b1"), ("9500", hour(2, 6), "b2"), ("8200", hour(4, 6), "b3")
    )
