"""Questions of the eight types, each with its gold and the query over the ledger that gives it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet


class QuestionType(StrEnum):
    """The paper's eight task types."""

    EXTRACTION = "extraction"
    ATTRIBUTION = "attribution"
    COMPUTATION = "computation"
    COMPARISON = "comparison"
    INTERPRETATION = "interpretation"
    CROSS_SOURCE = "cross_source_conflict"
    TEMPORAL = "temporal_conflict"
    UNANSWERABLE = "unanswerable"


class Absence(StrEnum):
    """Why a question cannot be answered."""

    NEVER_RECORDED = "never_recorded"
    PREMISE_CONTRADICTED = "premise_contradicted"
    TWIN_CHANGED = "twin_changed"


class LedgerQuery(Frozen):
    """The query that gives a gold: a closed list of operations over slots, times and events.

    `operation` is as_of, before_revision, who_stated, who_corrected, which_applies, difference,
    ratio, ranking, count_revisions, stated_in, holds (supported, contradicted or not established),
    or absent. `slots`, `at` and `event` are its operands.
    """

    operation: str
    slots: tuple[str, ...] = ()
    at: datetime | None = None
    event: str = ""
    argument: str = ""


class MmQuestion(Frozen):
    """One question. The reader sees every record at the end of the period.

    `answer_kind` is number, person, time, choice, name, list, verdict or abstain. `evidence` is the
    smallest sufficient set of units, `alternatives` all irredundant ones up to a bound. `twin` is
    the answerable question that an unanswerable one was changed from; `triple` groups current,
    as-of and before-revision questions on one fact; `origin` tells seed from invented values.
    """

    id: str
    project: str
    type: QuestionType
    question: str
    answer_kind: str
    gold: str | tuple[str, ...]
    unit: str = ""
    query: LedgerQuery
    evidence: tuple[str, ...] = ()
    alternatives: tuple[tuple[str, ...], ...] = ()
    absence: Absence | None = None
    twin: str = ""
    triple: str = ""
    origin: str = ""


class PublicMmQuestion(Frozen):
    """What an agent sees of a question."""

    id: str
    question: str
    answer_kind: str


class QuestionSet(RecordSet):
    """The questions of one project."""

    questions: tuple[MmQuestion, ...] = ()
