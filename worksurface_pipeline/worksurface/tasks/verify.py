"""Verification: every proof re-executed, every gate passed, or the candidate is refused by name.

Used when the benchmark is built and again by `worksurface verify` on what is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.kernel.text import find_numbers, has_token, normalise
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    GraphSetEvidence,
    RagEvidence,
    Refusal,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.leaks import (
    dashed,
    holds_answer,
    is_number,
    split_elements,
)
from worksurface_pipeline.worksurface.tasks.replay import (
    Replayer,
    evidence_problems,
    open_replayer,
)
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet, VerifiedSet

# Stored golds keep twelve significant digits.
_RELATIVE = 1e-11


def verify_tasks(candidates: CandidateSet, surfaces: Surfaces) -> VerifiedSet:
    """The candidates whose proofs replay, and the refusals. Raises DuplicateIdError."""
    _require_distinct(candidates)
    tasks: list[AtomicTask] = []
    refusals = list(candidates.refusals)
    with open_replayer(surfaces) as replayer:
        for task in candidates.candidates:
            problems = proof_problems(task, replayer)
            if problems:
                refusals.append(_refusal(task, problems))
            else:
                tasks.append(task)
    return VerifiedSet(tasks=tuple(tasks), refusals=tuple(refusals))


def proof_problems(task: AtomicTask, replayer: Replayer) -> tuple[str, ...]:
    """Everything wrong with a task, each a sentence that names the task; empty when it stands."""
    found = [*_gold_problems(task, replayer), *_gate_problems(task, replayer)]
    for item in task.gold_evidence:
        found += evidence_problems(item, replayer)
    return tuple(f"{task.id} (Task {task.source.task_id}): {problem}" for problem in found)


def gold_as_prediction(task: AtomicTask) -> str:
    """The gold as an agent would submit it: JSON text."""
    return json.dumps(task.gold_answer, ensure_ascii=False)


def _refusal(task: AtomicTask, problems: tuple[str, ...]) -> Refusal:
    return Refusal(
        candidate=task.id,
        persona=task.source.persona,
        derivation=task.derivation,
        question=task.question,
        reason="; ".join(problems),
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


def _gold_problems(task: AtomicTask, replayer: Replayer) -> Iterator[str]:
    """Whether the gold is what the evidence says, element by element."""
    if task.answer_type is AnswerType.ABSTAIN:
        return
    if task.answer_type is AnswerType.LIST:
        if _listed(task, replayer) != task.gold_answer:
            yield "the gold list is not the proof's complete set"
        return
    golds = _elements(task)
    if len(golds) != len(task.gold_evidence):
        yield f"{len(golds)} gold elements stand against {len(task.gold_evidence)} proofs"
        return
    for gold, item in zip(golds, task.gold_evidence, strict=True):
        if isinstance(item, TableEvidence) and not _is_result(gold, item):
            yield f"the gold {gold!r} is not the result of the query on {item.table}"
        if isinstance(item, RagEvidence) and not _is_in_span(gold, item.span):
            yield f"the gold {gold!r} does not stand in the span {item.span!r}"


def _listed(task: AtomicTask, replayer: Replayer) -> tuple[str, ...]:
    labels = {node.id: node.label for node in replayer.surfaces.graph.nodes}
    items = (item for item in task.gold_evidence if isinstance(item, GraphSetEvidence))
    nodes = {node for item in items for node in item.verified_complete_set}
    return tuple(sorted({labels.get(node, node) for node in nodes}))


def _elements(task: AtomicTask) -> tuple[Scalar, ...]:
    gold = task.gold_answer
    if isinstance(gold, str) and len(task.gold_evidence) > 1:
        return split_elements(gold)
    return gold if isinstance(gold, tuple) else (gold,)


def _is_result(gold: Scalar, item: TableEvidence) -> bool:
    value = item.verified_result[0][0] if item.verified_result else None
    if isinstance(gold, str) and isinstance(value, (int, float)):
        digits = len(gold.partition(".")[2])
        return gold == f"{value:.{digits}f}"
    if isinstance(gold, float) and isinstance(value, (int, float)):
        return abs(gold - value) <= _RELATIVE * max(abs(gold), 1.0)
    return gold == value and type(gold) is type(value)


def _is_in_span(gold: Scalar, span: str) -> bool:
    if isinstance(gold, str) and not is_number(gold):
        return has_token(dashed(" ".join(span.split())), gold)
    wanted = Decimal(str(gold))
    return any(mention.number == wanted for mention in find_numbers(span))


def _gate_problems(task: AtomicTask, replayer: Replayer) -> Iterator[str]:
    if not task.gold_evidence:
        yield "it has no proof"
    if _holds_answer(task):
        yield "the answer stands in the question"
    for item in task.gold_evidence:
        if isinstance(item, TableEvidence):
            yield from _place_problems(task, item, replayer)
        if item.surface == "absence" and not all(term in task.question for term in item.terms):
            yield "the question does not name what is absent"


def _holds_answer(task: AtomicTask) -> bool:
    if task.answer_type is AnswerType.ABSTAIN:
        return normalise(str(task.gold_answer)) in normalise(task.question)
    return holds_answer(task.question, _elements(task))


def _place_problems(task: AtomicTask, item: TableEvidence, replayer: Replayer) -> Iterator[str]:
    """The question must name one table alone: file, and sheet where the file has several."""
    if item.source_file not in task.question:
        yield f"the question does not name {item.source_file}"
    records = [
        record
        for record in replayer.surfaces.tables.records
        if (record.task_id, record.filename) == (task.source.task_id, item.source_file)
    ]
    if item.source_sheet and item.source_sheet in task.question:
        records = [record for record in records if record.sheet == item.source_sheet]
    if len(records) > 1:
        yield f"{item.source_file} has {len(records)} tables that the question could mean"
