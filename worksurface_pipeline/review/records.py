"""Records of an audit: items, how they are mixed, what annotators said."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet


class Vote(StrEnum):
    """What an annotator may say of a criterion."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class Origin(StrEnum):
    """Why an item is in the audit; annotators are not told."""

    SAMPLED = "sampled"
    PLANTED = "planted"
    REFUSED = "refused"


class Criterion(Frozen):
    """A criterion with its question, answered yes when all is well.

    `yes`, `no` and `unsure` are the words to choose from, in small letters; `unsure` is "" where a
    criterion leaves nothing to not know.
    """

    name: str
    question: str
    unsure: str = Field(default=Vote.UNSURE.value, exclude_if=lambda word: word == Vote.UNSURE)
    yes: str = Field(default=Vote.YES.value, exclude_if=lambda word: word == Vote.YES)
    no: str = Field(default=Vote.NO.value, exclude_if=lambda word: word == Vote.NO)

    @property
    def votes(self) -> dict[str, Vote]:
        """What an annotator may say, each with the vote that it is."""
        words = {self.yes: Vote.YES, self.no: Vote.NO}
        return {**words, self.unsure: Vote.UNSURE} if self.unsure else words


class Proof(Frozen):
    """A proof as people read it: what is claimed, and the cut of the source that shows it.

    `picture` is the name of a picture that shows it; whoever makes the pages has its bytes.
    """

    title: str
    claim: str
    source: str
    picture: str = Field(default="", exclude_if=lambda name: name == "")


class ReviewItem(Frozen):
    """What people are shown of one item.

    `stratum` is what quotas count, `balance` are its values of what is balanced within a stratum
    (such as persona and answer type), `cluster` its source. `fact` lines stand below the answer;
    `browse` is a page of the package with all that the item's source holds. `given` is what was
    answered, where that is judged by `answer`; such an item needs no evidence.
    """

    id: str
    stratum: str
    balance: tuple[str, ...]
    cluster: str
    question: str
    answer: str
    facts: tuple[str, ...] = ()
    proofs: tuple[Proof, ...] = ()
    reason: str = ""
    browse: str = Field(default="", exclude_if=lambda name: name == "")
    given: str = Field(default="", exclude_if=lambda text: text == "")


class AuditEntry(Frozen):
    """One item of an audit under its blind code.

    `expected_no` are the criteria that a planted fault breaks; an annotator who says no to any of
    them has caught it.
    """

    code: str
    origin: Origin
    item: ReviewItem
    fault: str = ""
    expected_no: tuple[str, ...] = ()


class StratumCount(Frozen):
    """How many of a stratum were wanted, existed and were drawn."""

    stratum: str
    wanted: int
    available: int
    drawn: int


class AuditPlan(RecordSet):
    """A whole audit: entries in the order of their codes. The key, not for annotators."""

    id: str
    criteria: tuple[Criterion, ...]
    annotators: tuple[str, ...]
    entries: tuple[AuditEntry, ...] = ()
    strata: tuple[StratumCount, ...] = ()

    @property
    def judges_answers(self) -> bool:
        """Whether people judge given answers by a reference, not questions by their evidence."""
        return any(entry.item.given for entry in self.entries)


class ItemVote(Frozen):
    """One annotator's vote on one criterion of one item."""

    code: str
    annotator: str
    criterion: str
    vote: Vote
    comment: str = ""


class Violation(Frozen):
    """Something wrong with a returned workbook: where (sheet and cell), what, and the remedy."""

    workbook: str
    cell: str
    what: str
    remedy: str

    def __str__(self) -> str:
        place = " ".join(filter(None, (self.workbook, self.cell)))
        return f"{place}: {self.what}. {self.remedy}."


class ImportedVotes(Frozen):
    """What was read of the workbooks. Votes count only when there is no violation."""

    votes: tuple[ItemVote, ...]
    violations: tuple[Violation, ...]
