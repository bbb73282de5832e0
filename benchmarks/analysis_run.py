"""The child of the analysis suite: one measurement over a written world, in a process of its own.

`python -m benchmarks.analysis_run FOLDER [PART OF]`; prints one line of JSON. With PART and OF it
only reads and scores every OF-th cell, beginning with PART. Seconds are counted from the first byte
read, imports apart; the collector of reference cycles runs as the library leaves it.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

from benchmarks.analysis_check import Truth, columns_of, recovered
from benchmarks.analysis_plain import largest_gap, our_bounds, plain_bounds
from benchmarks.analysis_tasks import design_of
from benchmarks.analysis_truth import REFERENCE
from benchmarks.analysis_world import SEED, stored_benchmark, stored_runs, truths
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.scoring.budgets import efficiency_budgets
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import CellKey, ScoreSet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

REPLICATES = 2_000
_REPEATS, _PLAIN_REPEATS = 20, 3  # of the bootstraps: the best counts, and what is short is noisy
T = TypeVar("T")


@dataclass(slots=True)
class Laps:
    """Wall-clock and processor seconds by the name of what was done."""

    seconds: dict[str, float] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def lap(self, name: str) -> Iterator[None]:
        """What is done in this block adds to `name`."""
        wall, worked = time.perf_counter(), time.process_time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - wall
        self.cpu[name] = self.cpu.get(name, 0.0) + time.process_time() - worked


@dataclass(frozen=True, slots=True)
class Scored:
    """What is in memory after a sweep was read and scored, cell by cell."""

    benchmark: Benchmark
    sets: dict[str, ScoreSet]

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores of all cells, by the cells' keys."""
        return tuple(score for key in sorted(self.sets) for score in self.sets[key].scores)

    def values(self) -> dict[str, tuple[Score, ...]]:
        """The scores of each cell."""
        return {key: value.scores for key, value in self.sets.items()}


def measured(folder: str, part: int = 0, whole: int = 1) -> dict[str, object]:
    """Everything for the suite to print; a part of the cells is only read and scored."""
    lake, laps = Lake(folder), Laps()
    scored = read_and_score(lake, laps, part, whole)
    found: dict[str, object] = {"trajectories": len(scored.scores)}
    if whole == 1:
        tables = tables_of(scored, laps)
        found |= {"tables": len(tables.tables), "analysis_mib": peak_mib()}
        truth = Truth(tuple(truths(scored.benchmark, SEED)), design_of(scored.benchmark))
        found |= asdict(recovered(truth, scored.values(), tables))
        found |= _bootstraps(scored) | _kept(scored, laps, Lake(f"{folder}/scored"))
    return {
        **found,
        "seconds": laps.seconds,
        "cpu": laps.cpu,
        "peak_mib": peak_mib(),
        "load": os.getloadavg()[0],
    }


def read_and_score(lake: Lake, laps: Laps, part: int = 0, whole: int = 1) -> Scored:
    """Every cell from the lake, scored under all profiles; one cell is in memory at a time."""
    with laps.lap("read"):
        benchmark = stored_benchmark(lake)
        runs = stored_runs(lake)
        reference = runs.get("|".join(REFERENCE)).trajectories
    with laps.lap("score"):
        budgets = efficiency_budgets(reference, REFERENCE[0], is_self_test=False)
    sets = {}
    for key in runs.keys[part::whole]:
        with laps.lap("read"):
            value = runs.get(key)
        with laps.lap("score"):
            model, _, setting = key.partition("|")
            cell = CellKey(model=model, setting=setting)
            sets[key] = score_cell(benchmark.tasks, value.trajectories, budgets, cell)
    return Scored(benchmark, sets)


def tables_of(scored: Scored, laps: Laps) -> ResultTables:
    """All tables, contrasts and intervals over the scores."""
    with laps.lap("tables"):
        return result_tables(scored.scores, scored.benchmark.tasks)


def _kept(scored: Scored, laps: Laps, lake: Lake) -> dict[str, object]:
    """What it takes beside to store the scores and to read them back."""
    with laps.lap("scores stored"):
        manifests = [
            lake.store("scores", key, Basis(step="scores", version=1), value)
            for key, value in scored.sets.items()
        ]
    with laps.lap("scores read back"):
        back = [lake.load(manifest, ScoreSet) for manifest in manifests]
    return {"is_equal_when_read_back": back == list(scored.sets.values())}


def _bootstraps(scored: Scored) -> dict[str, object]:
    """Ours and the plain one on the same columns."""
    columns = columns_of(scored.scores, REPLICATES, SEED)
    ours, ours_seconds = _best(lambda: our_bounds(columns), _REPEATS)
    plain, plain_seconds = _best(lambda: plain_bounds(columns), _PLAIN_REPEATS)
    return {
        "columns": len(ours),
        "bootstrap_seconds": ours_seconds,
        "plain_seconds": plain_seconds,
        "bootstrap_gap": largest_gap(plain, ours),
    }


def _best(work: Callable[[], T], repeats: int) -> tuple[T, float]:
    best = float("inf")
    for _ in range(repeats):
        begun = time.perf_counter()
        value = work()
        best = min(best, time.perf_counter() - begun)
    return value, best


def peak_mib() -> float:
    """The largest resident memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    arguments = [int(text) for text in sys.argv[2:]]
    sys.stdout.write(json.dumps(measured(str(Path(sys.argv[1])), *arguments)) + "\n")
