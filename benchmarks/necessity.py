"""`make bench SUITE=necessity`: reachable and solved rates, as declared and as relabelled.

Over the sample, the handed workspaces if they are there, and a synthetic workspace together, under
both tool interfaces, with the family of solvers that the labels rest on and one that judges them.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.null_agents import verified
from worksurface_pipeline.worksurface.necessity.measure import measure_necessity
from worksurface_pipeline.worksurface.necessity.rates import merged_rates, rate_line
from worksurface_pipeline.worksurface.necessity.records import NecessitySet
from worksurface_pipeline.worksurface.necessity.subsets import name_of

_FILES = 400  # of the synthetic workspace, as for the null agents


def main(arguments: list[str]) -> int:
    """Measure and print; the exit code."""
    parser = argparse.ArgumentParser(description="Necessity of declared surfaces.")
    parser.add_argument("roots", nargs="*", type=Path, help="workspaces instead of the usual ones")
    parser.add_argument("--files", type=int, default=_FILES, help="synthetic files; 0: none")
    chosen = parser.parse_args(arguments)
    sets = []
    seconds = 0.0
    with tempfile.TemporaryDirectory() as folder:
        found = verified(chosen.roots, chosen.files, Path(folder))
        for number, (tasks, surfaces) in enumerate(found):
            place = Path(folder) / f"views_{number}"
            place.mkdir()
            begun = time.perf_counter()
            sets.append(measure_necessity(tasks, surfaces, place))
            seconds += time.perf_counter() - begun
    for line in _lines(sets, seconds):
        sys.stdout.write(line + "\n")
    return 0


def _lines(sets: Sequence[NecessitySet], seconds: float) -> Iterator[str]:
    tasks = sum(len(item.tasks) + len(item.quarantined) for item in sets)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    yield f"{tasks} tasks, 8 sets of surfaces, 2 interfaces: {seconds:.1f} s, peak {peak} MiB"
    yield from map(rate_line, merged_rates(item.rates for item in sets))
    statuses = Counter((one.interface, one.status.value) for item in sets for one in item.labels)
    for (interface, status), count in sorted(statuses.items()):
        yield f"{interface:<7}{status:<40}{count:5}"
    moved = Counter(
        (one.interface, name_of(one.declared), name_of(one.label))
        for item in sets
        for one in item.labels
        if one.declared != one.label
    )
    for (interface, before, after), count in sorted(moved.items()):
        yield f"{interface:<7}{before:<16} relabelled {after:<16}{count:5}"
    for item in sets:
        for held in item.quarantined:
            yield f"quarantined: {held.findings[0].detail}: {held.task.question}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
