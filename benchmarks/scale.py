"""Scale: cold runs over more and more synthetic files, then one changed file.

Every run is the real driver in a fresh process, from the freeze to the coverage ledger, with the
settings' defaults. Time is the process's own, imports of Python and Dagster included; memory is
that of the process and all its readers together.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.gates import Gate
from benchmarks.processes import Ran, run_sampled
from benchmarks.scale_run import AGAIN
from generators.synthetic_workspace.build import build_workspace

SIZES = (2_000, 6_000, 20_000)
"""Files of each workspace."""
_SEED = 1
_SETTINGS = '[source]\npath = "workspace"\n[lake]\nroot = "lake"\n'
# Twice the files may take 2.2 times as long: fixed costs and caches bend the line a little.
_LARGEST_EXPONENT = 1.15
_PEAK_MIB = 2_048
_LEAST_SPEEDUP = 50
_PROJECT = Path(__file__).resolve().parents[1]

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Sized:
    """A cold run and the run after one file changed; `laps` are seconds by job and persona.

    `again` is the run after one file more has changed, in a process that has run before: the
    page's, a sensor's, a session's. It is what the cold run is compared with; a fresh process pays
    for its imports besides, which say nothing about the files.
    """

    files: int
    cold: Ran
    changed: Ran
    cold_inner: float
    changed_inner: float
    again: float
    laps: dict[str, float]

    @property
    def speedup(self) -> float:
        """How often the run after a change fits into the cold one, both without imports."""
        return self.cold_inner / self.again


@dataclass(frozen=True, slots=True)
class Inside:
    """What a run says of itself: seconds after its imports, and by job and persona."""

    seconds: float
    laps: dict[str, float]
    again: float = 0.0


class ScaleError(RuntimeError):
    """A run that did not end well; says which."""


def measure_scale(scratch: Path, sizes: Sequence[int], say: Say) -> list[Sized]:
    """Both runs for every size, smallest first; each workspace stays below `scratch`."""
    environment = _environment(scratch)
    _run(_project(scratch / "warm", 10, say), environment)  # so that modules are compiled
    return [_sized(scratch, files, environment, say) for files in sizes]


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Slope of time against size on logarithmic axes, by least squares: 1 is linear."""
    xs = [math.log(size) for size, _ in points]
    ys = [math.log(seconds) for _, seconds in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread


def scale_gates(found: Sequence[Sized]) -> Iterator[Gate]:
    """Linear time, bounded memory, and a changed file fifty times faster at the full size."""
    if len(found) > 1:
        points = [(item.files, item.cold.seconds) for item in found]
        yield Gate("exponent of time against files", exponent(points), _LARGEST_EXPONENT)
    peak = max(max(item.cold.tree_mib, item.changed.tree_mib) for item in found)
    yield Gate("peak memory of all processes together", peak, _PEAK_MIB, " MiB")
    last = found[-1]
    if last.files == SIZES[-1]:
        yield Gate("one changed file", last.speedup, _LEAST_SPEEDUP, "x", is_floor=True)


def scale_lines(found: Sequence[Sized]) -> Iterator[str]:
    """One row a size."""
    yield (
        f"{'files':>7}{'cold':>11}{'files/s':>9}{'peak':>11}{'processes':>11}"
        f"{'changed':>11}{'times':>8}   without imports: cold, fresh process, same process, times"
    )
    for item in found:
        whole = item.cold.seconds / item.changed.seconds
        yield (
            f"{item.files:>7}{item.cold.seconds:>9.1f} s{item.files / item.cold.seconds:>9.1f}"
            f"{item.cold.tree_mib:>7.0f} MiB{item.cold.processes:>11}{item.changed.seconds:>9.1f} s"
            f"{whole:>7.1f}x   {item.cold_inner:.1f} s, {item.changed_inner:.1f} s,"
            f" {item.again:.1f} s, {item.speedup:.1f}x"
        )


def change_one(workspace: Path) -> Path:
    """Repeat the last row of one csv; the file."""
    path = sorted(workspace.glob("1/data/*.csv"))[0]
    data = path.read_bytes()
    path.write_bytes(data + data.splitlines(keepends=True)[-1])
    return path


def _sized(scratch: Path, files: int, environment: dict[str, str], say: Say) -> Sized:
    folder = _project(scratch / f"files_{files}", files, say)
    cold, cold_result = _run(folder, environment)
    say(f"scale: {files} files cold in {cold.seconds:.1f} s, {cold.tree_mib:.0f} MiB")
    change_one(folder / "workspace")
    changed, changed_result = _run(folder, environment, AGAIN)
    say(f"scale: {files} files, one changed, in {changed.seconds:.1f} s")
    return Sized(
        files=files,
        cold=cold,
        changed=changed,
        cold_inner=cold_result.seconds,
        changed_inner=changed_result.seconds,
        again=changed_result.again,
        laps=cold_result.laps,
    )


def _project(folder: Path, files: int, say: Say) -> Path:
    folder.mkdir(parents=True)
    build_workspace(folder / "workspace", files, _SEED, workers=os.cpu_count() or 1)
    (folder / "worksurface.toml").write_text(_SETTINGS, encoding="utf-8")
    say(f"scale: {files} files written")
    return folder


def _run(folder: Path, environment: dict[str, str], *extra: str) -> tuple[Ran, Inside]:
    command = [sys.executable, "-m", "benchmarks.scale_run", str(folder), *extra]
    ran = run_sampled(command, environment)
    if ran.code:
        raise ScaleError(f"the run on {folder} ended with {ran.code}: {ran.output[-2000:]}")
    said = json.loads(ran.output.splitlines()[-1])
    again = said.get("again_seconds", 0.0)
    return ran, Inside(seconds=said["seconds"], laps=said["laps"], again=again)


def _environment(scratch: Path) -> dict[str, str]:
    """Ours, with compiled modules kept where they leave no trace.

    Else a machine that writes none would compile thousands of modules in each run.
    """
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    path = os.pathsep.join([str(_PROJECT), *filter(None, [kept.get("PYTHONPATH")])])
    return {**kept, "PYTHONPYCACHEPREFIX": str(scratch / "compiled"), "PYTHONPATH": path}
