"""Whether the wording alone tells that a question has no answer.

A logistic regression on words and pairs of words (tf-idf), trained on all projects but one and
asked about that one, in turn. Its AUC compares questions within a project only, and its interval
draws whole projects. Wording gives nothing away when that interval reaches 0.6 or less.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from worksurface_pipeline.kernel.intervals import Interval, bootstrap_interval
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType

LARGEST_LOW = 0.6
"""The lower bound that the interval has to reach."""
_PENALTY = 1.0  # of squared weights, the usual strength
_FEWEST = 2  # questions that a word stands in to count: what stands in one only is its name
_WORD = re.compile(r"\w+")

Floats = npt.NDArray[np.float64]


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
    ordered = sorted(questions, key=lambda item: item.id)
    labels = np.array([item.type is QuestionType.UNANSWERABLE for item in ordered], dtype=bool)
    projects = [item.project for item in ordered]
    names = sorted(set(projects))
    rows = np.array([_pairs_of(name, ordered, labels, projects) for name in names])
    known = rows[:, 1].sum() if len(names) > 1 else 0.0
    return QuestionOnly(
        auc=float(rows[:, 0].sum() / known) if known else None,
        interval=bootstrap_interval(rows, names, _share, seed) if known else Interval(),
        questions=len(ordered),
        unanswerable=int(labels.sum()),
        projects=len(names),
    )


def _share(sums: Floats) -> float | None:
    return float(sums[0] / sums[1]) if sums[1] else None


def _pairs_of(
    name: str, questions: Sequence[MmQuestion], labels: npt.NDArray[np.bool_], projects: list[str]
) -> tuple[float, float]:
    """Of one project held out: pairs in the right order (ties half) and all pairs."""
    held = np.array([project == name for project in projects])
    if held.all() or len(set(labels[~held])) < 2:
        return (0.0, 0.0)
    terms = [_terms(item.question) for item in questions]
    learnt = [terms[index] for index in np.flatnonzero(~held)]
    words = _vocabulary(learnt)
    weights = _fit(_tf_idf(learnt, words, learnt), labels[~held])
    asked = [terms[index] for index in np.flatnonzero(held)]
    scores = _tf_idf(asked, words, learnt) @ weights[:-1]
    return concordance(scores, labels[held])


def concordance(scores: Floats, labels: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Pairs of a positive and a negative in which the positive scores higher, and all pairs."""
    gaps = scores[labels][:, None] - scores[~labels][None, :]
    return (float((gaps > 0).sum() + 0.5 * (gaps == 0).sum()), float(gaps.size))


def _terms(text: str) -> Counter[str]:
    words = _WORD.findall(normalise(text))
    return Counter([*words, *(f"{left} {right}" for left, right in pairwise(words))])


def _vocabulary(texts: Sequence[Counter[str]]) -> dict[str, int]:
    seen = Counter(term for text in texts for term in text)
    kept = sorted(term for term, count in seen.items() if count >= _FEWEST)
    return {term: place for place, term in enumerate(kept)}


def _tf_idf(
    texts: Sequence[Counter[str]], words: dict[str, int], learnt: Sequence[Counter[str]]
) -> Floats:
    """Rows of unit length; rare words of the learnt texts weigh more."""
    counts = np.zeros((len(texts), len(words)))
    for row, text in enumerate(texts):
        for term, count in text.items():
            if term in words:
                counts[row, words[term]] = count
    seen = np.array([sum(term in text for text in learnt) for term in words], dtype=np.float64)
    rows: Floats = counts * (np.log((1 + len(learnt)) / (1 + seen)) + 1)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Floats = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return scaled


def _fit(rows: Floats, labels: npt.NDArray[np.bool_]) -> Floats:
    """Weights and, last, the intercept, both classes weighing the same."""
    signs = np.where(labels, 1.0, -1.0)
    shares = np.where(labels, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))
    full = np.hstack([rows, np.ones((len(rows), 1))])

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = signs * (full @ weights)
        slopes = -signs * shares / (1 + np.exp(np.clip(margins, -500, 500)))
        value = float((shares * np.logaddexp(0, -margins)).sum())
        gradient = full.T @ slopes
        gradient[:-1] += _PENALTY * weights[:-1]
        return value + _PENALTY / 2 * float((weights[:-1] ** 2).sum()), gradient

    found = minimize(loss, np.zeros(full.shape[1]), jac=True, method="L-BFGS-B")
    weights: Floats = found.x
    return weights
