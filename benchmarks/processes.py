"""A command run in a process of its own, with the memory of its whole tree while it ran."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

# A sample costs about a tenth of a millisecond for each process of the tree.
_PAUSE_SECONDS = 0.05
_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended.

    `tree_mib` is the largest sum of resident memory over its processes, shared pages counted for
    each; `largest_mib` the kernel's own peak of any one process waited for so far.
    """

    code: int
    output: str
    seconds: float
    tree_mib: float
    largest_mib: float
    processes: int


def run_sampled(command: Sequence[str], environment: Mapping[str, str]) -> Ran:
    """Run a command to its end; its standard error goes to ours."""
    begun = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=dict(environment), text=True
    ) as process:
        peak, most = 0.0, 0
        while process.poll() is None:
            resident = [_resident(pid) for pid in tree(process.pid)]
            peak = max(peak, sum(resident))
            most = max(most, len(resident))
            time.sleep(_PAUSE_SECONDS)
        output = process.stdout.read() if process.stdout else ""
    seconds = time.perf_counter() - begun
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return Ran(process.returncode, output, seconds, peak, largest, most)


def tree(pid: int) -> list[int]:
    """A process and all that descend from it, as far as they still live."""
    found = [pid]
    for parent in found:
        found.extend(_children(parent))
    return found


def _children(pid: int) -> list[int]:
    try:
        lists = [task.read_text() for task in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []  # it ended between two looks
    return [int(child) for text in lists for child in text.split()]


def _resident(pid: int) -> float:
    """Resident memory in MiB; 0 for one that ended meanwhile."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / _MIB
