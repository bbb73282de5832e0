"""What validation leaves behind: verdicts of each stage, what was kept, mended and dropped."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionSet


class Stage(StrEnum):
    """The three stages; `set` is what follows for a question from what became of another."""

    SOLVER = "solver"
    COMPARISON = "comparison"
    AUDIT = "audit"
    SET = "set"


class By(StrEnum):
    """Who speaks: the ledger with the reader of records, or a model."""

    LEDGER = "ledger"
    MODEL = "model"


class Match(StrEnum):
    """How the solver's answer compares with the gold; undecided where nobody could tell."""

    MATCH = "match"
    PARTIAL = "partial"
    MISMATCH = "mismatch"
    UNDECIDED = "undecided"


class Cause(StrEnum):
    """Why it is no match."""

    NONE = "none"
    DIFFERENT_VALUE = "different_value"
    WRONG_ENTITY = "wrong_entity"
    MISSING_PART = "missing_required_part"
    ABSTAINED = "candidate_abstained"
    ANSWERED_UNANSWERABLE = "answered_unanswerable"
    OTHER = "other"


class Decision(StrEnum):
    """What an audit wants done with a question."""

    PASS = "pass"
    FIX = "fix"
    DROP = "drop"


class Category(StrEnum):
    """What an audit found."""

    NONE = "none"
    GOLD_WRONG = "gold_wrong"
    AMBIGUOUS = "ambiguous_question"
    INSUFFICIENT = "evidence_insufficient"
    ANSWERABLE = "unanswerable_is_answerable"
    LEAK = "leak"
    BROKEN_PAIR = "broken_pair"


class Fix(Frozen):
    """A proposed edit: another wording, another gold, the whole of another set of evidence."""

    question: str = ""
    gold: str | tuple[str, ...] | None = None
    evidence: tuple[str, ...] = ()


class StageVerdict(Frozen):
    """What one stage said of a question in one round; round 2 looks at what was mended.

    `outcome` is "settled" or "not settled" of a solver, a `Match` or a `Decision`; `cause` a
    `Cause` or `Category`. An audit's four checks are `competing` answers, `unsupported` values,
    `is_status_right` and `is_sufficient`; `outside` counts replies outside the contract.
    """

    question: str
    project: str
    text: str
    round: int
    stage: Stage
    by: By
    outcome: str
    cause: str = ""
    reason: str = ""
    answer: str = ""
    competing: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()
    is_status_right: bool | None = None
    is_sufficient: bool | None = None
    fix: Fix | None = None
    outside: int = 0


class Dropped(Frozen):
    """A question that did not pass, as it was last looked at, and why."""

    item: MmQuestion
    stage: Stage
    by: By
    category: Category
    reason: str


class Mended(Frozen):
    """A question before and after its fix; it is among those kept if it passed the re-check."""

    before: MmQuestion
    after: MmQuestion
    by: By
    category: Category
    is_kept: bool


class Validation(RecordSet):
    """The validation of one project's questions."""

    kept: tuple[MmQuestion, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    fixed: tuple[Mended, ...] = ()
    verdicts: tuple[StageVerdict, ...] = ()

    @property
    def questions(self) -> QuestionSet:
        """The questions that passed."""
        return QuestionSet(questions=self.kept)
