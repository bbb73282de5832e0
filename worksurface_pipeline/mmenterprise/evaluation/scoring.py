"""Exact judging of one answer: right, wrong, or left to a judge.

It decides only what it understands whole. An abstention is right on a question that has no answer
and wrong on one that has; a plain value is matched by the kind of answer that is asked for, and is
wrong where there is none. Any word beside that is not understood leaves the answer open.
"""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.evaluation.abstaining import is_abstention
from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    Verdict,
    Vocabulary,
    correct,
    undecided,
    wrong,
)
from worksurface_pipeline.mmenterprise.evaluation.matching import is_plain_value, matched
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType


def judge_exactly(question: MmQuestion, answer: str | None, words: Vocabulary) -> Judgement:
    """What exact matching makes of the text of an answer; None where an agent gave none."""
    text = (answer or "").strip()
    is_unanswerable = question.type is QuestionType.UNANSWERABLE
    if not any(char.isalnum() for char in text):
        is_open = bool(text) and is_unanswerable
        return undecided("a sign without a word") if is_open else wrong("no answer")
    if is_unanswerable:
        return _of_unanswerable(question, text, words)
    found = matched(question, text, words)
    if found.verdict is Verdict.CORRECT or question.answer_kind == "verdict":
        return found
    is_none = is_abstention(question, text, words.names)
    return wrong("abstained, though there is an answer") if is_none else found


def _of_unanswerable(question: MmQuestion, text: str, words: Vocabulary) -> Judgement:
    """An abstention alone is right, a value alone is wrong; a judge sees all that is between."""
    if is_abstention(question, text, words.names):
        return correct("abstained")
    if is_plain_value(question, text, words):
        return wrong("answered, though there is no answer")
    return undecided("neither a plain value nor a plain abstention")
