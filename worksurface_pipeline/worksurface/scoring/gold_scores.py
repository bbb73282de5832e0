"""Gold as prediction: every task must score exactly 1 when its own gold is the answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.answer import answer_scores
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES, Profile, find_profile
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
    profile: str = "",
    predict: Callable[[AtomicTask], str] = gold_answer_text,
) -> tuple[GoldProblem, ...]:
    """The tasks whose gold, submitted as the answer, does not score exactly 1; empty is good.

    Under one profile, or under every one where none is named. A task is told of once.
    """
    profiles = (find_profile(profile),) if profile else tuple(PROFILES.values())
    found = (_problem(task, profiles, predict) for task in tasks)
    return tuple(problem for problem in found if problem is not None)


def _problem(
    task: AtomicTask, profiles: Sequence[Profile], predict: Callable[[AtomicTask], str]
) -> GoldProblem | None:
    try:
        scores = answer_scores(task, predict(task), profiles)
    except PackageError as error:
        return GoldProblem(task_id=task.id, score=None, problem=str(error))
    for profile, found in zip(profiles, scores, strict=True):
        if found.score != 1.0:
            sentence = (
                f"Gold as prediction scores {found.score:.3f} instead of 1 under {profile.name}"
            )
            return GoldProblem(task_id=task.id, score=found.score, problem=sentence)
    return None
