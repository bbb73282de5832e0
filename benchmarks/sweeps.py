"""`make bench SUITE=sweeps`: a sweep beside a loop that opens the workspace for each task.

Twenty source tasks of 8, 50 and 400 files each; eleven questions of each in six epochs, as one
model has them in a full sweep of such a source. The model answers without latency, through the
gateway on both sides. Each side of each size runs in a process of its own, all of them by turns;
medians are compared.
The naive loop costs the same for every task, so a few of them are enough. `--quick` takes the
smallest size, few tasks and one run; `--sizes 8,50` some sizes; `--scratch FOLDER` keeps the
workspaces and takes those that are there; `--json FILE` writes the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.gates import Gate, judged
from benchmarks.sweeps_run import MARKS, NAIVE, OURS
from benchmarks.sweeps_world import make_world

SIZES = (8, 50, 400)
"""Files of each source task."""
_RUNS = 5
_TRAJECTORIES = 1_320  # 20 source tasks x 11 questions x 6
_NAIVE = {8: 20, 50: 20}  # trajectories of a naive run; at other sizes one of each persona
_PERSONAS = 5
_QUICK = 60
_MEMORY = "memory"  # a run of its own, whose time is not compared
_LEAST_AT_SMALLEST = 0.8
_LEAST_AT_LARGEST = 10.0
_MOST_SPREAD = 1.5
# From 1,000 to 5,000 trajectories, in which the scopes of all personas are opened one by one; to
# hold the records themselves would take three times as much.
_MOST_GROWTH_MIB = 40.0
_PROJECT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Run:
    """What one child measured; milliseconds a trajectory, and of a turn those of its parts."""

    files: int
    side: str
    trajectories: int
    seconds: float
    cpu_seconds: float
    gateway_ms: float
    journal_ms: float
    turn_ms: float
    memory: dict[str, float]
    end_mib: float
    load: float

    @property
    def each_ms(self) -> float:
        """Milliseconds a trajectory."""
        return 1000 * self.seconds / self.trajectories


class SweepBenchError(RuntimeError):
    """A child that did not end well; says which."""


def main(arguments: Sequence[str]) -> int:
    """Measure, print the tables, and judge; 1 when a requirement is missed."""
    chosen = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="sweeps_") as spare:
        runs = list(_measured(chosen.scratch or Path(spare), chosen))
    gates = list(sweep_gates(runs))
    sys.stdout.write("\n".join(sweep_lines(runs)) + f"\n\n{judged(gates)}\n")
    if chosen.json is not None:
        value = {
            "runs": [asdict(run) for run in runs],
            "gates": [{**asdict(gate), "is_kept": gate.is_kept} for gate in gates],
        }
        chosen.json.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return 0 if all(gate.is_kept for gate in gates) else 1


def sweep_lines(runs: Sequence[Run]) -> Iterator[str]:
    """One row a size, then memory and shares."""
    yield f"{'files':>6}{'naive':>13}{'sweep':>13}{'times':>9}{'first run':>13}{'load':>7}"
    for files in _sizes(runs):
        ours, naive = _median(runs, files, OURS), _median(runs, files, NAIVE)
        first = next(run for run in runs if (run.files, run.side) == (files, OURS))
        yield (
            f"{files:>6}{naive:>10.1f} ms{ours:>10.1f} ms{naive / ours:>8.1f}x"
            f"{first.each_ms:>10.1f} ms{max(run.load for run in runs):>7.1f}"
        )
    yield from _shares([run for run in runs if run.side == OURS])
    for run in runs:
        if len(run.memory) == len(MARKS):
            told = ", ".join(f"{mib:.0f} MiB after {count}" for count, mib in run.memory.items())
            yield f"memory at {run.files} files: {told}, {run.end_mib:.0f} MiB at the end"


def _shares(ours_runs: Sequence[Run]) -> Iterator[str]:
    turn = statistics.median(run.turn_ms for run in ours_runs)
    gateway = statistics.median(run.gateway_ms for run in ours_runs)
    journal = statistics.median(run.journal_ms for run in ours_runs)
    yield (
        f"a turn takes {turn:.2f} ms: gateway, cache and ledger {gateway:.2f} ms"
        f" ({gateway / turn:.0%}), journal {journal:.2f} ms ({journal / turn:.0%})"
    )


def sweep_gates(runs: Sequence[Run]) -> Iterator[Gate]:
    """The requirements, as far as their sizes were measured."""
    times = {files: _median(runs, files, OURS) for files in _sizes(runs)}
    for files, least in ((SIZES[0], _LEAST_AT_SMALLEST), (SIZES[-1], _LEAST_AT_LARGEST)):
        if files in times:
            ratio = _median(runs, files, NAIVE) / times[files]
            yield Gate(f"naive over sweep at {files} files", ratio, least, "x", is_floor=True)
    if len(times) == len(SIZES):
        spread = max(times.values()) / min(times.values())
        yield Gate("slowest over fastest size of the sweep", spread, _MOST_SPREAD, "x")
    for run in runs:
        if len(run.memory) == len(MARKS):
            first, *_, last = run.memory.values()
            yield Gate("memory from 1,000 to 5,000", last - first, _MOST_GROWTH_MIB, " MiB")


def _measured(scratch: Path, chosen: argparse.Namespace) -> Iterator[Run]:
    sizes = SIZES[:1] if chosen.quick else tuple(int(text) for text in chosen.sizes.split(","))
    for files in sizes:
        if not (scratch / str(files)).exists():
            _say(f"sweeps: reading 20 source tasks of {files} files")
            make_world(scratch / str(files), files)
    for number in range(1 if chosen.quick else chosen.runs):
        for files, (side, count) in _turns(sizes, chosen.quick):
            run = _run(scratch / str(files), files, side, count)
            _say(f"sweeps: {files} files, {side} {number + 1}: {run.each_ms:.1f} ms each")
            yield run
    if not chosen.quick:
        yield _run(scratch / str(sizes[0]), sizes[0], OURS, MARKS[-1], is_memory=True)


def _turns(sizes: Sequence[int], is_quick: bool) -> Iterator[tuple[int, tuple[str, int]]]:
    """Every side of every size once: a machine that slows down meanwhile slows all of them."""
    for files in sizes:
        for turn in _counts(files, is_quick):
            yield files, turn


def _counts(files: int, is_quick: bool) -> tuple[tuple[str, int], ...]:
    naive = _NAIVE.get(files, _PERSONAS)
    return (OURS, _QUICK if is_quick else _TRAJECTORIES), (NAIVE, _PERSONAS if is_quick else naive)


def _run(folder: Path, files: int, side: str, count: int, *, is_memory: bool = False) -> Run:
    command = [sys.executable, "-m", "benchmarks.sweeps_run", str(folder), side, str(count)]
    ended = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(_PROJECT)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if ended.returncode:
        raise SweepBenchError(f"{side} at {files} files ended with {ended.returncode}")
    found = json.loads(ended.stdout.splitlines()[-1])
    turns = max(1, found["turns"])
    return Run(
        files=files,
        side=_MEMORY if is_memory else side,
        trajectories=found["trajectories"],
        seconds=found["seconds"],
        cpu_seconds=found["cpu_seconds"],
        gateway_ms=1000 * (found["calls"] - found["model"]) / turns,
        journal_ms=1000 * found["journal"] / turns,
        turn_ms=1000 * (found["at_work"] + found["journal"]) / turns,
        memory=found["memory"],
        end_mib=found["end_mib"],
        load=os.getloadavg()[0],
    )


def _sizes(runs: Sequence[Run]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(run.files for run in runs))


def _median(runs: Sequence[Run], files: int, side: str) -> float:
    return statistics.median(run.each_ms for run in runs if (run.files, run.side) == (files, side))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog='make bench SUITE="sweeps"',
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--runs", type=int, default=_RUNS)
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--json", type=Path)
    return parser


def _say(line: str) -> None:
    """Progress goes to standard error, the tables to standard output."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
