"""The JSON contracts of the three stages, with what a reply must not contradict itself in."""

from __future__ import annotations

from typing import Literal

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.validation.model import Category, Cause, Decision, Match


class SolverReply(Frozen):
    """An answer from the cited records, and whether they settle the question."""

    answer: str
    is_settled: bool
    reason: str


class ComparisonReply(Frozen):
    """How an answer compares with the gold on the one thing asked for."""

    asked_for: str
    verdict: Literal["match", "partial", "mismatch"]
    cause: Literal[
        "none",
        "different_value",
        "wrong_entity",
        "missing_required_part",
        "candidate_abstained",
        "answered_unanswerable",
        "other",
    ]
    reason: str


class CompetingReply(Frozen):
    """Another answer that somebody could defend, with the records for it by number."""

    answer: str | None
    records: tuple[int, ...]
    is_as_good: bool


class FixReply(Frozen):
    """What to change: null or empty for what stays as it is."""

    question: str | None
    gold: str | tuple[str, ...] | None
    add_records: tuple[int, ...]


class AuditReply(Frozen):
    """The four checks on an item, and what to do with it."""

    competing: CompetingReply
    unsupported: tuple[str, ...]
    is_status_right: bool
    is_sufficient: bool
    verdict: Literal["pass", "fix", "drop"]
    category: Literal[
        "none",
        "gold_wrong",
        "ambiguous_question",
        "evidence_insufficient",
        "unanswerable_is_answerable",
        "leak",
    ]
    fix: FixReply | None
    reason: str

    @property
    def has_fault(self) -> bool:
        """Whether one of the four checks failed."""
        return (
            self.competing.is_as_good
            or bool(self.unsupported)
            or not self.is_status_right
            or not self.is_sufficient
        )


def solver_fault(reply: SolverReply) -> str:
    """What a solver's reply lacks."""
    return "" if reply.answer.strip() or not reply.is_settled else "answer: it is empty."


def comparison_fault(reply: ComparisonReply) -> str:
    """A match has no cause, anything else has one."""
    is_match = Match(reply.verdict) is Match.MATCH
    if is_match is (Cause(reply.cause) is Cause.NONE):
        return ""
    return f"cause: {reply.cause!r} does not go with the verdict {reply.verdict!r}."


def audit_fault(reply: AuditReply, records: int) -> str:
    """Where an audit contradicts itself, or names a record that is not shown."""
    named = (*reply.competing.records, *(reply.fix.add_records if reply.fix else ()))
    strange = [str(number) for number in named if not 1 <= number <= records]
    if strange:
        return f"records: there is no record {', '.join(strange)}; they go from 1 to {records}."
    decision = Decision(reply.verdict)
    has_category = Category(reply.category) is not Category.NONE
    if decision is Decision.PASS and (reply.has_fault or has_category):
        return "verdict: a pass goes with no failed check and the category none."
    if decision is not Decision.PASS and not has_category:
        return f"category: a verdict {reply.verdict!r} needs one."
    if (decision is Decision.FIX) is not (reply.fix is not None):
        return "fix: it stands with the verdict 'fix', and is null with any other."
    if reply.fix is not None and not _changes(reply.fix):
        return "fix: it changes nothing."
    return ""


def _changes(fix: FixReply) -> bool:
    return bool(fix.question or fix.gold is not None or fix.add_records)
