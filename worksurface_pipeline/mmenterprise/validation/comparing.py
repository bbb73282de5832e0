"""The comparison without a model: exact matching of the solver's answer with the gold."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.evaluation.abstaining import declines
from worksurface_pipeline.mmenterprise.evaluation.judgement import Verdict, Vocabulary
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.questions.derivation import NOT_ESTABLISHED, Gold
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.validation.model import Cause, Match

_ENTITIES = frozenset({"person", "name", "choice"})


class Compared(Frozen):
    """How an answer compares with the gold, and the rule or reason that tells."""

    match: Match
    cause: Cause
    reason: str


def as_text(gold: Gold | None, unit: str = "") -> str:
    """An answer as somebody would write it, with its unit if given; none is an abstention."""
    if isinstance(gold, tuple):
        return ", ".join(gold)
    return f"{gold.replace('_', ' ')} {unit}".strip() if gold else NOT_ESTABLISHED


def compared(question: MmQuestion, answer: str, words: Vocabulary) -> Compared:
    """The verdict of exact matching; undecided where it does not decide."""
    found = judge_exactly(question, answer, words)
    if found.verdict is Verdict.CORRECT:
        return Compared(match=Match.MATCH, cause=Cause.NONE, reason=found.rule)
    if found.verdict is Verdict.UNDECIDED:
        return Compared(match=Match.UNDECIDED, cause=Cause.NONE, reason=found.rule)
    if _is_in_part(question, answer):
        return Compared(match=Match.PARTIAL, cause=Cause.MISSING_PART, reason=found.rule)
    return Compared(match=Match.MISMATCH, cause=_cause(question, answer), reason=found.rule)


def _cause(question: MmQuestion, answer: str) -> Cause:
    if question.type is QuestionType.UNANSWERABLE:
        return Cause.ANSWERED_UNANSWERABLE
    if declines(answer) or not answer.strip():
        return Cause.ABSTAINED
    if question.answer_kind in _ENTITIES:
        return Cause.WRONG_ENTITY
    return Cause.OTHER if question.answer_kind == "list" else Cause.DIFFERENT_VALUE


def _is_in_part(question: MmQuestion, answer: str) -> bool:
    """Whether a list has some of the items asked for, or all of them in another order."""
    if isinstance(question.gold, str):
        return False
    text = normalise(answer)
    return any(has_token(text, normalise(item)) for item in question.gold)
