"""What an evaluation leaves behind: what was found, answered and judged, a record a question."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet

MACHINE_FAULT = "errored"
"""The outcome of an answer that no model is to blame for."""


class Cell(Frozen):
    """One model with one retriever at one depth; `key` is its partition."""

    model: str
    k: int
    retriever: str

    @property
    def condition(self) -> str:
        """What differs between two cells of a model, `<k>@<retriever>`."""
        return f"{self.k}@{self.retriever}"

    @property
    def key(self) -> str:
        """The partition key, `<model>|<k>@<retriever>`."""
        return f"{self.model}|{self.condition}"


class Found(Frozen):
    """The units that a retriever found for a question, best first; no gold enters."""

    question: str
    units: tuple[str, ...]


class Retrieved(RecordSet):
    """What one retriever finds for all questions, down to the greatest depth that is asked for."""

    retriever: str
    depth: int
    is_text_only: bool
    found: tuple[Found, ...] = ()


class Answered(Frozen):
    """One answer of a cell: None where the model gave none; `outcome` says how the call ended.

    `units` were in the context, in the order shown; `images` of them went as pictures.
    """

    question: str
    project: str
    units: tuple[str, ...]
    images: int
    answer: str | None
    outcome: str
    usage: Usage = Usage()
    fingerprint: str = ""
    error: str = ""


class Answers(RecordSet):
    """All answers of a cell."""

    cell: Cell
    is_text_only: bool
    answers: tuple[Answered, ...] = ()

    def slices(self) -> Mapping[str, str]:
        """How many ended in a machine fault: who runs again what failed looks there."""
        return {"errors": str(sum(item.outcome == MACHINE_FAULT for item in self.answers))}


class Judge(StrEnum):
    """Who decided: exact matching, a judging model, or nobody (then there is no score)."""

    EXACT = "exact"
    MODEL = "model"
    NOBODY = "nobody"


class Judged(Frozen):
    """The verdict on one answer; `is_right` is None where nobody could decide.

    `rule` is what exact matching said; `reason` what the judging model did, or why it did not.
    `again` is its verdict when asked a second time, None where it was not. `is_fault` marks a call
    that failed for no fault of the model: an error, no wrong answer. `cause` names what in the
    ledger a wrong answer equals, with the `slot` and `value` it was taken from; the recalls are
    shares of evidence found, None where a question has no evidence.
    """

    question: str
    project: str
    is_right: bool | None
    judge: Judge
    rule: str
    cause: str = ""
    slot: str = ""
    value: str = ""
    recall: float | None = None
    best_recall: float | None = None
    has_whole_set: bool | None = None
    reason: str = ""
    again: bool | None = None
    is_fault: bool = False


class Judgements(RecordSet):
    """All verdicts of a cell; `unreached` answers found no judge because its endpoint failed."""

    cell: Cell
    judge_model: str = ""
    judged: tuple[Judged, ...] = ()
    judge_version: str = ""
    is_text_only: bool = False
    unreached: int = 0

    def slices(self) -> Mapping[str, str]:
        """How many found no judge: who runs again what failed looks there."""
        return {"errors": str(self.unreached)}
