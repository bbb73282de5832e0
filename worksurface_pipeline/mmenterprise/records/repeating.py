"""Statements that only say again what was said before, by whoever has it from others.

They tell nothing new: neither a check nor a decision stands behind them, whatever holds by then.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.ledger.view import Said, View
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind, Ledger
from worksurface_pipeline.mmenterprise.schema.world import Place

# What sets a value, puts it right or doubts it says something new, wherever it is passed on.
_NEWS = frozenset({EventKind.CORRECTION, EventKind.CHANGE, EventKind.DECISION, EventKind.DETECTION})


def repeated(ledger: Ledger) -> frozenset[tuple[str, str]]:
    """Event and slot of each statement that says a value again."""
    view = View(ledger)
    return frozenset(
        (item.event.id, slot)
        for slot, items in view.said.items()
        for item in _again(view, slot, items)
    )


def _again(view: View, slot: str, items: tuple[Said, ...]) -> Iterator[Said]:
    """Values that others brought up, or that were said before; what a machine logs is not said."""
    claimed: set[str] = set()
    keeper = view.slots[slot].keeper
    for item in items:
        if item.statement.is_past:
            continue
        is_own = keeper in {item.event.actor, ""}
        is_first = is_own and item.statement.value not in claimed
        if item.event.kind not in _NEWS and not is_first:
            yield item
        if view.place(item.event) is not Place.LOG:
            claimed.add(item.statement.value)
