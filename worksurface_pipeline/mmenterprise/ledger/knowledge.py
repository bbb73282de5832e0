"""What can be known: nobody says what he has not heard, and what is private stays so.

Values enter the ledger where their state begins, where an error makes them up, or where their
keeper corrects one. Everywhere else they have been heard before, in a room of the speaker.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.ledger.view import Said, View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Statement


def knowledge_violations(view: View) -> Iterator[Violation]:
    """Values from nowhere, values too early, values unheard, and leaks."""
    for slot in view.slots:
        for place, item in enumerate(view.said.get(slot, ())):
            earlier = view.said[slot][:place]
            yield from _supported(view, item)
            yield from _heard(view, item, earlier)
            yield from _kept(view, item, earlier)


def _supported(view: View, item: Said) -> Iterator[Violation]:
    """A claimed value is or was true by then, or an error brought it up by then."""
    event, statement = item.event, item.statement
    if statement.is_past:
        return
    states = view.states.get(statement.slot, ())
    was_true = any(state.value == statement.value and state.since <= event.at for state in states)
    if not was_true and not _was_made_up(view, event, statement):
        what = f"Nothing makes {statement.slot} = {statement.value!r} by then."
        yield _violation(ViolationKind.UNSUPPORTED_VALUE, event, what)


def _was_made_up(view: View, event: Event, statement: Statement) -> bool:
    return any(
        said.event.kind is EventKind.ERROR
        and said.event.at <= event.at
        and said.statement.value == statement.value
        and not said.statement.is_true
        for said in view.asserted(statement.slot)
    )


def _heard(view: View, item: Said, earlier: tuple[Said, ...]) -> Iterator[Violation]:
    """A value that the speaker does not bring up has been said in a room that he is in."""
    event, statement = item.event, item.statement
    if _brings_up(view, event, statement):
        return
    rooms = [
        view.channels[said.event.channel]
        for said in earlier
        if said.statement.value == statement.value and said.event.id != event.id
    ]
    if any(event.actor in room.members for room in rooms):
        return
    kind = ViolationKind.UNHEARD_VALUE if rooms else ViolationKind.UNAVAILABLE_VALUE
    if rooms and all(room.is_private for room in rooms):
        kind = ViolationKind.LEAKED_VALUE
    what = f"{event.actor} has not heard of {statement.slot} = {statement.value!r} by then."
    yield _violation(kind, event, what)


def _kept(view: View, item: Said, earlier: tuple[Said, ...]) -> Iterator[Violation]:
    """A slot that only private rooms have heard of is not spoken of elsewhere, by anybody."""
    event = item.event
    rooms = [view.channels[said.event.channel] for said in earlier if said.event.id != event.id]
    is_secret = bool(rooms) and all(room.is_private for room in rooms)
    if is_secret and not view.channels[event.channel].is_private:
        what = f"{item.statement.slot} was spoken of in private alone."
        yield _violation(ViolationKind.LEAKED_VALUE, event, what)


def _brings_up(view: View, event: Event, statement: Statement) -> bool:
    """Whether this event is where the value comes from."""
    if statement.is_past:
        return False
    states = view.states.get(statement.slot, ())
    if any(state.event == event.id and state.value == statement.value for state in states):
        return True
    if event.kind is EventKind.ERROR:
        return not statement.is_true
    is_keeper = view.slots[statement.slot].keeper in {event.actor, ""}
    return event.kind is EventKind.CORRECTION and statement.is_true and is_keeper


def _violation(kind: ViolationKind, event: Event, what: str) -> Violation:
    return Violation(kind=kind, where=event.id, what=what)
