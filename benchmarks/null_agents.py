"""`make bench SUITE=nulls`: what agents that know nothing score on each family.

Over the pools of the sample, the handed workspaces if they are there, and a synthetic workspace
together. Exits with 1 when a null agent has a mean Answer of 5 % or more in a family of at least 40
tasks (of list families, for all file names: the share of exact lists). Smaller families: the number
answered. The first label that the graph shows beside a named file is printed, not judged.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.development import load_surfaces
from generators.synthetic_workspace.build import build_workspace
from worksurface_pipeline.worksurface.necessity.null_agents import NullAnswer
from worksurface_pipeline.worksurface.necessity.null_scores import (
    answers_of,
    null_scores,
    worst_lines,
)
from worksurface_pipeline.worksurface.proposals.pool import build_pool
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

_ROOT = Path(__file__).resolve().parents[1]
_SAMPLE = _ROOT / "data_lake" / "sample"
_FILES = 400  # of the synthetic workspace: enough for families of forty tasks
_SEED = 1

Pooled = tuple[tuple[AtomicTask, ...], Surfaces]


def main(arguments: list[str]) -> int:
    """Derive, ask the null agents, print; the exit code."""
    parser = argparse.ArgumentParser(description="Null agents per family.")
    parser.add_argument("roots", nargs="*", type=Path, help="workspaces instead of the usual ones")
    parser.add_argument(
        "--files", type=int, default=_FILES, help="of the synthetic workspace; 0: none"
    )
    chosen = parser.parse_args(arguments)
    tasks: list[AtomicTask] = []
    answers: dict[str, tuple[NullAnswer, ...]] = {}
    with tempfile.TemporaryDirectory() as folder:
        roots = [*usual(chosen.roots), *synthetic(Path(folder), chosen.files, _SEED)]
        found = (item for root in roots for item in pooled(root))
        for number, (members, surfaces) in enumerate(found):
            place = Path(folder) / f"views_{number}"
            place.mkdir()
            answers |= answers_of(members, surfaces, place)
            tasks += members
    scores = null_scores(tasks, answers)
    for line in worst_lines(scores):
        sys.stdout.write(line + "\n")
    return 0 if all(item.is_kept for item in scores) else 1


def usual(roots: Sequence[Path]) -> list[Path]:
    """The workspaces that are named, else the sample and the handed ones if they are there."""
    handed = Path(os.environ.get("WORKSURFACE_SHARED", _ROOT.parent / "shared")) / "workspaces"
    return list(roots) or [root for root in (_SAMPLE, handed) if root.is_dir()]


def synthetic(folder: Path, files: int, seed: int) -> list[Path]:
    """A synthetic workspace, none for no files."""
    if files:
        build_workspace(folder / f"synthetic_{seed}", files, seed)
    return [folder / f"synthetic_{seed}"] if files else []


def pooled(root: Path) -> Iterator[Pooled]:
    """Tasks of the workspace's pool and surfaces, with passages, of every persona."""
    verified = []
    for tasks, read in load_surfaces(root):
        found = verify_tasks(derive_candidates(tasks, read, DerivationPolicy()), read)
        bundle = build_bundle(read.persona, read.documents, read.tables, read.graph)
        verified.append((found.tasks, replace(read, passages=bundle.passages)))
    pool = build_pool(task for tasks, _ in verified for task in tasks)
    for _, surfaces in verified:
        own = (task for task in pool.tasks if task.source.persona == surfaces.persona)
        yield tuple(own), surfaces


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
