"""Keepers: who sees to a fact does not go back to what he knows to hold no more."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.ledger.view import Said, View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.schema.world import Place

# Long documents: nobody is taken to have read every value in them.
_SKIMMED = frozenset({Place.REPORT, Place.DECK})


def keeper_violations(view: View) -> Iterator[Violation]:
    """Keepers who say what they know to be outdated: they set it, put it right, or were told."""
    for slot, items in view.said.items():
        keeper = view.slots[slot].keeper
        if keeper:
            yield from _contradictions(view, slot, keeper, items)


def _contradictions(
    view: View, slot: str, keeper: str, items: tuple[Said, ...]
) -> Iterator[Violation]:
    """What a keeper says that is not true, though he knows better; a slip of his own may be."""
    knows = False
    claimed: set[str] = set()
    for item in items:
        if item.statement.is_past:
            continue
        value, is_own = item.statement.value, item.event.actor == keeper
        is_slip = item.event.kind is EventKind.ERROR and value not in claimed
        if is_own and knows and not item.statement.is_true and not is_slip:
            what = f"{keeper} keeps {slot}, knows better by then, and says {value!r}."
            kind = ViolationKind.OUTDATED_BY_KEEPER
            yield Violation(kind=kind, where=item.event.id, what=what)
        if is_own:
            knows = item.statement.is_true
        elif item.statement.is_true and _hears(view, keeper, item):
            knows = True
        claimed.add(value)


def _hears(view: View, person: str, item: Said) -> bool:
    """Whether somebody takes in what is said: he is in the room, and it is short."""
    channel = view.channels[item.event.channel]
    return person in channel.members and channel.place not in _SKIMMED
