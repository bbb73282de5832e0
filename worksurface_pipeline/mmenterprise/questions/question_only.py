"""Whether the wording alone tells that a question has no answer.

A logistic regression on words and pairs of words (tf-idf), trained on all projects but one and
asked about that one, in turn. Its AUC compares questions within a project only, and its interval
draws whole projects. Wording gives nothing away when that interval reaches 0.6 or less.

A second classifier of another kind, Bayes over strings of letters, is asked in the same way. It has
no part in how questions are chosen: what it tells is no matter of the choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import minimize

from worksurface_pipeline.kernel.intervals import Interval, bootstrap_interval
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.questions.terms import (
    Flags,
    Floats,
    Rows,
    Terms,
    counted,
    letters,
    tf_idf,
    words,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType

LARGEST_LOW = 0.6
"""The lower bound that the interval has to reach."""
_PENALTY = 1.0  # of squared weights, the usual strength
_FEWEST = 2  # questions that a word stands in to count: what stands in one only is its name
_ADDED = 1.0  # to each count of the second classifier, the usual amount

_Scorer = Callable[[Rows, Flags, Flags], Floats]
"""Scores of all rows, learnt from the labels of some."""


class QuestionOnly(Frozen):
    """How well wording tells the unanswerable: `auc` None where it cannot be estimated."""

    auc: float | None
    interval: Interval
    questions: int
    unanswerable: int
    projects: int

    @property
    def is_blind(self) -> bool | None:
        """Whether the interval reaches 0.6 or less; None without an interval."""
        low = self.interval.low
        return None if low is None else low <= LARGEST_LOW


def question_only(questions: Sequence[MmQuestion], seed: int) -> QuestionOnly:
    """The classifier's cross-validated AUC over projects."""
    return _summary(questions, scores_by_words(questions), seed)


def by_letters(questions: Sequence[MmQuestion], seed: int) -> QuestionOnly:
    """That of the second classifier."""
    return _summary(questions, _scores(questions, letters, _by_bayes), seed)


def scores_by_words(questions: Sequence[MmQuestion]) -> dict[str, float]:
    """What the first classifier makes of each question by id, when its project is held out."""
    return _scores(questions, words, _by_regression)


def _summary(questions: Sequence[MmQuestion], scores: dict[str, float], seed: int) -> QuestionOnly:
    names = sorted({item.project for item in questions})
    rows = np.array([_pairs_of(name, questions, scores) for name in names]).reshape(-1, 2)
    known = rows[:, 1].sum()
    return QuestionOnly(
        auc=float(rows[:, 0].sum() / known) if known else None,
        interval=bootstrap_interval(rows, names, _share, seed) if known else Interval(),
        questions=len(questions),
        unanswerable=sum(map(_is_absent, questions)),
        projects=len(names),
    )


def _share(sums: Floats) -> float | None:
    return float(sums[0] / sums[1]) if sums[1] else None


def _is_absent(item: MmQuestion) -> bool:
    return item.type is QuestionType.UNANSWERABLE


def _pairs_of(
    name: str, questions: Sequence[MmQuestion], scores: dict[str, float]
) -> tuple[float, float]:
    own = [item for item in questions if item.project == name and item.id in scores]
    labels = np.array([_is_absent(item) for item in own], dtype=bool)
    return concordance(np.array([scores[item.id] for item in own], dtype=np.float64), labels)


def concordance(scores: Floats, labels: Flags) -> tuple[float, float]:
    """Pairs of a positive and a negative in which the positive scores higher, and all pairs."""
    gaps = scores[labels][:, None] - scores[~labels][None, :]
    return (float((gaps > 0).sum() + 0.5 * (gaps == 0).sum()), float(gaps.size))


def _scores(questions: Sequence[MmQuestion], terms: Terms, scorer: _Scorer) -> dict[str, float]:
    """Scores by id; none of a project that is alone, or without which one class is missing."""
    ordered = sorted(questions, key=lambda item: item.id)
    labels = np.array([_is_absent(item) for item in ordered], dtype=bool)
    projects = np.array([item.project for item in ordered])
    counts = counted([item.question for item in ordered], terms)
    found: dict[str, float] = {}
    for name in sorted(set(projects.tolist())):
        learnt = projects != name
        if len(set(labels[learnt].tolist())) > 1:
            scores = scorer(counts, labels, learnt)
            found |= {ordered[row].id: float(scores[row]) for row in np.flatnonzero(~learnt)}
    return found


def _by_regression(counts: Rows, labels: Flags, learnt: Flags) -> Floats:
    rows = tf_idf(counts, learnt, _FEWEST)
    scores: Floats = rows @ _fit(rows[learnt], labels[learnt])[:-1]
    return scores


def _by_bayes(counts: Rows, labels: Flags, learnt: Flags) -> Floats:
    """Log odds of the strings of a text, multinomial, per string."""
    sums = [
        np.asarray(counts[learnt & own].sum(axis=0), dtype=np.float64).ravel() + _ADDED
        for own in (labels, ~labels)
    ]
    odds = np.log(sums[0] / sums[0].sum()) - np.log(sums[1] / sums[1].sum())
    sizes = np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()
    scores: Floats = (counts @ odds) / sizes
    return scores


def _fit(rows: Rows, labels: Flags) -> Floats:
    """Weights and, last, the intercept, both classes weighing the same."""
    signs = np.where(labels, 1.0, -1.0)
    shares = np.where(labels, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = signs * (rows @ weights[:-1] + weights[-1])
        slopes = -signs * shares / (1 + np.exp(np.clip(margins, -500, 500)))
        value = float((shares * np.logaddexp(0, -margins)).sum())
        gradient = np.append(rows.T @ slopes + _PENALTY * weights[:-1], slopes.sum())
        return value + _PENALTY / 2 * float((weights[:-1] ** 2).sum()), gradient

    found = minimize(loss, np.zeros(rows.shape[1] + 1), jac=True, method="L-BFGS-B")
    weights: Floats = found.x
    return weights
