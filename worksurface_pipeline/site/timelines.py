"""What was true of a fact when, beside what each source said of it: a drawing and its table."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.records import Fact, Tag
from worksurface_pipeline.site.script_data import record_json, shard
from worksurface_pipeline.site.threads import Spot, Way


class Said(StrEnum):
    """How a source says a value: as holding, as one that held before, or as one it doubts."""

    HOLDS = "holds"
    PAST = "past"
    DOUBTED = "doubted"


class Moment(Frozen):
    """One point of the line; moments stand side by side at equal steps, days set apart."""

    day: str
    time: str


class State(Frozen):
    """A true value from moment `since` until before moment `until` (-1: it still holds).

    `same` is a number that equal values of a line share, however they are printed.
    """

    value: str
    same: int = 0
    since: int
    until: int = -1
    note: str = ""


class Point(Frozen):
    """What a record says at a moment; `lane` is the number of its source."""

    lane: int
    moment: int
    value: str
    same: int = 0
    said: Said
    is_true: bool = False
    who: str = ""
    note: str = ""
    spot: Spot


class Timeline(Frozen):
    """One fact. Its lanes are the sources that say something of it, in order of their first."""

    id: str
    name: str
    tags: tuple[Tag, ...] = ()
    facts: tuple[Fact, ...] = ()
    moments: tuple[Moment, ...] = ()
    states: tuple[State, ...] = ()
    lanes: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    asked: tuple[Way, ...] = ()
    beside: tuple[Way, ...] = ()


def timeline_files(line: Timeline) -> Iterator[tuple[str, bytes]]:
    """The shard of a fact."""
    yield shard(f"timelines/{line.id}", record_json(line))
