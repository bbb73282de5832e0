"""What is true: states follow each other without gap, each from its event, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import Event, State, Statement


def truth_violations(view: View) -> Iterator[Violation]:
    """States that do not tile time or hang on nothing, and statements of wrong truth."""
    for slot, states in view.states.items():
        yield from _tiles(slot, states)
    for state in view.ledger.states:
        yield from _caused(view, state)
    for event in view.ledger.events:
        for item in event.statements:
            yield from _judged(view, event, item)


def _tiles(slot: str, states: tuple[State, ...]) -> Iterator[Violation]:
    for before, after in pairwise(states):
        if before.until is None or before.until > after.since:
            what = f"{before.value!r} still holds at {after.since}, when {after.value!r} begins."
            yield Violation(kind=ViolationKind.STATE_OVERLAP, where=slot, what=what)
        elif before.until < after.since:
            what = f"Nothing holds from {before.until} to {after.since}."
            yield Violation(kind=ViolationKind.STATE_GAP, where=slot, what=what)
    last = states[-1]
    if last.until is not None:
        what = f"Nothing holds from {last.until} on."
        yield Violation(kind=ViolationKind.STATE_GAP, where=slot, what=what)
    for state in states:
        if state.until is not None and state.until <= state.since:
            what = f"{state.value!r} ends before it begins."
            yield Violation(kind=ViolationKind.STATE_OVERLAP, where=slot, what=what)


def _caused(view: View, state: State) -> Iterator[Violation]:
    """A state begins with an event that speaks of its slot; its value is claimed at some time."""
    event = view.events[state.event]
    speaks = any(item.slot == state.slot for item in event.statements)
    if event.at != state.since or not speaks:
        what = f"{state.value!r} since {state.since} is not made so by {event.id} at {event.at}."
        yield Violation(kind=ViolationKind.STATE_WITHOUT_CAUSE, where=state.slot, what=what)
    claimed = {item.statement.value for item in view.asserted(state.slot)}
    if state.value not in claimed:
        what = f"No record claims {state.value!r}."
        yield Violation(kind=ViolationKind.LOST_VALUE, where=state.slot, what=what)


def _judged(view: View, event: Event, item: Statement) -> Iterator[Violation]:
    """`is_true` says what the states say; a withdrawn value is not true any more."""
    state = view.state_at(item.slot, event.at)
    is_true = state is not None and state.value == item.value
    if item.is_true != is_true or (item.is_past and item.is_true):
        what = f"{item.slot} = {item.value!r} is called {item.is_true}, the states say {is_true}."
        yield Violation(kind=ViolationKind.WRONG_TRUTH, where=event.id, what=what)
