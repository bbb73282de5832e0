"""The analysis suite's world: a lake with a benchmark and the trajectories of a simulated sweep.

Values are written by the lake itself, in the form and place in which a real sweep leaves them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from benchmarks.analysis_observations import make_texts
from benchmarks.analysis_runs import make_runs
from benchmarks.analysis_tasks import TASKS, design_of, make_tasks
from benchmarks.analysis_truth import MODELS, SETTINGS, CellTruth, draw_cells
from worksurface_pipeline.kernel.lake import WHOLE, Lake, Manifest, Partitions
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.worksurface.steps import STEPS
from worksurface_pipeline.worksurface.sweep import TrajectorySet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

SEED = 20260709
_NOTE = "written.json"
_BENCHMARK, _TRAJECTORIES = "benchmark", "trajectories"


@dataclass(frozen=True, slots=True)
class Written:
    """What lies in the lake: trajectories, their bytes, and how many turns they have on average."""

    trajectories: int
    bytes: int
    turns: float


def write_world(lake: Lake, tasks: int = TASKS, seed: int = SEED) -> Written:
    """Write the benchmark and every cell of the sweep; equal arguments write equal bytes."""
    benchmark = make_tasks(tasks, seed)
    texts = make_texts(seed)
    _store(lake, _BENCHMARK, WHOLE, benchmark)
    runs, size, turns = 0, 0, 0
    for cell in truths(benchmark, seed):
        value = TrajectorySet(trajectories=tuple(make_runs(cell, benchmark.tasks, texts, seed)))
        manifest = _store(lake, _TRAJECTORIES, cell.key, value)
        runs += len(value.trajectories)
        size += sum(item.size for item in manifest.files)
        turns += sum(len(run.turns) for run in value.trajectories)
    written = Written(runs, size, turns / runs)
    lake.put(_NOTE, json.dumps(asdict(written)).encode())
    return written


def written_world(lake: Lake) -> Written | None:
    """What was said of a world when it was written, None where there is none."""
    note = lake.peek(_NOTE)
    return None if note is None else Written(**json.loads(note))


def truths(benchmark: Benchmark, seed: int = SEED) -> Iterator[CellTruth]:
    """What was drawn for each cell of a written world."""
    return draw_cells(design_of(benchmark), seed)


def stored_benchmark(lake: Lake) -> Benchmark:
    """The benchmark of a written world."""
    return lake.all_of(_BENCHMARK, (WHOLE,), Benchmark).get(WHOLE)


def stored_runs(lake: Lake) -> Partitions[TrajectorySet]:
    """The cells of a written world, read one at a time."""
    keys = (f"{model}|{setting}" for model in MODELS for setting in SETTINGS)
    return lake.all_of(_TRAJECTORIES, keys, TrajectorySet)


def _store(lake: Lake, asset: str, partition: str, value: Stored) -> Manifest:
    return lake.store(asset, partition, Basis(step=asset, version=STEPS[asset].version), value)
