"""Values that the steps of a run hand to one another: each is parsed at most once.

A run goes through one partition, whose values its steps read one after the other, so those of
that partition alone are held.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from worksurface_pipeline.kernel.lake import Lake, Manifest
from worksurface_pipeline.kernel.records import Stored, settled


class Shelf:
    """Values of one partition, by asset; a value stands for the attempt it was stored as.

    `kinds` are the value classes of all assets.
    """

    def __init__(self, kinds: Mapping[str, type[Stored]]) -> None:
        self._kinds = kinds
        self._partition = ("", "")
        self._open: dict[str, tuple[str, Any]] = {}

    def put(self, lake: Lake, manifest: Manifest, value: Stored) -> None:
        """Hold a value that was stored just now; what it holds by the byte stays in the lake."""
        self._turn_to(lake, manifest)
        held = settled(value, lake.reader(manifest))
        self._open[manifest.asset] = (_state(manifest), held)

    def take(self, lake: Lake, manifest: Manifest) -> Any:
        """The value of a manifest; what belongs to another partition is let go."""
        self._turn_to(lake, manifest)
        found = self._open.get(manifest.asset)
        if found is None or found[0] != _state(manifest):
            found = (_state(manifest), lake.load(manifest, self._kinds[manifest.asset]))
            self._open[manifest.asset] = found
        return found[1]

    def _turn_to(self, lake: Lake, manifest: Manifest) -> None:
        partition = (lake.root, manifest.partition)
        if partition != self._partition:
            self._partition, self._open = partition, {}


def _state(manifest: Manifest) -> str:
    return f"{manifest.digest} {manifest.attempt}"
