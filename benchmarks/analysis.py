"""`make bench SUITE=analysis`: a simulated sweep read from disk, scored, and put into tables.

Four models in six settings on 1,151 tasks of 100 source tasks, written into a lake as a real sweep
leaves them, with means that are known beforehand. Each run is a process of its own that reads and
scores every cell under all profiles and makes all tables, contrasts and intervals; medians count.
Files were just written, so they come from memory rather than from the disk's platter. The ratio of
the bootstraps is wall-clock time against plain Python over the same cluster sums. Two processes,
each with half of the cells, read and score once for comparison. `--quick` takes a tenth of the
tasks and one run; `--scratch FOLDER` keeps the lake and takes the one that is there; `--json FILE`
writes the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.analysis_tasks import TASKS
from benchmarks.analysis_truth import MODELS, SETTINGS
from benchmarks.analysis_world import Written, write_world, written_world
from benchmarks.gates import Gate, judged
from worksurface_pipeline.kernel.lake import Lake

_RUNS = 3
_QUICK = 10  # a part of the tasks
_PROCESSES = 2
_MOST_READING, _MOST_TABLES = 6.0, 4.0  # seconds, asked of the whole sweep
_MOST_MIB = 1536.0
_LEAST_RATIO = 50.0
_LEAST_HOLDING = 0.9  # of about a hundred intervals at 95 %, which share source tasks
_PROJECT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Run:
    """What one child measured; seconds are wall-clock, `cpu` those of the processor."""

    trajectories: int
    tables: int
    seconds: Mapping[str, float]
    cpu: Mapping[str, float]
    analysis_mib: float
    peak_mib: float
    load: float
    columns: int
    bootstrap_seconds: float
    plain_seconds: float
    bootstrap_gap: float
    differing_runs: int
    differing_means: int
    intervals: int
    holding: int
    is_equal_when_read_back: bool

    @property
    def reading(self) -> float:
        """Seconds from the first byte to the last score."""
        return self.seconds["read"] + self.seconds["score"]

    @property
    def ratio(self) -> float:
        """The plain bootstrap's time over ours."""
        return self.plain_seconds / self.bootstrap_seconds


class AnalysisBenchError(RuntimeError):
    """A child that did not end well."""


def main(arguments: Sequence[str]) -> int:
    """Measure, print the figures, and judge; 1 when a requirement is missed."""
    chosen = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="analysis_") as spare:
        folder = chosen.scratch or Path(spare)
        written = _world(folder, TASKS // _QUICK if chosen.quick else TASKS)
        runs = [_whole(folder, number) for number in range(1 if chosen.quick else chosen.runs)]
        halves = _halves(folder)
    gates = list(analysis_gates(runs))
    lines = [*world_lines(written), *run_lines(runs), *half_lines(halves)]
    sys.stdout.write("\n".join(lines) + f"\n\n{judged(gates)}\n")
    if chosen.json is not None:
        value = {
            "world": asdict(written),
            "runs": [asdict(run) for run in runs],
            "gates": [{**asdict(gate), "is_kept": gate.is_kept} for gate in gates],
        }
        chosen.json.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return 0 if all(gate.is_kept for gate in gates) else 1


def world_lines(written: Written) -> Iterator[str]:
    """What is read."""
    each = written.bytes / written.trajectories
    yield (
        f"{written.trajectories:,} trajectories of {written.turns:.1f} turns and"
        f" {each / 1000:.1f} kB, {written.bytes / 1e6:.0f} MB in all; {os.cpu_count()} processors"
    )


def run_lines(runs: Sequence[Run]) -> Iterator[str]:
    """Medians of each step, with the least and the most of the runs."""
    loads = ", ".join(f"{run.load:.1f}" for run in runs)
    yield f"one process, {len(runs)} runs at a load of {loads}:"
    yield f"  {'':<18}{'median':>9}{'least':>9}{'most':>9}{'processor':>11}"
    for name in runs[0].seconds:
        found = sorted(run.seconds[name] for run in runs)
        cpu = statistics.median(run.cpu[name] for run in runs)
        middle = statistics.median(found)
        yield f"  {name:<18}{middle:>7.2f} s{found[0]:>7.2f} s{found[-1]:>7.2f} s{cpu:>9.2f} s"
    if max(run.load for run in runs) > (os.cpu_count() or 1):
        yield "  the machine was busy with other work: seconds are those of waiting, too"
    first = runs[0]
    yield f"  {first.tables} tables; scores read back are equal: {first.is_equal_when_read_back}"
    ours = statistics.median(run.bootstrap_seconds for run in runs)
    plain = statistics.median(run.plain_seconds for run in runs)
    yield (
        f"bootstrap of {first.columns} means, 2,000 replicates: {ours * 1000:.0f} ms, in plain"
        f" Python {plain:.2f} s; bounds differ by at most {first.bootstrap_gap:.0%} of a width"
    )
    yield f"{first.holding} of {first.intervals} stated intervals hold the known figure"


def half_lines(halves: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The slower of the processes counts."""
    found = [sum(half["seconds"].values()) for half in halves]
    yield f"{len(halves)} processes, read and score: {max(found):.2f} s"


def analysis_gates(runs: Sequence[Run]) -> Iterator[Gate]:
    """The requirements; those of time and memory are asked of the whole sweep alone."""
    last = runs[-1]
    if last.trajectories >= TASKS * len(MODELS) * len(SETTINGS):
        yield from _costs(runs)
    yield Gate("runs that differ from what was written", last.differing_runs, 0)
    yield Gate("cell means that differ from it", last.differing_means, 0)
    share = last.holding / last.intervals
    yield Gate("intervals that hold the known figure", share, _LEAST_HOLDING, is_floor=True)


def _costs(runs: Sequence[Run]) -> Iterator[Gate]:
    reading = statistics.median(run.reading for run in runs)
    yield Gate("read and score, one process", reading, _MOST_READING, " s")
    tables = statistics.median(run.seconds["tables"] for run in runs)
    yield Gate("tables, contrasts and intervals", tables, _MOST_TABLES, " s")
    yield Gate("peak memory", max(run.analysis_mib for run in runs), _MOST_MIB, " MiB")
    ratio = statistics.median(run.ratio for run in runs)
    yield Gate("plain bootstrap over ours", ratio, _LEAST_RATIO, "x", is_floor=True)


def _world(folder: Path, tasks: int) -> Written:
    lake = Lake(str(folder))
    found = written_world(lake)
    if found is not None:
        return found
    _say(f"analysis: writing a sweep over {tasks} tasks")
    return write_world(lake, tasks)


def _whole(folder: Path, number: int) -> Run:
    run = Run(**_finished(_begun(folder)))
    _say(f"analysis: run {number + 1}, read and scored in {run.reading:.1f} s")
    return run


def _halves(folder: Path) -> list[dict[str, Any]]:
    begun = [_begun(folder, part, _PROCESSES) for part in range(_PROCESSES)]
    return [_finished(child) for child in begun]


def _begun(folder: Path, *part: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.analysis_run", str(folder), *map(str, part)]
    environment = {**os.environ, "PYTHONPATH": str(_PROJECT)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def _finished(child: subprocess.Popen[str]) -> dict[str, Any]:
    output, _ = child.communicate()
    if child.returncode:
        raise AnalysisBenchError(f"a run ended with {child.returncode}")
    found: dict[str, Any] = json.loads(output.splitlines()[-1])
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog='make bench SUITE="analysis"',
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--runs", type=int, default=_RUNS)
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--json", type=Path)
    return parser


def _say(line: str) -> None:
    """Progress goes to standard error, the figures to standard output."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
