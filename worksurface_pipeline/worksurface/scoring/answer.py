"""Answer: whether the submitted answer is the gold, by the rule of the gold's type."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.golds import (
    GoldParts,
    gold_of,
    gold_parts,
    prepared,
)
from worksurface_pipeline.worksurface.scoring.kinds import WRONG, AnswerScore, ReadAnswer
from worksurface_pipeline.worksurface.scoring.profiles import AnswerRules, Profile, find_profile
from worksurface_pipeline.worksurface.scoring.submitted import read_submitted

__all__ = ["WRONG", "AnswerScore", "answer_scores", "read_answer", "score_answer"]

_KEPT = 1 << 14  # answers whose scores are kept: agents agree, and cells and epochs repeat
_LONGEST_KEPT = 2_000  # characters; what is longer is scored anew


def read_answer(task: AtomicTask, answer: str | None) -> ReadAnswer:
    """The JSON text of a submitted answer, read against the task's gold, for any number of rules.

    None, null and "" are wrong. Raises PackageError when the gold does not fit its answer type.
    """
    return gold_of(task).read(read_submitted(answer))


def score_answer(task: AtomicTask, answer: str | None, rules: AnswerRules) -> AnswerScore:
    """Score an answer under one profile's rules. Raises PackageError as `read_answer` does."""
    return read_answer(task, answer).under(rules)


def answer_scores(
    task: AtomicTask, answer: str | None, profiles: Sequence[Profile]
) -> tuple[AnswerScore, ...]:
    """The scores of one answer under each profile. Raises PackageError as `read_answer` does."""
    if answer is not None and len(answer) <= _LONGEST_KEPT:
        kept = _kept_scores(answer, tuple(item.name for item in profiles), *gold_parts(task))
        if kept is not None:
            return kept
    read = read_answer(task, answer)
    return tuple(read.under(profile.answer) for profile in profiles)


@lru_cache(maxsize=_KEPT, typed=True)
def _kept_scores(
    answer: str, names: tuple[str, ...], *parts: *GoldParts
) -> tuple[AnswerScore, ...] | None:
    """The scores of an answer to a gold of these parts; None where they make up no gold."""
    gold = prepared(*parts)
    if gold is None:
        return None
    read = gold.read(read_submitted(answer))
    return tuple(read.under(find_profile(name).answer) for name in names)
