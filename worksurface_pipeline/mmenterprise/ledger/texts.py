"""What a text holds and may not hold: visual values stay in pictures, its lists are right."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.mmenterprise.ledger.view import PICTURED, View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.world import Place


def text_violations(view: View) -> Iterator[Violation]:
    """Visual values outside pictures, and texts that must or must not stand in a record."""
    hidden = _visual_values(view)
    for event in view.ledger.events:
        yield from _visual(view, event, hidden)
        yield from _lists(view, event)


def _visual_values(view: View) -> frozenset[str]:
    """All values that only pictures show, true and wrong ones."""
    slots = [slot.id for slot in view.ledger.slots if slot.is_visual]
    true = {state.value for slot in slots for state in view.states.get(slot, ())}
    said = {item.statement.value for slot in slots for item in view.said.get(slot, ())}
    return frozenset(true | said)


def _visual(view: View, event: Event, hidden: frozenset[str]) -> Iterator[Violation]:
    if view.place(event) is Place.IMAGE:
        return
    texts = "\n".join((*event.must, event.reason, *(item.value for item in event.statements)))
    for value in sorted(hidden):
        if value in texts and has_token(texts, value):
            what = f"{value!r} is for pictures alone."
            yield Violation(kind=ViolationKind.VISUAL_IN_TEXT, where=event.id, what=what)
    for item in event.statements:
        if view.slots[item.slot].is_visual and item.value not in hidden:
            what = f"{item.slot} is for pictures alone."
            yield Violation(kind=ViolationKind.VISUAL_IN_TEXT, where=event.id, what=what)


def _lists(view: View, event: Event) -> Iterator[Violation]:
    """A read record must hold what it states; one about a picture must not hold what that shows."""
    stated = {item.value for item in event.statements}
    wanted = stated if view.place(event) not in PICTURED else set()
    if set(event.must) != wanted:
        what = f"It states {sorted(stated)} and must hold {sorted(event.must)}."
        yield Violation(kind=ViolationKind.MUST_MISMATCH, where=event.id, what=what)
    clash = sorted(set(event.must) & set(event.must_not))
    missing = sorted(_shown(view, event) - set(event.must_not))
    if clash or missing:
        what = f"Must and must not hold {clash}; is free to say {missing}, shown in a picture."
        yield Violation(kind=ViolationKind.MUST_MISMATCH, where=event.id, what=what)


def _shown(view: View, event: Event) -> set[str]:
    """Visual values of the picture version that an event mentions."""
    if not event.document or view.makes(event):
        return set()
    shown = [
        made
        for made in view.ledger.events
        if view.makes(made) and (made.document, made.version) == (event.document, event.version)
    ]
    return {
        item.value for made in shown for item in made.statements if view.slots[item.slot].is_visual
    }
