"""Ledgers with one thing changed."""

from __future__ import annotations

from collections.abc import Callable

from worksurface_pipeline.mmenterprise.schema.ledger import (
    Event,
    EventKind,
    Ledger,
    Slot,
    State,
    Statement,
)


def find(ledger: Ledger, fits: Callable[[Event], bool]) -> Event:
    """The first event that fits."""
    return next(event for event in ledger.events if fits(event))


def of_kind(ledger: Ledger, kind: EventKind, channel: str = "") -> Event:
    """The first event of a kind, in a channel if one is named."""
    return find(ledger, lambda event: event.kind is kind and channel in {"", event.channel})


def with_event(ledger: Ledger, event: Event, **changes: object) -> Ledger:
    """The ledger with one event changed, in its old place."""
    changed = event.model_copy(update=changes)
    events = tuple(changed if item.id == event.id else item for item in ledger.events)
    return ledger.model_copy(update={"events": events})


def with_state(ledger: Ledger, state: State, **changes: object) -> Ledger:
    """The ledger with one state changed."""
    changed = state.model_copy(update=changes)
    states = tuple(changed if item == state else item for item in ledger.states)
    return ledger.model_copy(update={"states": states})


def with_slot(ledger: Ledger, slot: Slot, **changes: object) -> Ledger:
    """The ledger with one slot changed."""
    changed = slot.model_copy(update=changes)
    slots = tuple(changed if item.id == slot.id else item for item in ledger.slots)
    return ledger.model_copy(update={"slots": slots})


def stating(event: Event, place: int, **changes: object) -> dict[str, object]:
    """Changes that replace one statement of an event, its texts kept in step."""
    statements = list(event.statements)
    statements[place] = statements[place].model_copy(update=changes)
    return with_statements(event, tuple(statements))


def with_statements(event: Event, statements: tuple[Statement, ...]) -> dict[str, object]:
    """Changes that give an event other statements, its texts kept in step."""
    must = tuple(item.value for item in statements) if event.must else ()
    return {"statements": statements, "must": must}
