"""Who speaks: members of the channel who have joined, and keepers of what they introduce."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind


def people_violations(view: View) -> Iterator[Violation]:
    """Speakers where or when they cannot speak, and values set by others than their keepers."""
    for event in view.ledger.events:
        person = view.people[event.actor]
        if event.actor not in view.channels[event.channel].members:
            what = f"{person.name} is not in {event.channel}."
            yield Violation(kind=ViolationKind.NOT_A_MEMBER, where=event.id, what=what)
        if event.at < person.joins:
            what = f"{person.name} joins on {person.joins} only."
            yield Violation(kind=ViolationKind.NOT_JOINED, where=event.id, what=what)
    for state in view.ledger.states:
        keeper, actor = view.slots[state.slot].keeper, view.events[state.event].actor
        if keeper and keeper != actor:
            what = f"{state.slot} is kept by {keeper}, not by {actor}."
            yield Violation(kind=ViolationKind.NOT_THE_KEEPER, where=state.event, what=what)
