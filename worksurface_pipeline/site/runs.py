"""Runs sorted from the order in which they come to the items they are about.

Runs come by cell, pages want them by item. What stands on the page of each is kept compressed in
between, so that a sweep of hundreds of megabytes is never held as it is.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping

from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.site.records import Item, Steps
from worksurface_pipeline.site.script_data import array_json, record_json, shard

_SHARD_BYTES = 512 << 10  # of turns that opening a run loads at most, but for a longer single run
_FAST = 1  # of zlib's levels: the data lives for seconds


class RunShelf:
    """Turns of runs by the item they are about."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, bytes]] = defaultdict(dict)

    def put(self, item: str, steps: Steps) -> None:
        """Keep the turns of a run of `item`. Raises ValueError when the run is there already."""
        if steps.id in self._kept[item]:
            raise ValueError(f"two runs of {item} are called {steps.id}")
        self._kept[item][steps.id] = zlib.compress(record_json(steps), _FAST)

    def take(self, item: str) -> Mapping[str, bytes]:
        """The turns of all runs of an item, by run; they are let go."""
        return self._kept.pop(item, {})

    @property
    def left(self) -> int:
        """Runs of items that nobody took."""
        return sum(map(len, self._kept.values()))


def item_files(item: Item, runs: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The shard of an item, and those of its runs, each run in exactly one.

    Opening the page of an item loads the first alone.
    """
    places: dict[str, int] = {}
    for number, turns in enumerate(_shared_out(item, runs)):
        places.update(dict.fromkeys(turns, number))
        yield shard(f"runs/{item.id}-{number}", array_json(turns.values()))
    rows = tuple(row.model_copy(update={"shard": places.get(row.id, -1)}) for row in item.runs)
    yield shard(f"items/{item.id}", record_json(item.model_copy(update={"runs": rows})))


def item_id(name: str) -> str:
    """An id for addresses and file names, whatever an item is called."""
    return short(digest_text(name), 12)


def _shared_out(item: Item, runs: Mapping[str, bytes]) -> Iterator[dict[str, bytes]]:
    """Turns by run, in the order of the item's rows, as many together as a shard holds."""
    held: dict[str, bytes] = {}
    room = _SHARD_BYTES
    for row in item.runs:
        packed = runs.get(row.id)
        if packed is None:
            continue  # a score without a run: there is nothing to open
        turns = zlib.decompress(packed)
        if held and len(turns) > room:
            yield held
            held, room = {}, _SHARD_BYTES
        held[row.id] = turns
        room -= len(turns)
    if held:
        yield held
