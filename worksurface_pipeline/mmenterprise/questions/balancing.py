"""What a benchmark leaves out so that wording alone does not tell which questions have no answer.

While the interval of the question-only classifier does not reach its bound, the unanswerable
question that it is surest of is left out, as far as each kind of absence stays a quarter of a
project's, and none is left with fewer than two. Nothing else is touched: the answerable ones, twins
among them, and with them all shares of types, conflicts and pictures, stay as they are or rise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.questions.question_only import (
    QuestionOnly,
    by_letters,
    question_only,
    scores_by_words,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

_FEWEST = 2  # of each kind of absence in a project
_A_QUARTER = 4


class LeftOut(Frozen):
    """A question that was left out: `beaten` is the share of its project it was scored above."""

    id: str
    project: str
    absence: str
    question: str
    beaten: float


class Wording(Frozen):
    """What wording tells: of all questions, of those kept, and to a classifier without a part."""

    before: QuestionOnly
    after: QuestionOnly
    letters: QuestionOnly
    left_out: tuple[LeftOut, ...] = ()

    @property
    def problem(self) -> str:
        """What to say where the wording gives it away; "" where it does not, or nobody knows."""
        if self.after.is_blind is not False:
            return ""
        return (
            f"Wording alone tells which questions have no answer: {said(self.after)}; its interval "
            "is to reach 0.60 or less. Take another seed of the simulation, or more projects."
        )


def balanced(questions: Sequence[MmQuestion], seed: int) -> tuple[tuple[MmQuestion, ...], Wording]:
    """The questions that are kept, and what their wording tells."""
    kept = list(questions)
    before = found = question_only(kept, seed)
    gone: list[LeftOut] = []
    while found.is_blind is False:
        surest = _surest(kept)
        if surest is None:
            break
        gone.append(surest)
        kept = [item for item in kept if item.id != surest.id]
        found = question_only(kept, seed)
    letters = by_letters(kept, seed)
    wording = Wording(before=before, after=found, letters=letters, left_out=tuple(gone))
    return tuple(kept), wording


def said(found: QuestionOnly) -> str:
    """Such as "AUC 0.56 (0.49 to 0.61)"."""
    if found.auc is None:
        return "AUC unknown"
    low, high = found.interval.low, found.interval.high
    span = "" if low is None or high is None else f" ({low:.2f} to {high:.2f})"
    return f"AUC {found.auc:.2f}{span}"


def _surest(kept: Sequence[MmQuestion]) -> LeftOut | None:
    """Of those that may go, the one that is scored above most of its project.

    None where no question may go.
    """
    scores = scores_by_words(kept)
    counts = Counter((item.project, item.absence) for item in kept if item.absence)
    totals = Counter(item.project for item in kept if item.absence)
    answered: dict[str, list[float]] = {}
    for item in kept:
        if not item.absence and item.id in scores:
            answered.setdefault(item.project, []).append(scores[item.id])
    found = [
        _left_out(item, scores[item.id], answered[item.project])
        for item in kept
        if item.absence
        and item.id in scores
        and item.project in answered
        and _may_go(counts[item.project, item.absence], totals[item.project])
    ]
    return max(found, key=lambda one: (one.beaten, one.id), default=None)


def _may_go(of_kind: int, of_all: int) -> bool:
    """Whether one less of a kind is still enough."""
    return of_kind > _FEWEST and _A_QUARTER * (of_kind - 1) >= of_all - 1


def _left_out(item: MmQuestion, score: float, answered: Sequence[float]) -> LeftOut:
    beaten = sum(other < score for other in answered) / len(answered)
    return LeftOut(
        id=item.id,
        project=item.project,
        absence=str(item.absence),
        question=item.question,
        beaten=beaten,
    )
