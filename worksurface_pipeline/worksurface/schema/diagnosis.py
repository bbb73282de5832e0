"""Classes that say where a run went wrong, and the first thing seen to leave the straight way."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen


class Diagnosis(StrEnum):
    """What became of one run: each has exactly one class, the first that fits in this order.

    The rules stand in `scoring/diagnosis.py`, in words in `MEANINGS` and docs/diagnosis.md.
    """

    MISSING = "missing"
    MACHINE_ERROR = "machine_error"
    PROTOCOL_FAILURE = "protocol_failure"
    LIMIT = "limit"
    UNSCORED = "unscored"
    CORRECT_WITH_EVIDENCE = "correct_with_evidence"
    CORRECT_WITHOUT_EVIDENCE = "correct_without_evidence"
    NO_TOOLS = "no_tools"
    WRONG_ABSTENTION = "wrong_abstention"
    PARTIAL = "partial"
    CLOSED_BOOK = "closed_book"
    WRONG_SURFACE = "wrong_surface"
    EVIDENCE_MISSING = "evidence_missing"
    WRONG_WITH_EVIDENCE = "wrong_with_evidence"


MEANINGS: Mapping[Diagnosis, str] = {
    Diagnosis.MISSING: "was never made: the task has no trajectory",
    Diagnosis.MACHINE_ERROR: "ended by a fault not of the model's making; it has no score and can"
    " be retried",
    Diagnosis.PROTOCOL_FAILURE: "ended without an answer: an unparsable or empty last reply, or a"
    " refusal",
    Diagnosis.LIMIT: "reached a limit of turns or tokens before it answered",
    Diagnosis.UNSCORED: "gave an answer that no scorer can cope with; it counts neither as right"
    " nor as wrong",
    Diagnosis.CORRECT_WITH_EVIDENCE: "was right, with all evidence shown (Evidence is 1)",
    Diagnosis.CORRECT_WITHOUT_EVIDENCE: "was right without it: it found another way, knew it, or"
    " was lucky",
    Diagnosis.NO_TOOLS: "was not right, and no tool was exposed: S1, or an arm that takes the only"
    " surface away",
    Diagnosis.WRONG_ABSTENTION: "said INSUFFICIENT_EVIDENCE where there is an answer, wherever it"
    " had looked",
    Diagnosis.PARTIAL: "was partly right: a list with F1 between 0 and 1, or some elements of a"
    " composite",
    Diagnosis.CLOSED_BOOK: "was wrong, and called no tool although some were exposed",
    Diagnosis.WRONG_SURFACE: "was wrong, lacked evidence, and never reached for at least one"
    " required surface",
    Diagnosis.EVIDENCE_MISSING: "was wrong, reached for every required surface, and was not shown"
    " all evidence",
    Diagnosis.WRONG_WITH_EVIDENCE: "had everything, and answered wrongly",
}
"""What a run of each class did, in words; docs/diagnosis.md prints the same."""


class DepartureKind(StrEnum):
    """What was observed first. It came first in time; it need not be why the run failed."""

    UNNEEDED_SURFACE = "unneeded_surface"
    FAILED_CALL = "failed_call"
    UNUSABLE_REPLY = "unusable_reply"
    ANSWER_WITHOUT_EVIDENCE = "answer_without_evidence"
    ABSTENTION = "abstention"
    WRONG_ANSWER = "wrong_answer"
    LIMIT = "limit"
    MACHINE_ERROR = "machine_error"


class Departure(Frozen):
    """The earliest observed departure: an observation in the order of turns, never a cause.

    `turn` is the index of the turn it was seen in; of what ended a run between two turns, the
    number of turns before it.
    """

    turn: int
    kind: DepartureKind
    what: str
