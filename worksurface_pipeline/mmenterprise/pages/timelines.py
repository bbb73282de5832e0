"""Every fact of a project on a time line: its true states, and what each record says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain

from worksurface_pipeline.mmenterprise.ledger.numbers import is_same
from worksurface_pipeline.mmenterprise.pages.addresses import fact_id
from worksurface_pipeline.mmenterprise.pages.project import DOUBTED, PAST, Project
from worksurface_pipeline.mmenterprise.pages.texts import moment
from worksurface_pipeline.mmenterprise.questions.naming import day_name
from worksurface_pipeline.mmenterprise.records.wording import label
from worksurface_pipeline.mmenterprise.schema.ledger import Slot, Statement
from worksurface_pipeline.mmenterprise.schema.ledger import State as TrueState
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.site.records import Fact, Tag, Tone
from worksurface_pipeline.site.timelines import Moment, Point, Said, State, Timeline

Stating = Sequence[tuple[Unit, Statement]]
_SAID = {PAST: Said.PAST, DOUBTED: Said.DOUBTED}


def timelines_of(project: Project) -> Iterator[Timeline]:
    """The time line of every fact that the ledger knows."""
    stating = stating_units(project)
    for slot in project.given.ledger.slots:
        yield _timeline(project, slot, stating.get(slot.id, ()))


def stating_units(project: Project) -> Mapping[str, Stating]:
    """The units that say something of each slot, in order of time."""
    found: dict[str, list[tuple[Unit, Statement]]] = {}
    for unit in project.units.values():
        for item in unit.statements:
            found.setdefault(item.slot, []).append((unit, item))
    return found


def _timeline(project: Project, slot: Slot, stating: Stating) -> Timeline:
    states = project.view.states.get(slot.id, ())
    times = _times(states, stating)
    values = _distinct([state.value for state in states], [item.value for _, item in stating])
    lanes = tuple(dict.fromkeys(project.thread_name(unit) for unit, _ in stating))
    return Timeline(
        id=fact_id(project.id, slot.id),
        name=label(slot),
        tags=tuple(_tags(project, slot, len(states))),
        facts=tuple(_facts(project, slot)),
        moments=tuple(Moment(day=day_name(at), time=f"{at:%H:%M}") for at in times),
        states=tuple(_state(project, item, times, values) for item in states),
        lanes=lanes,
        points=tuple(_point(project, unit, item, times, lanes, values) for unit, item in stating),
        asked=tuple(project.case(item) for item in project.asking.get(slot.id, ())),
        beside=tuple(project.fact(key) for key in slot.siblings if key in project.view.slots),
    )


def _times(states: Sequence[TrueState], stating: Stating) -> tuple[datetime, ...]:
    ends = (state.until for state in states if state.until is not None)
    return tuple(
        sorted({*(state.since for state in states), *ends, *(unit.at for unit, _ in stating)})
    )


def _tags(project: Project, slot: Slot, states: int) -> Iterator[Tag]:
    yield Tag(text=project.name)
    yield Tag(text=slot.kind)
    yield Tag(text=slot.origin.value)
    if slot.is_visual:
        yield Tag(text="in pictures alone", tone=Tone.WARN)
    if states > 1:
        yield Tag(text=f"{states} true states")


def _facts(project: Project, slot: Slot) -> Iterator[Fact]:
    if slot.unit:
        yield Fact(name="Unit", text=slot.unit)
    if slot.keeper in project.view.people:
        yield Fact(name="Kept by", text=project.view.people[slot.keeper].name)
    if slot.fact:
        yield Fact(name="Fact of the seed", text=slot.fact)


def _distinct(*groups: Sequence[str]) -> Sequence[str]:
    """Values of which no two are the same, figures by what they amount to."""
    found: list[str] = []
    for value in chain(*groups):
        if not any(is_same(value, other) for other in found):
            found.append(value)
    return found


def _number(value: str, values: Sequence[str]) -> int:
    return next(place for place, other in enumerate(values) if is_same(value, other))


def _state(
    project: Project, state: TrueState, times: Sequence[datetime], values: Sequence[str]
) -> State:
    return State(
        value=project.value(state.slot, state.value),
        same=_number(state.value, values),
        since=times.index(state.since),
        until=-1 if state.until is None else times.index(state.until),
        note=_reason(project, state),
    )


def _reason(project: Project, state: TrueState) -> str:
    """What makes a value true: the event that says so; else who says it first, though later."""
    said = [
        item.event.id
        for item in project.view.asserted(state.slot)
        if item.event.at >= state.since and is_same(item.statement.value, state.value)
    ]
    if state.event in said or state.event not in project.view.events:
        return event_words(project, state.event)
    first = f"first said: {event_words(project, said[0])}" if said else "nobody says it"
    return f"true from the start; {first}"


def event_words(project: Project, event: str) -> str:
    """An event as a phrase: what, by whom, when; "" for one that the ledger does not know."""
    known = project.view.events.get(event)
    if known is None:
        return ""
    person = project.view.people.get(known.actor)
    return f"{known.kind.value} by {person.name if person else known.actor}, {moment(known.at)}"


def _point(
    project: Project,
    unit: Unit,
    item: Statement,
    times: Sequence[datetime],
    lanes: Sequence[str],
    values: Sequence[str],
) -> Point:
    return Point(
        lane=lanes.index(project.thread_name(unit)),
        moment=times.index(unit.at),
        value=project.value(item.slot, item.value),
        same=_number(item.value, values),
        said=_SAID.get(project.note(unit, item), Said.HOLDS),
        is_true=item.is_true,
        who=unit.author,
        note=", ".join(filter(None, (event_words(project, key) for key in unit.events))),
        spot=project.spot(unit),
    )
