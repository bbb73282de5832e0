"""Errors: introduced, then noticed by somebody else, then corrected; wrong values are plausible."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.ledger.numbers import is_same
from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Statement


def mistake_violations(view: View) -> Iterator[Violation]:
    """Errors, detections, corrections and decisions that lack what makes them such."""
    checks = {
        EventKind.ERROR: _error,
        EventKind.DETECTION: _detection,
        EventKind.CORRECTION: _correction,
        EventKind.DECISION: _decision,
        EventKind.TALK: _talk,
    }
    for event in view.ledger.events:
        if event.kind in checks:
            yield from checks[event.kind](view, event)
        yield from _withdrawals(view, event)


def wrong_values(event: Event) -> tuple[Statement, ...]:
    """What an error gets wrong."""
    return tuple(item for item in event.statements if not item.is_true and not item.is_past)


def _error(view: View, event: Event) -> Iterator[Violation]:
    if not tuple(_brought_up(view, event)):
        yield _violation(ViolationKind.ERROR_WITHOUT_SLIP, event, "Nothing that it says is wrong.")
    for kind in (EventKind.DETECTION, EventKind.CORRECTION):
        if not any(event.id in item.about for item in view.ledger.events if item.kind is kind):
            yield _violation(ViolationKind.ERROR_LEFT_ALONE, event, f"No {kind} follows from it.")
    for item in _brought_up(view, event):
        near = (item.slot, *view.slots[item.slot].siblings)
        true = [state.value for slot in near for state in view.states.get(slot, ())]
        if any(is_same(item.value, value) for value in true):
            what = f"{item.value!r} is a true value of {item.slot} or of a sibling."
            yield _violation(ViolationKind.SIBLING_VALUE, event, what)


def _detection(view: View, event: Event) -> Iterator[Violation]:
    errors = _causes(view, event, EventKind.ERROR)
    if not errors:
        kind = ViolationKind.DETECTION_WITHOUT_ERROR
        yield _violation(kind, event, "It follows from no error.")
    if any(error.actor == event.actor for error in errors):
        kind = ViolationKind.NOTICED_BY_AUTHOR
        yield _violation(kind, event, f"{event.actor} made the error himself.")


def _correction(view: View, event: Event) -> Iterator[Violation]:
    """It follows from an error that was noticed (or from a correction of it), and is right."""
    errors = _causes(view, event, EventKind.ERROR)
    noticed = _causes(view, event, EventKind.DETECTION)
    if not errors or not (noticed or _causes(view, event, EventKind.CORRECTION)):
        kind = ViolationKind.CORRECTION_WITHOUT_DETECTION
        yield _violation(kind, event, "It follows from no error that was noticed.")
    slipped = {item.slot for error in errors for item in _brought_up(view, error)}
    said = {item.slot: item for item in event.statements if not item.is_past}
    for slot in sorted(slipped | {item.slot for item in event.statements}):
        if slot not in said or not said[slot].is_true:
            what = f"It does not say what is true of {slot}."
            yield _violation(ViolationKind.UNTRUE_CORRECTION, event, what)


def _brought_up(view: View, error: Event) -> Iterator[Statement]:
    """Wrong values of an error that nobody claimed before: others it only hands on."""
    for item in wrong_values(error):
        earlier = (said for said in view.asserted(item.slot) if said.event.at < error.at)
        if all(said.statement.value != item.value for said in earlier):
            yield item


def _decision(view: View, event: Event) -> Iterator[Violation]:
    is_choice = any(view.slots[item.slot].kind == "choice" for item in event.statements)
    if is_choice and not event.reason:
        yield _violation(ViolationKind.REASON_MISSING, event, "It gives no reason for the choice.")


def _talk(_view: View, event: Event) -> Iterator[Violation]:
    if event.statements:
        yield _violation(ViolationKind.TALK_WITH_VALUES, event, "A talk states nothing.")


def _withdrawals(view: View, event: Event) -> Iterator[Violation]:
    """What is withdrawn has been claimed before."""
    for item in event.statements:
        if not item.is_past:
            continue
        earlier = (said for said in view.asserted(item.slot) if said.event.at < event.at)
        if all(said.statement.value != item.value for said in earlier):
            what = f"Nobody claimed {item.slot} = {item.value!r} before."
            yield _violation(ViolationKind.WITHDRAWN_UNSAID, event, what)


def _causes(view: View, event: Event, kind: EventKind) -> tuple[Event, ...]:
    found = (view.events[name] for name in event.about)
    return tuple(item for item in found if item.kind is kind)


def _violation(kind: ViolationKind, event: Event, what: str) -> Violation:
    return Violation(kind=kind, where=event.id, what=what)
