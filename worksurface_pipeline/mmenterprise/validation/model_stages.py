"""The stages as a model does them, under contract; one that never keeps to it has said nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.contract import ask
from worksurface_pipeline.harness.llm.types import ModelClient
from worksurface_pipeline.mmenterprise.answering.context import Context
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.validation.comparing import Compared
from worksurface_pipeline.mmenterprise.validation.contracts import (
    AuditReply,
    ComparisonReply,
    FixReply,
    SolverReply,
    audit_fault,
    comparison_fault,
    solver_fault,
)
from worksurface_pipeline.mmenterprise.validation.fixing import widened
from worksurface_pipeline.mmenterprise.validation.model import (
    By,
    Cause,
    Decision,
    Fix,
    Match,
    Stage,
    StageVerdict,
)
from worksurface_pipeline.mmenterprise.validation.prompts import (
    audit_request,
    comparison_request,
    solver_request,
)
from worksurface_pipeline.mmenterprise.validation.verdicts import comparison_verdict, solver_verdict

UNSAID = "no reply within the contract: left to the ledger"


@dataclass(frozen=True, slots=True)
class Model:
    """A model of one stage, with how often it may reply outside the contract."""

    client: ModelClient
    name: str
    attempts: int


def solved_by(
    model: Model, item: MmQuestion, number: int, cited: Context
) -> tuple[SolverReply | None, StageVerdict]:
    """The solver's reply, None where it kept to no contract."""
    request = solver_request(model.name, item, cited)
    kept = ask(model.client, request, SolverReply, model.attempts, solver_fault)
    reply = kept.value
    verdict = solver_verdict(
        item,
        number,
        By.MODEL,
        reply.answer if reply else "",
        is_settled=reply is not None and reply.is_settled,
        reason=reply.reason if reply else f"{UNSAID} ({kept.problems[-1]})",
        outside=len(kept.problems),
    )
    return reply, verdict


def comparison_by(
    model: Model, item: MmQuestion, number: int, reply: SolverReply, exact: Compared
) -> StageVerdict:
    """The comparer's verdict on what exact matching left open."""
    request = comparison_request(model.name, item, reply)
    kept = ask(model.client, request, ComparisonReply, model.attempts, comparison_fault)
    if kept.value is None:
        found = exact.model_copy(update={"reason": f"{exact.reason}; {UNSAID}"})
    else:
        found = Compared(
            match=Match(kept.value.verdict),
            cause=Cause(kept.value.cause),
            reason=kept.value.reason,
        )
    return comparison_verdict(item, number, By.MODEL, found, len(kept.problems))


def audit_by(
    model: Model, item: MmQuestion, number: int, everything: Context, hints: Sequence[str]
) -> StageVerdict:
    """The auditor's verdict; a pass where it kept to no contract, for then the ledger decides."""
    request = audit_request(model.name, item, everything, hints)
    shown = len(everything.units)
    kept = ask(
        model.client, request, AuditReply, model.attempts, lambda reply: audit_fault(reply, shown)
    )
    bare = StageVerdict(
        question=item.id,
        project=item.project,
        text=item.question,
        round=number,
        stage=Stage.AUDIT,
        by=By.MODEL,
        outcome=Decision.PASS,
        outside=len(kept.problems),
    )
    if kept.value is None:
        return bare.model_copy(update={"reason": f"{UNSAID} ({kept.problems[-1]})"})
    return bare.model_copy(update=_said(item, kept.value, everything))


def _said(item: MmQuestion, reply: AuditReply, everything: Context) -> dict[str, object]:
    """The fields of a verdict from a reply."""
    competing = (reply.competing.answer,) if reply.competing.answer else ()
    return {
        "outcome": Decision(reply.verdict),
        "cause": reply.category,
        "reason": reply.reason,
        "competing": competing,
        "unsupported": reply.unsupported,
        "is_status_right": reply.is_status_right,
        "is_sufficient": reply.is_sufficient,
        "fix": _fix(item, reply.fix, everything) if reply.fix else None,
    }


def _fix(item: MmQuestion, reply: FixReply, everything: Context) -> Fix:
    """The edit that a reply proposes, records by their ids."""
    added = [everything.units[number - 1] for number in reply.add_records]
    return Fix(
        question=reply.question or "",
        gold=reply.gold,
        evidence=widened(item, added) if added else (),
    )
