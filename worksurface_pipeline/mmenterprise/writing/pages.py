"""What a model is told of a page or slide: what it is for, what it states, what it may not say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.records.documents import day_of, terms
from worksurface_pipeline.mmenterprise.records.statements import Point
from worksurface_pipeline.mmenterprise.records.wording import printed, titled
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.writing.briefs import Say
from worksurface_pipeline.mmenterprise.writing.library import Library, Version


class Role(StrEnum):
    """What a page is for."""

    OPENING = "opening"
    TABLE = "table"
    CHART = "chart"
    PICTURE = "picture"
    CLOSING = "closing"


_PURPOSES = {
    Role.OPENING: "opens the {deliverable}: what it is for, what it covers, by whom and when",
    Role.TABLE: "leads over to a table that states all of `says`; the table is there already",
    Role.CHART: "leads over to a chart of what `says` lists; the chart is there already",
    Role.PICTURE: "leads over to a picture that alone shows the values of `shows`",
    Role.CLOSING: "closes: how remarks are dealt with and what comes next, without any value",
}
# Lines that a page and a slide may have at most; below tables and pictures stand.
_MOST_LINES = {
    Place.REPORT: {Role.OPENING: 8, Role.TABLE: 4, Role.CHART: 3, Role.PICTURE: 3, Role.CLOSING: 8},
    Place.DECK: {Role.OPENING: 6, Role.TABLE: 3, Role.CHART: 2, Role.PICTURE: 2, Role.CLOSING: 5},
}
_TOLD = {Role.TABLE: 2, Role.CHART: 1}  # values of a page that its lines have to say as well


class Named(Frozen):
    """A thing and its measure, without a value."""

    thing: str
    measure: str


class PageBrief(Frozen):
    """One page or slide as a model sees it."""

    page: int
    purpose: str
    most_lines: int
    says: tuple[Say, ...] = ()
    to_say: tuple[Say, ...] = ()
    shows: tuple[Named, ...] = ()
    pending: tuple[Named, ...] = ()
    why: str = ""
    must_contain: tuple[str, ...] = ()
    must_not_contain: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What holds of a page: its role, what it states, and what its words have to hold."""

    role: Role
    most_lines: int
    points: tuple[Point, ...]
    told: tuple[Point, ...]
    hidden: tuple[Slot, ...]
    pending: tuple[Slot, ...]
    reason: str
    must: tuple[str, ...]
    must_not: tuple[str, ...]


def plan_of(library: Library, version: Version, number: int) -> Plan:
    """What holds of a page or slide of a version."""
    role = _role(library, version, number)
    stated = version.unit(number).statements
    said = library.points(version, number)
    hidden = library.words.visual(stated)
    is_reasoned = role is Role.TABLE and bool(version.event.reason)
    sayable = (point for point in said if library.is_sayable(point, version.kind))
    told = tuple(point for point, _ in zip(sayable, range(_TOLD.get(role, 0)), strict=False))
    return Plan(
        role=role,
        most_lines=_MOST_LINES[version.kind][role],
        points=said,
        told=told,
        hidden=tuple(library.words.slots[item.slot] for item in hidden),
        pending=library.pending(version) if role is Role.OPENING else (),
        reason=version.event.reason.rstrip(". ") if is_reasoned else "",
        must=tuple(_frame(library, version)) if role is Role.OPENING else (),
        must_not=_unsaid(
            version.event.must_not,
            [item.value for item in hidden],
            library.superseded(version, number),
        ),
    )


def brief_of(library: Library, version: Version, number: int) -> PageBrief:
    """What is told of a page or slide."""
    plan = plan_of(library, version, number)
    deliverable = terms(library.words.ledger.world.archetype)[2]
    told = tuple(_say(point) for point in plan.told)
    return PageBrief(
        page=number,
        purpose=_PURPOSES[plan.role].format(deliverable=_called(version.kind, deliverable)),
        most_lines=plan.most_lines,
        says=tuple(_say(point) for point in plan.points),
        to_say=told,
        shows=tuple(map(_named, plan.hidden)),
        pending=tuple(map(_named, plan.pending)),
        why=plan.reason,
        must_contain=(*plan.must, *(item.value for item in told)),
        must_not_contain=plan.must_not,
    )


def _called(kind: Place, deliverable: str) -> str:
    return deliverable if kind is Place.REPORT else "slides"


def _role(library: Library, version: Version, number: int) -> Role:
    sheet = version.sheet(number)
    if number == 1:
        return Role.OPENING
    if sheet.table:
        return Role.TABLE
    stated = version.unit(number).statements
    if not stated:
        return Role.CLOSING
    return Role.PICTURE if library.words.visual(stated) else Role.CHART


def _frame(library: Library, version: Version) -> Iterator[str]:
    """What tells by whom, when and in which version a document was written, and for whom."""
    world = library.words.ledger.world
    yield version.document.author
    yield day_of(version.event)
    if version.event.version > 1:
        yield f"version {version.event.version}"
        yield f"version {version.event.version - 1}"
    if version.kind is Place.DECK:
        yield from (titled(version.document.title), world.company, world.customer)


def _say(point: Point) -> Say:
    slot = point.slot
    return Say(
        thing=slot.entity,
        measure=slot.attribute,
        value=printed(slot, point.value),
        instead_of=printed(slot, point.old) if point.old else "",
    )


def _named(slot: Slot) -> Named:
    return Named(thing=slot.entity, measure=slot.attribute)


def _unsaid(*groups: Sequence[str]) -> tuple[str, ...]:
    """All values of the groups, each once."""
    return tuple(dict.fromkeys(value for group in groups for value in group))
