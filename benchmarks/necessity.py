"""`make bench SUITE=necessity`: reachable and solved rates, as declared and as relabelled.

The rules of relabelling were fixed on the sample, the handed workspaces and one synthetic
workspace, and `rule/templates` takes part in the labels. Held out are three things: two solvers
that take no part in any label, `rule/ranking` and the embedded agent `offline/keyword` in the real
agent loop, and a synthetic workspace of another seed, printed apart, on which nothing was fixed.
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

from benchmarks.null_agents import pooled, synthetic, usual
from worksurface_pipeline.harness.llm.offline_policy import count_usage, reply
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.necessity.agent_solver import AgentSolver
from worksurface_pipeline.worksurface.necessity.measure import (
    Judge,
    NecessityPlan,
    measure_necessity,
)
from worksurface_pipeline.worksurface.necessity.rates import merged_rates, rate_line
from worksurface_pipeline.worksurface.necessity.records import NecessitySet
from worksurface_pipeline.worksurface.necessity.solvers.ranking import RankingSolver
from worksurface_pipeline.worksurface.necessity.subsets import name_of

_FILES = 400  # of the synthetic workspace, as for the null agents
_SEED = 4022  # used for nothing else


class _Keyword:
    """The embedded model as a client, without a gateway around it."""

    def complete(self, request: ModelRequest) -> ModelReply:
        text = reply(request.messages)
        usage = count_usage(request.messages, text)
        return ModelReply(text=text, usage=usage, model_returned="keyword", finish_reason="stop")


def main(arguments: list[str]) -> int:
    """Measure and print; the exit code."""
    parser = argparse.ArgumentParser(description="Necessity of declared surfaces.")
    parser.add_argument("roots", nargs="*", type=Path, help="workspaces instead of the usual ones")
    parser.add_argument("--files", type=int, default=_FILES, help="held-out files; 0: none")
    parser.add_argument("--seed", type=int, default=_SEED, help="of the held-out workspace")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for title, roots in (
            ("rules fixed on", usual(chosen.roots)),
            ("held out", synthetic(place, chosen.files, chosen.seed)),
        ):
            begun = time.perf_counter()
            sets = _measured(roots, place / title)
            if sets:
                seconds = time.perf_counter() - begun
                sys.stdout.writelines(f"{line}\n" for line in _lines(title, sets, seconds))
                sys.stdout.flush()
    return 0


def _measured(roots: Sequence[Path], place: Path) -> list[NecessitySet]:
    agent = AgentSolver(
        _Keyword(), ModelSettings(id="offline/keyword"), AgentCondition(), clock=time.perf_counter
    )
    plan = NecessityPlan(judges=(Judge(RankingSolver()), Judge(agent)))
    sets = []
    for number, (tasks, surfaces) in enumerate(item for root in roots for item in pooled(root)):
        folder = place / str(number)
        folder.mkdir(parents=True)
        sets.append(measure_necessity(tasks, surfaces, folder, plan))
    return sets


def _lines(title: str, sets: Sequence[NecessitySet], seconds: float) -> Iterator[str]:
    tasks = sum(len(item.tasks) + len(item.quarantined) for item in sets)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    yield f"== {title}: {tasks} tasks, with their surfaces {seconds:.1f} s, peak {peak} MiB"
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
