"""Every name leads to one thing: people, channels, slots, events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import Event


def reference_violations(view: View) -> Iterator[Violation]:
    """Ids that stand twice, and names of what does not exist."""
    yield from _repeated(view)
    for event in view.ledger.events:
        yield from _unknown(event.id, _names_of(view, event))
    for state in view.ledger.states:
        names = ((state.slot, state.slot in view.slots), (state.event, state.event in view.events))
        yield from _unknown(state.slot, names)
    for slot in view.ledger.slots:
        near = ((name, name in view.slots) for name in slot.siblings)
        yield from _unknown(slot.id, near)
        is_kept = not slot.keeper or slot.keeper in view.people
        yield from _unknown(slot.id, ((slot.keeper, is_kept),))
    for channel in view.ledger.world.channels:
        yield from _unknown(channel.id, ((name, name in view.people) for name in channel.members))


def _names_of(view: View, event: Event) -> Iterator[tuple[str, bool]]:
    """The names in an event, each with whether it leads anywhere."""
    yield event.actor, event.actor in view.people
    yield event.channel, event.channel in view.channels
    yield from ((name, name in view.events) for name in event.about)
    yield from ((item.slot, item.slot in view.slots) for item in event.statements)


def _unknown(where: str, names: Iterable[tuple[str, bool]]) -> Iterator[Violation]:
    for name, is_known in names:
        if not is_known:
            what = f"{name!r} does not exist."
            yield Violation(kind=ViolationKind.UNKNOWN_REFERENCE, where=where, what=what)


def _repeated(view: View) -> Iterator[Violation]:
    world = view.ledger.world
    for group in (view.ledger.events, view.ledger.slots, world.people, world.channels):
        for name, count in Counter(item.id for item in group).items():
            if count > 1:
                what = f"The id stands {count} times."
                yield Violation(kind=ViolationKind.DUPLICATE_ID, where=name, what=what)
