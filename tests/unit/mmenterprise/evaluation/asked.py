"""Questions of all kinds on one small world, for tables of answers to them."""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary
from worksurface_pipeline.mmenterprise.schema.questions import (
    Absence,
    LedgerQuery,
    MmQuestion,
    QuestionType,
)

WORDS = Vocabulary(
    people=(
        "Ana Brook", "Ben Castle", "Ben Dorn", "Farida Fenwyck", "Stellan Ekholm", "May Lund",
    ),
    names=(
        "Alder", "Alder Major", "Cedar", "Birch", "staged rollout", "single cutover", "Jarrowby",
        "Hexdale", "Falcon", "in review", "in progress",
    ),
    years=(2029, 2030),
)  # fmt: skip
_CLAIM = (
    'A draft says: "The load of Alder is higher than that of Cedar." Do our records support this, '
    "contradict it, or not establish it?"
)


def _asked(
    kind: str,
    gold: str | tuple[str, ...],
    text: str,
    unit: str = "",
    operation: str = "as_of",
    argument: str = "",
    event: str = "",
    absence: Absence | None = None,
) -> MmQuestion:
    return MmQuestion(
        id="q", project="p", question=text, answer_kind=kind, gold=gold, unit=unit,
        type=QuestionType.UNANSWERABLE if absence else QuestionType.EXTRACTION,
        query=LedgerQuery(operation=operation, argument=argument, event=event), absence=absence,
    )  # fmt: skip


SHARE = _asked("number", "81.4", "What is the share of late returns of Alder?", "%")
POINTS_APART = _asked(
    "number", "6.2", "How far apart are the share of Alder and the share of Cedar, in percentage "
    "points?", "percentage points", "difference",
)  # fmt: skip
MOVE = _asked(
    "number", "3.4", "By how much did the revision by Ana move the share of Alder, in percentage "
    "points?", "percentage points", "difference", event="e1",
)  # fmt: skip
BUDGET = _asked("number", "49,700", "What is the budget of the pilot?", "EUR")
SCORE = _asked("number", "0.81", "What is the F1 score of Alder?")
POWER = _asked("number", "46.5", "What is the peak load of Hexdale?", "MW")
COUNT = _asked(
    "number", "3", "How many times was the budget of the pilot revised after the first "
    "announcement?", operation="count_revisions",
)  # fmt: skip
RATIO = _asked(
    "number", "1.25", "What do you get if you divide the load of Alder by the load of Cedar? Two "
    "decimals, please.", operation="ratio",
)  # fmt: skip
MILLIONS = _asked("number", "37.9", "What is the budget of Fenwick Cross?", "EUR million")
HOURS = _asked("number", "14", "What is the longest run of misses for Dunvale?", "hours")
RATE = _asked("number", "601", "What is the throughput of Farrow?", "forecasts per second")
POINTS = _asked("number", "0.35", "What is the change in MAPE for Wind speed?", "points")
BIAS = _asked("number", "-8.4", "What is the bias of Corvane?", "kW")
NO_UNIT = _asked("number", "55.06", "What is the body weight of Participant 1?")
WHO = _asked("person", "Ana Brook", "Who first gave the budget?", operation="who_stated")
WHO_OF_TWO = WHO.model_copy(update={"gold": "Ben Castle"})
WHO_IS_MAY = WHO.model_copy(update={"gold": "May Lund"})
DAY = _asked("time", "12 March", "What is the deadline of the pilot?")
TIME = _asked("time", "Thursday 12 March, 17:00", "When is the handover?")
PLAN = _asked("choice", "staged rollout", "What is the rollout plan?")
STATUS = _asked("choice", "in review", "What is the status of the pilot?")
HIGHEST = _asked(
    "name", "Alder", "Among Alder, Birch and Cedar, which has the highest load?",
    operation="ranking", argument="highest",
)  # fmt: skip
LOWEST = _asked(
    "name", "Alder", "Among Alder, Birch and Cedar, which has the lowest load?",
    operation="ranking", argument="lowest",
)  # fmt: skip
ORDER = _asked(
    "list", ("Cedar", "Alder", "Birch"), "Please put Alder, Birch and Cedar in order of load, the "
    "highest first.", operation="ranking", argument="descending",
)  # fmt: skip
CLAIM_TRUE = _asked("verdict", "supported", _CLAIM, operation="holds")
CLAIM_FALSE = _asked("verdict", "contradicted", _CLAIM, operation="holds")
CLAIM_OPEN = _asked("verdict", "not_established", _CLAIM, operation="holds")
NO_LOAD = _asked(
    "number", "", "What is the peak load of Jarrowby?", "MW", "absent", "Jarrowby | peak load",
    absence=Absence.NEVER_RECORDED,
)  # fmt: skip
NO_WRONG_VALUE = _asked(
    "person", "", "Who was the first to put the budget of the pilot right after a wrong value had "
    "gone out?", "", "absent", "reviser anybody", absence=Absence.PREMISE_CONTRADICTED,
)  # fmt: skip
NO_REVISER = _asked(
    "number", "", "What did we have for the budget of the pilot right before Stellan revised it?",
    "EUR", "absent", "reviser p-stellan", absence=Absence.PREMISE_CONTRADICTED,
)  # fmt: skip
NO_RANKING = _asked(
    "name", "", "Among Alder, Birch and Jarrowby, which has the highest load?", "", "absent",
    "Jarrowby | load", absence=Absence.TWIN_CHANGED,
)  # fmt: skip
