"""One cell: every question asked once, each record durable at once, resumed where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from enum import StrEnum

from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.types import (
    CONTEXT_WINDOW,
    REFUSED,
    ModelClient,
    ModelReply,
    Usage,
)
from worksurface_pipeline.harness.pending import RunKey, still_pending
from worksurface_pipeline.harness.runner import INTERRUPTED, Counted, counting, run_pending
from worksurface_pipeline.harness.trajectory import (
    REJECTED,
    Outcome,
    StopReason,
    Trajectory,
    Turn,
)
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.records import uncollected
from worksurface_pipeline.mmenterprise.answering.prompts import answer_in, is_whole
from worksurface_pipeline.mmenterprise.answering.work import Asked, CellWork
from worksurface_pipeline.mmenterprise.schema.evaluation import Answered, Answers

_CUT_OFF = "length"  # the reason of a reply that reached its limit of tokens, in OpenAI's word


class Ending(StrEnum):
    """How a question of a cell ended; only `errored` is a fault not of the model's making."""

    ANSWERED = "answered"
    LIMITED = "limited"
    REFUSED = "refused"
    EMPTY = "empty"
    ERRORED = "errored"


_ENDINGS: Mapping[Outcome, Ending] = {
    Outcome.ANSWERED: Ending.ANSWERED,
    Outcome.LIMITED: Ending.LIMITED,
    Outcome.ERRORED: Ending.ERRORED,
}


def run_cell(
    work: CellWork,
    journal: Journal,
    client: ModelClient,
    on_done: Counted = lambda done, total: None,
    *,
    is_forced: bool = False,
) -> Answers:
    """All answers of a cell, in the questions' order; what the journal holds is not asked again.

    Errors are tried again by the next run; with `is_forced` everything is. Raises WorksurfaceError
    ("n done, m left") when it was stopped before all were asked: what is done stays in the journal.
    """
    pairs = list(work.keys())
    asked = dict(pairs)
    pending = tuple(asked) if is_forced else still_pending(asked, journal.state())
    summary = run_pending(
        pending,
        lambda key: ask(work, key, asked[key], client),
        journal,
        workers=work.model.concurrency,
        on_done=counting(on_done, len(pending)),
    )
    if summary.stopped == INTERRUPTED:
        raise KeyboardInterrupt(str(summary))
    if summary.left:
        remedy = "Mend what it names and run again"
        raise WorksurfaceError(f"{work.cell.key}: {summary}", remedy=remedy)
    with uncollected():
        # By question too: two of different projects may be asked in the same words.
        records = {(record.task_id, record.fingerprint): record for record in journal.read()}
    answers = tuple(
        _answered(work, key, item, records[key.task_id, key.fingerprint]) for key, item in pairs
    )
    return Answers(cell=work.cell, is_text_only=work.is_text_only, answers=answers)


def ask(work: CellWork, key: RunKey, asked: Asked, client: ModelClient) -> Trajectory:
    """The record of one question. Raises what the client raises, LakeError for a lost picture."""
    reply = client.complete(work.request(asked, work.context(asked)))
    outcome, reason, answer = _end(reply)
    turn = Turn(
        index=0,
        kind="final" if reply.model_returned else REJECTED,
        reply=reply.as_said,
        usage=reply.usage,
        model_returned=reply.model_returned,
        finish_reason=reply.finish_reason,
        attempts=reply.attempts,
        system_fingerprint=reply.system_fingerprint,
    )
    return Trajectory(
        **key.model_dump(),
        outcome=outcome,
        stop_reason=reason,
        answer=None if answer is None else canonical_json(answer),
        exposed=(),
        turns=(turn,),
    )


def _end(reply: ModelReply) -> tuple[Outcome, StopReason, str | None]:
    if reply.finish_reason == REFUSED:
        return Outcome.MODEL_FAILED, StopReason.REFUSED, None
    is_cut_off = reply.finish_reason == _CUT_OFF and not is_whole(reply.text)
    if is_cut_off or reply.finish_reason == CONTEXT_WINDOW:
        return Outcome.LIMITED, StopReason.TOKEN_LIMIT, None
    answer = answer_in(reply.text)
    if answer is None:
        return Outcome.MODEL_FAILED, StopReason.EMPTY, None
    return Outcome.ANSWERED, StopReason.ANSWERED, answer


def _answered(work: CellWork, key: RunKey, asked: Asked, record: Trajectory) -> Answered:
    context = work.context(asked)
    return Answered(
        question=key.task_id,
        project=key.persona,
        units=context.units,
        images=len(context.pictures),
        answer=None if record.answer is None else json.loads(record.answer),
        outcome=_ending(record).value,
        usage=_usage(record.usages),
        fingerprint=key.fingerprint,
        error=record.error,
    )


def _ending(record: Trajectory) -> Ending:
    if record.stop_reason is StopReason.REFUSED:
        return Ending.REFUSED
    return _ENDINGS.get(record.outcome, Ending.EMPTY)


def _usage(usages: Iterable[Usage]) -> Usage:
    """What the one reply reports; nothing where there was none."""
    return next(iter(usages), Usage())
