"""Verification: every proof re-executed, every gate passed, or the candidate is refused by name.

Used when the benchmark is built and again by `worksurface verify` on what is stored.
"""

from __future__ import annotations

import json

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Quarantined, Refusal
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, RawFile
from worksurface_pipeline.worksurface.tasks.gates.run import findings_of, run_gates
from worksurface_pipeline.worksurface.tasks.replay import Replayer
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet, VerifiedSet


def verify_tasks(
    candidates: CandidateSet, surfaces: Surfaces, raw: RawFile | None = None
) -> VerifiedSet:
    """The candidates that pass every gate, and the refusals. Raises DuplicateIdError.

    With `raw`, figures and spans are read a second time from the source files themselves.
    """
    _require_distinct(candidates)
    report = run_gates(candidates.candidates, surfaces, raw)
    refusals = (*candidates.refusals, *map(_refusal, report.quarantined))
    return VerifiedSet(tasks=report.passed, refusals=refusals, quarantined=report.quarantined)


def proof_problems(
    task: AtomicTask, replayer: Replayer, raw: RawFile | None = None
) -> tuple[str, ...]:
    """Everything wrong with a task, each a sentence that names the task; empty when it stands.

    With `raw`, figures and spans are read a second time from the source files themselves.
    """
    found = findings_of(task, Context(replayer=replayer, raw=raw))
    return tuple(f"{_named(task)}: {one.detail}" for one in found)


def gold_as_prediction(task: AtomicTask) -> str:
    """The gold as an agent would submit it: JSON text."""
    return json.dumps(task.gold_answer, ensure_ascii=False)


def _named(task: AtomicTask) -> str:
    return f"{task.id} (Task {task.source.task_id})"


def _refusal(held: Quarantined) -> Refusal:
    task = held.task
    return Refusal(
        candidate=task.id,
        persona=task.source.persona,
        derivation=task.derivation,
        question=task.question,
        reason="; ".join(f"{_named(task)}: {one.detail}" for one in held.findings),
    )


def _require_distinct(candidates: CandidateSet) -> None:
    seen: set[str] = set()
    for task in candidates.candidates:
        if task.id in seen:
            raise DuplicateIdError(
                f"Two candidates share the id {task.id}",
                where=f"Task {task.source.task_id}",
                remedy="Remove one of the two records",
            )
        seen.add(task.id)
