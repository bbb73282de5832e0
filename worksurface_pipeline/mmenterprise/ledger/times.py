"""When: working hours of the period, no two events at once, causes before effects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from worksurface_pipeline.mmenterprise.ledger.hours import is_working
from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind


def time_violations(view: View) -> Iterator[Violation]:
    """Events at times at which they cannot happen, or that follow from what is later or foreign."""
    yield from _in_hours(view)
    yield from _in_order(view)
    for event in view.ledger.events:
        for name in event.about:
            if view.events[name].at >= event.at:
                what = f"It follows from {name}, which happens at {view.events[name].at}."
                kind = ViolationKind.EFFECT_BEFORE_CAUSE
                yield Violation(kind=kind, where=event.id, what=what)
            if not _is_related(event, view.events[name]):
                what = f"It has nothing to do with {name}, from which it follows."
                yield Violation(kind=ViolationKind.UNRELATED_CAUSE, where=event.id, what=what)


def _in_hours(view: View) -> Iterator[Violation]:
    world = view.ledger.world
    for event in view.ledger.events:
        what = f"It happens at {event.at}."
        if not is_working(event.at):
            yield Violation(kind=ViolationKind.OUTSIDE_HOURS, where=event.id, what=what)
        if not world.starts <= event.at < world.ends:
            yield Violation(kind=ViolationKind.OUTSIDE_PERIOD, where=event.id, what=what)


def _in_order(view: View) -> Iterator[Violation]:
    for before, event in pairwise(view.ledger.events):
        if event.at < before.at:
            what = f"It stands after {before.id}, which is later."
            yield Violation(kind=ViolationKind.OUT_OF_ORDER, where=event.id, what=what)
    ordered = sorted(view.ledger.events, key=lambda event: (event.at, event.id))
    for before, event in pairwise(ordered):
        if event.at == before.at:
            what = f"{before.id} happens at the same time."
            yield Violation(kind=ViolationKind.TIME_NOT_UNIQUE, where=event.id, what=what)


def _is_related(event: Event, cause: Event) -> bool:
    """Whether two events speak of one slot or document, or one answers the other where it fell."""
    slots = {item.slot for item in cause.statements}
    if not event.statements or any(item.slot in slots for item in event.statements):
        return True
    if event.document and event.document == cause.document:
        return True
    if cause.kind is EventKind.DETECTION and not cause.statements:
        return True
    return cause.kind is EventKind.TALK and event.channel == cause.channel
