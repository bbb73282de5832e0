"""The ReAct loop: one call a turn, until an answer or a limit.

Only the submitted `final_answer` counts. A tool's error and a malformed reply are told to the
model and use up a turn. What the model does wrong never raises; a fault of a tool's own machinery
does (a WorksurfaceError), and is the caller's to record.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.harness.agent.dialect import Dialect
from worksurface_pipeline.harness.agent.dispatch import ToolAccess
from worksurface_pipeline.harness.agent.session import Ending, Session
from worksurface_pipeline.harness.llm.parse import FinalAnswer, Malformed, ToolAction
from worksurface_pipeline.harness.llm.types import Message, ModelReply
from worksurface_pipeline.harness.trajectory import Outcome, StopReason
from worksurface_pipeline.kernel.model import Frozen

ABSTENTION = "INSUFFICIENT_EVIDENCE"
_CUT_OFF = "length"  # finish reason of a reply that reached its limit of tokens


class _Step(Frozen):
    """One turn that did not end the trajectory."""

    reply: ModelReply
    messages: tuple[Message, ...]
    malformed: Malformed | None = None


def run_loop(
    session: Session, messages: Sequence[Message], tools: ToolAccess, dialect: Dialect
) -> Ending:
    """Run from the first messages to the end; the session holds the turns afterwards."""
    history = list(messages)
    has_tools = bool(tools.specs)
    step: _Step | None = None
    for _ in range(session.limits.turns if has_tools else session.limits.answer_turns):
        taken = _take_turn(session, history, tools, dialect)
        if isinstance(taken, Ending):
            return taken
        step = taken
        history += step.messages
    if has_tools and session.limits.has_last_request:
        return _last_request(session, history, dialect)
    return _without_answer(step)


def ending_of(answer: FinalAnswer, *, is_forced: bool = False) -> Ending:
    """The ending of a submitted answer: an abstention if it says so, else an answer."""
    value = answer.value
    is_abstention = isinstance(value, str) and value.strip().upper() == ABSTENTION
    return Ending(
        outcome=Outcome.ABSTAINED if is_abstention else Outcome.ANSWERED,
        stop_reason=StopReason.ABSTAINED if is_abstention else StopReason.ANSWERED,
        answer=answer.answer,
        is_forced_answer=is_forced,
    )


def failure_of(reply: ModelReply, malformed: Malformed) -> Ending:
    """The ending of a trajectory whose last reply held neither an answer nor a call."""
    if reply.finish_reason == _CUT_OFF:
        return Ending(outcome=Outcome.LIMITED, stop_reason=StopReason.TOKEN_LIMIT)
    reason = StopReason.EMPTY if malformed.is_empty else StopReason.UNPARSABLE
    return Ending(outcome=Outcome.MODEL_FAILED, stop_reason=reason)


def _take_turn(
    session: Session, history: Sequence[Message], tools: ToolAccess, dialect: Dialect
) -> _Step | Ending:
    reply = session.ask(history, dialect.offered(tools.specs))
    if isinstance(reply, Ending):
        return reply
    action = dialect.read(reply)
    if isinstance(action, FinalAnswer):
        session.keep("final", reply)
        return ending_of(action)
    if isinstance(action, ToolAction):
        call = tools.call(action)
        session.keep("tool", reply, call=call)
        return _Step(reply=reply, messages=dialect.after_call(reply, call))
    session.keep("repair", reply, problem=action.problem)
    messages = dialect.after_malformed(reply, action.problem)
    return _Step(reply=reply, messages=messages, malformed=action)


def _last_request(session: Session, history: Sequence[Message], dialect: Dialect) -> Ending:
    """Ask once more, for the answer alone; a call now is the limit of turns."""
    reply = session.ask(dialect.last_request(history), dialect.offered(()))
    if isinstance(reply, Ending):
        return reply
    action = dialect.read(reply)
    if isinstance(action, FinalAnswer):
        session.keep("final", reply)
        return ending_of(action, is_forced=True)
    if isinstance(action, Malformed):
        session.keep("final", reply, problem=action.problem)
        return failure_of(reply, action)
    session.keep("final", reply, problem="A tool was called after the last turn.")
    return Ending(outcome=Outcome.LIMITED, stop_reason=StopReason.TURN_LIMIT)


def _without_answer(last: _Step | None) -> Ending:
    """Turns used up: the model's failure if its last reply was malformed, else the limit."""
    if last is not None and last.malformed is not None:
        return failure_of(last.reply, last.malformed)
    return Ending(outcome=Outcome.LIMITED, stop_reason=StopReason.TURN_LIMIT)
