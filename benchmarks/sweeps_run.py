"""The child of the sweeps suite: one side over one world, in a process of its own.

`python -m benchmarks.sweeps_run FOLDER SIDE TRAJECTORIES`; prints one line of JSON. Journal and
kept replies of earlier runs are removed first; search indexes and databases of views stay, as they
stay in a lake: the first run of a world makes them.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from benchmarks.sweeps_naive import naive
from benchmarks.sweeps_sides import Spent, sweep
from benchmarks.sweeps_world import QUESTIONS, SOURCE_TASKS, World, open_world

OURS = "sweep"
NAIVE = "naive"
_LEFT = ("cache/replies", "sweeps/measured")
_MIB = 1 << 20
MARKS = (1_000, 2_000, 3_000, 4_000, 5_000)
"""After so many trajectories the resident memory is noted."""


def measured(folder: Path, side: str, trajectories: int) -> dict[str, object]:
    """Run so many trajectories; seconds from opening the surfaces to the last record."""
    world = open_world(folder)
    for name in _LEFT:
        shutil.rmtree(world.bench.lake.path(name), ignore_errors=True)
    marks: dict[int, float] = {}

    def on_done(done: int) -> None:
        if done in MARKS:
            marks[done] = resident_mib()

    begun, worked = time.perf_counter(), time.process_time()
    spent = _side(world, side, trajectories, on_done)
    seconds = time.perf_counter() - begun
    return {
        "trajectories": trajectories,
        "seconds": seconds,
        "cpu_seconds": time.process_time() - worked,
        "memory": marks,
        "end_mib": resident_mib(),
        **asdict(spent),
    }


def _side(world: World, side: str, trajectories: int, on_done: object) -> Spent:
    if side == NAIVE:
        step = max(1, len(world.items) // trajectories)
        with tempfile.TemporaryDirectory() as scratch:
            naive(world, world.items[::step][:trajectories], Path(scratch))
        return Spent()
    whole = SOURCE_TASKS * QUESTIONS
    epochs = max(1, -(-trajectories // whole))
    chosen = world.items[: -(-trajectories // epochs)]
    return sweep(world, chosen, epochs, on_done)  # type: ignore[arg-type]


def resident_mib() -> float:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / _MIB


if __name__ == "__main__":
    found = measured(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    sys.stdout.write(json.dumps(found) + "\n")
