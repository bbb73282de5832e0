"""Observations as bounded JSON text: items are rendered until the room is used up.

What an observation says it has shown is exactly what stands in its text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from worksurface_pipeline.harness.agent.protocol import Observation, Shown

# The longest answer of a refusal: a hint is read, a list of everything is not.
_ERROR_CHARACTERS = 600
_CUT = "…"

T = TypeVar("T")
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Item:
    """One list entry as JSON text, with the artifacts that stand in it."""

    text: str
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """Items that fit, and how many there are in all."""

    items: tuple[Item, ...]
    count: int

    @property
    def is_cut(self) -> bool:
        """Whether some did not fit."""
        return len(self.items) < self.count

    @property
    def text(self) -> str:
        """The items as a JSON list."""
        return "[" + ",".join(item.text for item in self.items) + "]"

    @property
    def shown(self) -> tuple[Shown, ...]:
        """All that stands in the items."""
        return tuple(shown for item in self.items for shown in item.shown)


def compact(value: Any) -> str:
    """JSON in one line, any script as it is."""
    return _COMPACT.encode(value)


def clip(text: str, most: int) -> str:
    """`text`, its end replaced by an ellipsis when it is longer than `most` characters."""
    return text if len(text) <= most else text[: most - 1] + _CUT


def fitting(items: Sequence[Item], room: int) -> Listing:
    """The longest run of first items that takes at most `room` characters."""
    used = 2
    for number, item in enumerate(items):
        used += len(item.text) + 1
        if used > room:
            return Listing(tuple(items[:number]), len(items))
    return Listing(tuple(items), len(items))


def fitting_from(
    things: Sequence[T], offset: int, render: Callable[[T], Item], room: int
) -> Listing:
    """The items of `things` from `offset` on as far as they fit; no more of them is rendered."""
    items: list[Item] = []
    used = 2
    for thing in things[offset:]:
        item = render(thing)
        used += len(item.text) + 1
        if used > room:
            break
        items.append(item)
    return Listing(tuple(items), max(0, len(things) - offset))


def fitting_with_rest(
    detailed: Sequence[Item], bare: Sequence[Item], room: int
) -> tuple[Listing, Listing]:
    """As many detailed items as leave room for the others' bare form, then those."""
    whole = fitting(detailed, room)
    if not whole.is_cut:
        return whole, Listing((), 0)
    left = sum(len(item.text) + 1 for item in bare) + 2
    used = 2
    number = 0
    for number, item in enumerate(detailed):
        used += len(item.text) + 1
        left -= len(bare[number].text) + 1
        if used + left > room:
            break
    details = Listing(tuple(detailed[:number]), len(detailed))
    return details, fitting(bare[number:], room - len(details.text))


def observation(fields: Mapping[str, str], shown: Iterable[Shown] = ()) -> Observation:
    """One JSON object; the fields' values are JSON texts already."""
    body = ",".join(f"{compact(name)}:{text}" for name, text in fields.items())
    return Observation(text="{" + body + "}", shown=tuple(dict.fromkeys(shown)))


def failure(
    message: str, *, allowed: Sequence[str] = (), suggestions: Sequence[str] = ()
) -> Observation:
    """An error observation: one sentence, and what would be right."""
    fields = {"error": compact(clip(message, _ERROR_CHARACTERS))}
    for name, values in (("allowed", allowed), ("suggestions", suggestions)):
        if values:
            items = [Item(compact(clip(value, _ERROR_CHARACTERS // 3))) for value in values]
            fields[name] = fitting(items, _ERROR_CHARACTERS).text
    return Observation(text=observation(fields).text, is_error=True)
