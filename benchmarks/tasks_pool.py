"""`make bench SUITE=tasks`: a pool of 2,000 from a synthetic workspace with 100 source tasks.

The pool without its gates (the first 2,000 by hash) is the baseline. Prints wall time of each
stage and the peak memory of this process.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.development import load_surfaces
from generators.synthetic_workspace.build import write_task
from generators.synthetic_workspace.tasks import make_task
from worksurface_pipeline.harness.llm.offline_proposer import OfflineProposer
from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.worksurface.proposals.pool import build_pool
from worksurface_pipeline.worksurface.proposals.pool_gates import PoolPolicy
from worksurface_pipeline.worksurface.proposals.propose import ProposalPolicy, propose_tasks
from worksurface_pipeline.worksurface.proposals.sets import PoolSet
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

# Quotas of a source task that give some thirty candidates each.
_WIDE = DerivationPolicy(
    max_table_figures=16, max_document_figures=8, max_document_only=6, max_composites=6
)


class Watch:
    """Seconds by stage, in the order of their first use."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Count the time since the last lap towards `stage`."""
        now = time.perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now


def main(arguments: list[str]) -> int:
    """Build the workspace and the pool, print what it took; 1 if the pool is short."""
    parser = argparse.ArgumentParser(description="A pool of candidates, timed.")
    parser.add_argument("--tasks", type=int, default=100)
    parser.add_argument("--files", type=int, default=12, help="files of one source task")
    parser.add_argument("--size", type=int, default=2_000)
    chosen = parser.parse_args(arguments)
    watch = Watch()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for number in range(1, chosen.tasks + 1):
            write_task(root, make_task(number, chosen.files, 1))
        watch.lap("write the workspace")
        candidates = list(_candidates(root, watch))
    first_by_hash(0, (task.id for task in candidates), chosen.size)
    watch.lap("baseline: first by hash")
    pool = build_pool(candidates, PoolPolicy(size=chosen.size))
    watch.lap("pool")
    for line in _lines(len(candidates), pool, watch):
        sys.stdout.write(line + "\n")
    return 0 if len(pool.tasks) == chosen.size else 1


def _candidates(root: Path, watch: Watch) -> Iterator[AtomicTask]:
    for tasks, surfaces in load_surfaces(root):
        watch.lap("read and project")
        derived = derive_candidates(tasks, surfaces, _WIDE)
        watch.lap("derive")
        verified = verify_tasks(derived, surfaces)
        watch.lap("verify")
        proposed = propose_tasks(tasks, surfaces, OfflineProposer(), ProposalPolicy(per_kind=2))
        watch.lap("propose (offline)")
        yield from verified.tasks
        yield from proposed.candidates


def _lines(candidates: int, pool: PoolSet, watch: Watch) -> Iterator[str]:
    yield f"{candidates} verified candidates, {len(pool.tasks)} in the pool"
    for stage, seconds in watch.seconds.items():
        yield f"  {stage:<26}{seconds:9.2f} s"
    yield f"  {'in all':<26}{sum(watch.seconds.values()):9.2f} s"
    yield f"  peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB"
    for gate in pool.gates:
        yield f"  gate {gate.gate:<18} refused {gate.refused:5} of {gate.seen}"
    for item in pool.strata:
        yield f"  stratum {item.stratum:<18} {item.taken:5} of {item.available}"
