"""Exact judging of one answer: right, wrong, or left to a judge.

Abstention first: it is right on a question that has no answer and wrong on one that has. What is
left is matched by the kind of answer that the question asks for.
"""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.evaluation.abstaining import abstains, guesses
from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    Verdict,
    Vocabulary,
    correct,
    undecided,
    wrong,
)
from worksurface_pipeline.mmenterprise.evaluation.matching import matched
from worksurface_pipeline.mmenterprise.evaluation.negation import denies
from worksurface_pipeline.mmenterprise.evaluation.offering import Offer, offer_of
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType


def judge_exactly(question: MmQuestion, answer: str | None, words: Vocabulary) -> Judgement:
    """What exact matching makes of the text of an answer; None where an agent gave none."""
    text = (answer or "").strip()
    if not any(char.isalnum() for char in text):
        return wrong("no answer")
    if question.type is QuestionType.UNANSWERABLE:
        return _of_unanswerable(question, text, words)
    found = matched(question, text, words)
    if question.answer_kind == "verdict" or not abstains(text):
        return found
    if found.verdict is Verdict.WRONG or found.rule.startswith("no "):
        return wrong("abstained, though there is an answer")
    return undecided("an answer and an abstention in one")


def _of_unanswerable(question: MmQuestion, text: str, words: Vocabulary) -> Judgement:
    """An abstention is right, unless a value is offered with it; a judge sees what else denies."""
    if abstains(text) and not guesses(text):
        return _of_abstention(offer_of(question, text, words))
    if denies(text):
        return undecided("denies something, perhaps the premise")
    return wrong("answered, though there is no answer")


def _of_abstention(offer: Offer) -> Judgement:
    if offer is Offer.PLAIN:
        return wrong("answered, though there is no answer, and abstained beside it")
    return (
        undecided("an abstention with a value") if offer is Offer.PERHAPS else correct("abstained")
    )
