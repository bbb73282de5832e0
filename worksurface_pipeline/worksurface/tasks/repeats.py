"""Answers that repeat: in no family may one gold be so frequent that naming it pays.

Who always gives one answer of a family is right as often as it scores: numbers within the
tolerance of the scorer count as one. Of such answers only so many tasks are kept, by hash, that
each stays below a share of its family.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, Refusal
from worksurface_pipeline.worksurface.scoring.matching import numbers_match
from worksurface_pipeline.worksurface.scoring.profiles import find_profile

_RULES = find_profile("paper").answer
_SMALL = 40  # a family of fewer tasks is not judged by a share
_LEAST = 2  # of one answer are kept in a small family
_NAMED = 3  # tasks of the same answer that a refusal names


def thin_repeats(
    tasks: Sequence[AtomicTask], share: float, seed: int
) -> tuple[tuple[AtomicTask, ...], tuple[Refusal, ...]]:
    """The tasks that stay, in their order, and a refusal for each that goes.

    Abstain tasks, whose answer is one and the same, all stay.
    """
    families: dict[Derivation, list[AtomicTask]] = defaultdict(list)
    for task in tasks:
        if task.answer_type is not AnswerType.ABSTAIN:
            families[task.derivation].append(task)
    gone: dict[str, str] = {}
    for members in families.values():
        ranked = sorted(members, key=lambda task: (hash_unit(seed, task.id), task.id))
        kept = _thinned(ranked, share)
        gone |= _reasons([task for task in ranked if task.id not in kept], ranked, kept)
    left = tuple(task for task in tasks if task.id not in gone)
    return left, tuple(_refusal(task, gone[task.id]) for task in tasks if task.id in gone)


def _reasons(
    gone: Sequence[AtomicTask], ranked: Sequence[AtomicTask], kept: frozenset[str]
) -> Mapping[str, str]:
    """Of each task that goes, the kept ones whose answer it repeats, and what lets it stay."""
    answers = _Answers()
    for task in ranked:
        if task.id in kept:
            answers.add(task)
    found: dict[str, str] = {}
    for task in gone:
        near = sorted(answers.near(task))
        others = ", ".join(near[:_NAMED]) + (", …" if len(near) > _NAMED else "")
        found[task.id] = (
            f"its answer is that of {others} already, and more of its family"
            " would make naming it pay; a larger answer_share under [tasks.pool] keeps it"
        )
    return found


def _thinned(ranked: Sequence[AtomicTask], share: float) -> frozenset[str]:
    """The tasks that stay, so that each answer is below the share of all that are kept."""
    most = _most(len(ranked), share)
    kept = _kept(ranked, most)
    while _most(len(kept), share) < most:
        most = _most(len(kept), share)
        kept = _kept(ranked, most)
    return kept


def _most(size: int, share: float) -> int:
    """The most tasks of one answer in a family of a size."""
    below = int(share * size - 1e-9)
    return max(below, _LEAST if size < _SMALL else 1)


def _kept(ranked: Sequence[AtomicTask], most: int) -> frozenset[str]:
    """The first tasks such that no kept answer is right for more than `most` of them."""
    answers = _Answers()
    counts: dict[str, int] = {}
    for task in ranked:
        near = list(answers.near(task))
        if len(near) < most and all(counts[name] < most for name in near):
            answers.add(task)
            counts[task.id] = 1 + len(near)
            for name in near:
                counts[name] += 1
    return frozenset(counts)


class _Answers:
    """Golds of kept tasks: numbers in order, all others by their text."""

    def __init__(self) -> None:
        self._numbers: list[tuple[Decimal, str]] = []
        self._texts: dict[str, list[str]] = defaultdict(list)

    def add(self, task: AtomicTask) -> None:
        """Keep a task."""
        value = _number(task)
        if value is None:
            self._texts[str(task.gold_answer)].append(task.id)
        else:
            insort(self._numbers, (value, task.id))

    def near(self, task: AtomicTask) -> Iterator[str]:
        """Kept tasks that the task's gold answers, or whose gold answers the task."""
        value = _number(task)
        if value is None:
            yield from self._texts.get(str(task.gold_answer), ())
            return
        reach = abs(value) * 2 * _RULES.relative_tolerance
        start = bisect_left(self._numbers, (value - reach, ""))
        end = bisect_right(self._numbers, (value + reach, "\U0010ffff"))
        for other, name in self._numbers[start:end]:
            if numbers_match(other, value, _RULES) or numbers_match(value, other, _RULES):
                yield name


def _number(task: AtomicTask) -> Decimal | None:
    gold = task.gold_answer
    is_number = task.answer_type is AnswerType.NUMBER and not isinstance(gold, (bool, tuple, str))
    return Decimal(repr(gold)) if is_number else None


def _refusal(task: AtomicTask, reason: str) -> Refusal:
    return Refusal(
        candidate=task.id,
        persona=task.source.persona,
        derivation=task.derivation,
        question=task.question,
        reason=reason,
    )
