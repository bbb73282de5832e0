"""From an answer to its record: exact matching, a judge's ruling, cause of error, recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    Verdict,
    Vocabulary,
    vocabulary_of,
)
from worksurface_pipeline.mmenterprise.evaluation.recall import recall_of
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.evaluation.wrong import origin_of
from worksurface_pipeline.mmenterprise.judging.asking import Ruling
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.evaluation import (
    MACHINE_FAULT,
    Answered,
    Judge,
    Judged,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

NO_ANSWER = "no answer"
"""The cause of a wrong answer where the model gave none at all."""
NO_JUDGE = "no judge"
"""Why a case stays open where no judging model is given."""


@dataclass(frozen=True, slots=True)
class Case:
    """An answer with what exact matching makes of it; None of a call that failed."""

    question: MmQuestion
    answered: Answered
    exact: Judgement | None

    @property
    def text(self) -> str:
        """The answer's text."""
        return self.answered.answer or ""

    @property
    def is_open(self) -> bool:
        """Whether somebody else has to decide."""
        return self.exact is not None and self.exact.verdict is Verdict.UNDECIDED

    @property
    def is_right(self) -> bool | None:
        """What exact matching decided, None where it did not."""
        if self.exact is None or self.is_open:
            return None
        return self.exact.verdict is Verdict.CORRECT


class Court:
    """Judges the answers of several projects, each by the words of its own."""

    def __init__(self, scenes: Mapping[str, Scene]) -> None:
        self._scenes = scenes
        self._words: dict[str, Vocabulary] = {}

    def heard(self, question: MmQuestion, answered: Answered) -> Case:
        """What exact matching says. Raises KeyError for a project that is not given."""
        if answered.outcome == MACHINE_FAULT:
            return Case(question, answered, None)
        words = self.words(question.project)
        return Case(question, answered, judge_exactly(question, answered.answer, words))

    def judged(self, case: Case, rulings: Sequence[Ruling]) -> Judged:
        """The record of a case; `rulings` are what the judge said the first and second time."""
        is_right, judge = _verdict(case, rulings)
        cause, slot, value = self._origin(case) if is_right is False else ("", "", "")
        recall = recall_of(case.question, case.answered.units)
        return Judged(
            question=case.question.id,
            project=case.question.project,
            is_right=is_right,
            judge=judge,
            rule=case.exact.rule if case.exact else f"the call failed: {case.answered.error}",
            cause=cause,
            slot=slot,
            value=value,
            recall=recall.representative if recall else None,
            best_recall=recall.best if recall else None,
            has_whole_set=recall.has_whole_set if recall else None,
            reason=_reason(case, rulings),
            again=_right(rulings[1]) if len(rulings) > 1 else None,
            is_fault=case.exact is None,
        )

    def words(self, project: str) -> Vocabulary:
        """The names of a project that an answer may hold."""
        if project not in self._words:
            self._words[project] = vocabulary_of(self._scenes[project].ledger)
        return self._words[project]

    def _origin(self, case: Case) -> tuple[str, str, str]:
        if not case.text.strip():
            return NO_ANSWER, "", ""
        project = case.question.project
        found = origin_of(self._scenes[project], case.question, case.text, self.words(project))
        return found.cause.value, found.slot, found.value


def _verdict(case: Case, rulings: Sequence[Ruling]) -> tuple[bool | None, Judge]:
    """The first ruling counts; a second one tells how steady the judge is, and changes nothing."""
    if case.is_right is not None:
        return case.is_right, Judge.EXACT
    ruled = _right(rulings[0]) if rulings else None
    return ruled, Judge.NOBODY if ruled is None else Judge.MODEL


def _right(ruling: Ruling) -> bool | None:
    return ruling.opinion.correct if ruling.opinion else None


def _reason(case: Case, rulings: Sequence[Ruling]) -> str:
    if not rulings:
        return NO_JUDGE if case.is_open else ""
    first = rulings[0]
    return first.opinion.reason if first.opinion else first.problem
