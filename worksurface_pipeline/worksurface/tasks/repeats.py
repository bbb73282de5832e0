"""Answers that repeat: in no family may one gold be so frequent that naming it pays.

Who always gives the most frequent answer of a family is right as often as that answer occurs. Of
such an answer only so many tasks are kept, by hash, that this stays below a share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, Refusal

_LEAST = 2  # of one answer are kept in a small family, where a share says nothing


def thin_repeats(
    tasks: Sequence[AtomicTask], share: float, seed: int
) -> tuple[tuple[AtomicTask, ...], tuple[Refusal, ...]]:
    """The tasks that stay, in their order, and a refusal for each that goes.

    Abstain tasks, whose answer is one and the same, all stay.
    """
    families: dict[Derivation, dict[str, list[AtomicTask]]] = defaultdict(lambda: defaultdict(list))
    for task in tasks:
        if task.answer_type is not AnswerType.ABSTAIN:
            families[task.derivation][str(task.gold_answer)].append(task)
    gone: dict[str, str] = {}
    for answers in families.values():
        most = _most(sorted(map(len, answers.values())), share)
        for same in answers.values():
            ranked = sorted(same, key=lambda task: (hash_unit(seed, task.id), task.id))
            for task in ranked[most:]:
                gone[task.id] = f"{len(same)} tasks of its family have this answer, {most} are kept"
    kept = tuple(task for task in tasks if task.id not in gone)
    return kept, tuple(_refusal(task, gone[task.id]) for task in tasks if task.id in gone)


def _most(counts: Sequence[int], share: float) -> int:
    """The most tasks of one answer such that they are below the share of all that are kept."""
    for most in range(max(counts), _LEAST, -1):
        if most < share * sum(min(count, most) for count in counts):
            return most
    return _LEAST


def _refusal(task: AtomicTask, reason: str) -> Refusal:
    return Refusal(
        candidate=task.id,
        persona=task.source.persona,
        derivation=task.derivation,
        question=task.question,
        reason=reason,
    )
