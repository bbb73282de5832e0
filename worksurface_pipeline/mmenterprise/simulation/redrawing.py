"""Corrected pictures: the next version shows what is true of all that the picture shows."""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind
from worksurface_pipeline.mmenterprise.simulation.pictures import redraw
from worksurface_pipeline.mmenterprise.simulation.stage import Stage


def draw_right(stage: Stage, document: str, about: tuple[str, ...]) -> None:
    """Put a picture right, as far as its maker knows: he keeps all that it shows.

    What changed since the last version follows from where that was told.
    """
    shown = stage.pages[document]
    right = {slot: stage.truth.now(slot) or value for slot, value in shown.items()}
    changed = {slot: value for slot, value in right.items() if shown[slot] != value}
    told = _told(stage, changed, without=about)
    redraw(stage, document, (*told, *about), EventKind.CORRECTION, changed)


def _told(stage: Stage, values: Mapping[str, str], without: tuple[str, ...]) -> tuple[str, ...]:
    """The events that said these values first, where none of `without` says them."""
    known = [item for item in stage.events if item.id in without]
    found: dict[str, None] = {}
    for slot, value in values.items():
        if not any(_says(item, slot, value) for item in known):
            first = next((item.id for item in stage.events if _says(item, slot, value)), None)
            found |= {} if first is None else {first: None}
    return tuple(found)


def _says(event: Event, slot: str, value: str) -> bool:
    """Whether an event claims a value of a slot."""
    return any(
        item.slot == slot and item.value == value and not item.is_past for item in event.statements
    )
