"""Revisions of a slot: which events revise it, what each replaces, and what a place says of it."""

from __future__ import annotations

from datetime import datetime

from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind

REVISING = frozenset({EventKind.CORRECTION, EventKind.CHANGE, EventKind.DECISION})


def revisions(view: View, slot: str) -> tuple[Event, ...]:
    """Events that correct or change a slot, in order, without those that pass another one on."""
    return tuple(
        item.event
        for item in view.asserted(slot)
        if item.event.kind in REVISING
        and replaced(view, slot, item.event) not in {None, item.statement.value}
        and not passes_on(view, slot, item.event)
    )


def passes_on(view: View, slot: str, event: Event) -> bool:
    """Whether an event follows from another that already claims its value of the slot."""
    value = stated_in_event(view, slot, event.id)
    return any(stated_in_event(view, slot, name) == value for name in event.about)


def replaced(view: View, slot: str, event: Event) -> str | None:
    """The value of a slot that an event replaces; None where there was none."""
    for item in event.statements:
        if item.slot == slot and item.is_past:
            return item.value
    earlier = [item for item in view.asserted(slot) if item.event.at < event.at]
    if view.makes(event):
        same = [item for item in earlier if item.event.document == event.document]
        earlier = same or earlier
    return earlier[-1].statement.value if earlier else None


def stated_in_event(view: View, slot: str, event: str) -> str | None:
    """What one event claims of a slot."""
    found = (item for item in view.asserted(slot) if item.event.id == event)
    return next((item.statement.value for item in found), None)


def stated_in_place(view: View, slot: str, place: str, at: datetime) -> str | None:
    """What a document ("id" or "id@version") or a channel claims of a slot, up to a time."""
    document, _, version = place.partition("@")
    found = [
        item.statement.value
        for item in view.asserted(slot)
        if item.event.at <= at and _is_there(view, item.event, document, version)
    ]
    return found[-1] if found else None


def _is_there(view: View, event: Event, document: str, version: str) -> bool:
    if event.channel == document and not version:
        return True
    is_document = event.document == document and view.makes(event)
    return is_document and (not version or str(event.version) == version)
