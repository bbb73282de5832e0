"""The child of the scale suite: one run of the real driver over the surface steps alone.

`python -m benchmarks.scale_run FOLDER [--again | PROFILE]`, FOLDER with worksurface.toml; prints
one line of JSON. With PROFILE the run is profiled into that file (and slower).
"""

from __future__ import annotations

import cProfile
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

_STARTED = time.perf_counter()

SURFACE_STEPS = (
    "source_lock",
    "shared_contents",
    "source_tasks",
    "tables",
    "documents",
    "graph",
    "surface_bundle",
    "coverage_ledger",
)
"""From the freeze to the ledger."""
AGAIN = "--again"
"""Argument: change a file after the run, and run once more in the same process."""


@dataclass(slots=True)
class Lap:
    """Seconds of each finished run of the driver, and what failed."""

    last: float
    seconds: dict[str, float] = field(default_factory=dict)
    computed: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def run(folder: Path) -> dict[str, object]:
    """Bring the surfaces of a project folder up to date; what it took."""
    # Imported here, so that the time before the first import is known.
    from resources.instance import open_instance
    from resources.source import Freeze
    from resources.workbench import open_workbench
    from schedules.driver import Driver, Options
    from schedules.layers import Done, Watcher, Work
    from worksurface_pipeline.definitions import defs

    class Surfaces(Driver):
        """The driver, with every step after the surfaces left out."""

        def _layers(
            self, freeze: Freeze, options: Options
        ) -> Iterator[tuple[str, tuple[Work, ...]]]:
            for job, works in super()._layers(freeze, options):
                cut = [replace(work, steps=_surfaces(work.steps)) for work in works]
                yield job, tuple(work for work in cut if work.steps)

    class Timer(Watcher):
        """Notes how long each run took."""

        def finished(self, done: Done) -> None:
            now = time.perf_counter()
            lap.seconds[f"{done.work.job}[{done.work.partition}]"] = round(now - lap.last, 3)
            lap.last = now
            lap.computed += [f"{step}[{done.work.partition}]" for step in done.computed]
            lap.failures += done.failures

    bench = open_workbench(folder / "worksurface.toml")
    imported = time.perf_counter()
    lap = Lap(imported)
    driver = Surfaces(bench, lambda: defs, cache(lambda: open_instance(bench)), Timer())
    driver.run(Options(until="build"))
    return {
        "import_seconds": round(imported - _STARTED, 3),
        "seconds": round(time.perf_counter() - imported, 3),
        "laps": lap.seconds,
        "computed": lap.computed,
        "failures": lap.failures,
    }


def _surfaces(steps: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(step for step in steps if step in SURFACE_STEPS)


def _twice(folder: Path) -> dict[str, object]:
    """A run, then one file more is changed and the same process runs again, as the page's does."""
    from benchmarks.scale import change_one

    first = run(folder)
    change_one(folder / "workspace")
    again = run(folder)
    return {**first, "again_seconds": again["seconds"], "again_computed": again["computed"]}


def main(arguments: list[str]) -> int:
    """Run and say what it took; the exit code is 1 when a step failed."""
    folder = Path(arguments[0])
    if arguments[1:] == [AGAIN]:
        result = _twice(folder)
    elif len(arguments) > 1:
        profile = cProfile.Profile()
        result = profile.runcall(run, folder)
        profile.dump_stats(arguments[1])
    else:
        result = run(folder)
    sys.stdout.write(json.dumps(result) + "\n")
    return 1 if result["failures"] else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
