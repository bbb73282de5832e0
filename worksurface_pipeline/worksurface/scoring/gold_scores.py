"""Gold as prediction: every task must score exactly 1 when its own gold is the answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.answer import score_answer
from worksurface_pipeline.worksurface.scoring.profiles import find_profile
from worksurface_pipeline.worksurface.scoring.submitted import INSUFFICIENT_EVIDENCE


class GoldProblem(Frozen):
    """A task whose gold does not score 1 as an answer, or is no gold of its type."""

    task_id: str
    score: float | None
    problem: str


def gold_answer_text(task: AtomicTask) -> str:
    """The gold as an agent would submit it: JSON text."""
    if task.answer_type is AnswerType.ABSTAIN:
        return json.dumps(INSUFFICIENT_EVIDENCE)
    return json.dumps(task.gold_answer, ensure_ascii=False)


def score_gold(
    tasks: Iterable[AtomicTask],
    profile: str = "paper",
    predict: Callable[[AtomicTask], str] = gold_answer_text,
) -> tuple[GoldProblem, ...]:
    """The tasks whose gold, submitted as the answer, does not score exactly 1; empty is good."""
    rules = find_profile(profile).answer
    problems = []
    for task in tasks:
        try:
            score = score_answer(task, predict(task), rules).score
        except PackageError as error:
            problems.append(GoldProblem(task_id=task.id, score=None, problem=str(error)))
            continue
        if score != 1.0:
            sentence = f"Gold as prediction scores {score:.3f} instead of 1"
            problems.append(GoldProblem(task_id=task.id, score=score, problem=sentence))
    return tuple(problems)
