"""Verdicts of the first two stages as records."""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.validation.comparing import Compared
from worksurface_pipeline.mmenterprise.validation.model import By, Stage, StageVerdict

SETTLED, NOT_SETTLED = "settled", "not settled"


def solver_verdict(
    item: MmQuestion,
    number: int,
    by: By,
    answer: str,
    *,
    is_settled: bool,
    reason: str = "",
    outside: int = 0,
) -> StageVerdict:
    """What a solver answered from the cited records."""
    return StageVerdict(
        question=item.id,
        project=item.project,
        text=item.question,
        round=number,
        stage=Stage.SOLVER,
        by=by,
        outcome=SETTLED if is_settled else NOT_SETTLED,
        reason=reason,
        answer=answer,
        outside=outside,
    )


def comparison_verdict(
    item: MmQuestion, number: int, by: By, found: Compared, outside: int = 0
) -> StageVerdict:
    """How an answer compares with the gold."""
    return StageVerdict(
        question=item.id,
        project=item.project,
        text=item.question,
        round=number,
        stage=Stage.COMPARISON,
        by=by,
        outcome=found.match,
        cause=found.cause,
        reason=found.reason,
        outside=outside,
    )
