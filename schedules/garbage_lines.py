"""What a cleaning removes, as lines: a kind with count and bytes; of any wing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from worksurface_pipeline.kernel.lake_gc import Garbage

Say = Callable[[str], None]


def tell(found: Sequence[Garbage], verb: str, say: Say) -> None:
    """A line a kind with count and bytes; the places of a few are named nowhere else."""
    counts = Counter(item.what for item in found)
    for what in sorted(counts):
        size = sum(item.size for item in found if item.what == what)
        say(f"{counts[what]} x {what}: {size:,} bytes")
    total = sum(item.size for item in found)
    say(f"{len(found)} places, {total:,} bytes {verb}" if found else "Nothing is there to remove")
