"""Exact judging of one answer: right, wrong, or left to a judge.

Abstention first: it is right on a question that has no answer and wrong on one that has. What is
left is matched by the kind of answer that the question asks for.
"""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.evaluation.abstaining import (
    abstains,
    denies,
    denies_a_figure,
    denies_right_before,
    guesses,
)
from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    Verdict,
    Vocabulary,
    correct,
    undecided,
    wrong,
)
from worksurface_pipeline.mmenterprise.evaluation.matching import matched
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType


def judge_exactly(question: MmQuestion, answer: str | None, words: Vocabulary) -> Judgement:
    """What exact matching makes of the text of an answer; None where an agent gave none."""
    text = (answer or "").strip()
    if not any(char.isalnum() for char in text):
        return wrong("no answer")
    if question.type is QuestionType.UNANSWERABLE:
        return _of_unanswerable(text)
    found = matched(question, text, words)
    if found.verdict is Verdict.CORRECT and _is_denied(question, text):
        return undecided("a denial right before the gold")
    if question.answer_kind == "verdict" or not abstains(text):
        return found
    if found.verdict is Verdict.WRONG or found.rule.startswith("no "):
        return wrong("abstained, though there is an answer")
    return undecided("an answer and an abstention in one")


def _is_denied(question: MmQuestion, text: str) -> bool:
    """Whether an answer names the gold to say that it is not it."""
    if question.answer_kind == "number":
        return denies_a_figure(text)
    is_one = isinstance(question.gold, str) and question.answer_kind != "verdict"
    return is_one and denies_right_before(text, str(question.gold))


def _of_unanswerable(text: str) -> Judgement:
    """An abstention is right; a value without a word of denial is not; a judge sees the rest."""
    if abstains(text) and not guesses(text):
        return correct("abstained")
    if denies(text):
        return undecided("denies something, perhaps the premise")
    return wrong("answered, though there is no answer")
