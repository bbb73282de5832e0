"""Classes that say where a run went wrong, and the first thing seen to leave the straight way."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen


class Diagnosis(StrEnum):
    """What became of one run: each has exactly one class, the first that fits in this order.

    The rules stand in `scoring/diagnosis.py`, in words in docs/diagnosis.md.
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
