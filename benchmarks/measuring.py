"""Timing by repetition: the best of a few runs, and the ratio to a named baseline."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_REPEATS = 3  # the best of three: what else the machine does only ever adds time


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured way of doing the same work. `peak_mib` is the process's peak until then."""

    name: str
    seconds: float
    items: int
    peak_mib: int


def measure(name: str, items: int, work: Callable[[], object]) -> Figure:
    """Run `work` a few times; `items` is how many things it handles."""
    best = min(_once(work) for _ in range(_REPEATS))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return Figure(name, best, items, peak)


def table(title: str, figures: Sequence[Figure]) -> str:
    """Figures of one suite; the first is the baseline that the ratios refer to."""
    base = figures[0]
    lines = [f"{title} (ratio: time against '{base.name}')"]
    for item in figures:
        rate = item.items / item.seconds if item.seconds else 0.0
        lines.append(
            f"  {item.name:<34}{item.seconds:9.3f} s {rate:12,.0f}/s"
            f"  x{item.seconds / base.seconds:6.2f}  peak {item.peak_mib} MiB"
        )
    return "\n".join(lines)


def _once(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
