"""Where a value stands: what documents and channels say of a slot, how far a correction got.

A document stands for itself in its last version; a channel for what was claimed in it last.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from worksurface_pipeline.mmenterprise.ledger.view import Said, View
from worksurface_pipeline.mmenterprise.schema.ledger import Event


@dataclass(frozen=True, slots=True)
class Reach:
    """What became of a wrong value: places that were put right, and places left as they were."""

    updated: tuple[str, ...]
    stale: tuple[str, ...]


def standing(view: View, slot: str, at: datetime) -> dict[str, Said]:
    """The last claim of a slot in each document or channel up to a time, by place in order."""
    found: dict[str, Said] = {}
    for item in view.asserted(slot):
        if item.event.at <= at:
            found[place_of(view, item.event)] = item
    return dict(sorted(found.items()))


def place_of(view: View, event: Event) -> str:
    """The document that an event makes, else its channel."""
    return event.document if view.makes(event) else event.channel


def reach(view: View, slot: str, wrong: str) -> Reach:
    """Where a wrong value of a slot was put right by the end, and where it still stands."""
    held = {
        place_of(view, item.event) for item in view.asserted(slot) if item.statement.value == wrong
    }
    last = standing(view, slot, view.ledger.world.ends)
    stale = {place for place in held if last[place].statement.value == wrong}
    return Reach(updated=tuple(sorted(held - stale)), stale=tuple(sorted(stale)))
