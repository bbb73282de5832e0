"""One trajectory in the making: asks the model within the limits and keeps every reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.llm.types import (
    CONTEXT_WINDOW,
    REFUSED,
    Message,
    ModelClient,
    ModelReply,
    ModelRequest,
    NativeTool,
    Sampling,
    Usage,
)
from worksurface_pipeline.harness.trajectory import REJECTED, Outcome, StopReason, ToolCall, Turn
from worksurface_pipeline.kernel.errors import (
    ModelConfigurationError,
    ModelError,
    ModelTooLateError,
)
from worksurface_pipeline.kernel.model import Frozen


class Ending(Frozen):
    """How a trajectory ended; `answer` is JSON text, None when none was submitted."""

    outcome: Outcome
    stop_reason: StopReason
    answer: str | None = None
    is_forced_answer: bool = False
    error: str = ""


class RequestFrame(Frozen):
    """What all requests of one trajectory share."""

    model: str
    sampling: Sampling = Sampling()
    prompt_version: str = ""
    epoch: int = 0


class Session:
    """The turns of one trajectory. Not shared between threads.

    `clock` gives seconds on any scale that only grows; the limit of time counts from creation and
    holds in the middle of a call too. What the gateway waited for a limit of rate is left out.
    """

    def __init__(
        self,
        client: ModelClient,
        frame: RequestFrame,
        limits: AgentLimits,
        clock: Callable[[], float],
    ) -> None:
        self.limits = limits
        self._client = client
        self._frame = frame
        self._clock = clock
        self._begun = clock()
        self._tokens = 0
        self._queued = 0.0  # seconds spent waiting for limits of rate: no fault of anybody
        self._turns: list[Turn] = []

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns so far, in order."""
        return tuple(self._turns)

    def ask(
        self, messages: Sequence[Message], tools: Sequence[NativeTool] = ()
    ) -> ModelReply | Ending:
        """One model reply, or how the trajectory ends instead of it."""
        left = self._seconds_left()
        reached = self._reached_limit(left)
        if reached is not None:
            return reached
        try:
            reply = self._client.complete(
                ModelRequest(
                    messages=tuple(messages),
                    tools=tuple(tools),
                    within_seconds=left,
                    **self._frame.model_dump(),
                )
            )
        except ModelTooLateError:
            return self._out_of_time()
        except ModelError as error:
            return _model_error(error)
        self._queued += reply.queued_seconds
        self._tokens += reply.usage.total or 0
        return self._without_answer(reply) or reply

    def keep(
        self, kind: str, reply: ModelReply, call: ToolCall | None = None, problem: str = ""
    ) -> None:
        """Record a turn: the reply as it was received, and what became of it."""
        turn = Turn(
            index=len(self._turns),
            kind=kind,
            reply=reply.as_said,
            usage=reply.usage,
            call=call,
            problem=problem,
            model_returned=reply.model_returned,
            finish_reason=reply.finish_reason,
            attempts=reply.attempts,
            system_fingerprint=reply.system_fingerprint,
        )
        self._turns.append(turn)

    def keep_forced(self, call: ToolCall) -> None:
        """Record a call that the setting makes itself; no model reply belongs to it."""
        turn = Turn(
            index=len(self._turns), kind="forced", reply="", usage=Usage(), call=call, attempts=0
        )
        self._turns.append(turn)

    def _reached_limit(self, left: float | None) -> Ending | None:
        tokens = self.limits.tokens
        if left is not None and left <= 0:
            return self._out_of_time()
        if tokens is not None and self._tokens >= tokens:
            return Ending(outcome=Outcome.LIMITED, stop_reason=StopReason.TOKEN_LIMIT)
        return None

    def _seconds_left(self) -> float | None:
        if self.limits.seconds is None:
            return None
        return self.limits.seconds - (self._clock() - self._begun - self._queued)

    def _out_of_time(self) -> Ending:
        seconds = self.limits.seconds or 0.0
        error = f"The trajectory reached its limit of {seconds:g} s. Run again to retry it."
        return Ending(outcome=Outcome.ERRORED, stop_reason=StopReason.TIME_LIMIT, error=error)

    def _without_answer(self, reply: ModelReply) -> Ending | None:
        """The ending of a reply that the endpoint itself cut off for its content or its length."""
        if reply.finish_reason == REFUSED:
            self.keep(_kind_of_end(reply), reply, problem="The model or its endpoint refused.")
            return Ending(outcome=Outcome.MODEL_FAILED, stop_reason=StopReason.REFUSED)
        if reply.finish_reason == CONTEXT_WINDOW:
            problem = "The conversation exceeds the context window."
            self.keep(_kind_of_end(reply), reply, problem=problem)
            return Ending(outcome=Outcome.LIMITED, stop_reason=StopReason.TOKEN_LIMIT)
        return None


def _kind_of_end(reply: ModelReply) -> str:
    """A request that was refused unread has no response: nobody says which model it was."""
    return "final" if reply.model_returned else REJECTED


def _model_error(error: ModelError) -> Ending:
    is_lasting = isinstance(error, ModelConfigurationError)
    reason = StopReason.MODEL_CONFIGURATION if is_lasting else StopReason.MODEL_UNAVAILABLE
    return Ending(outcome=Outcome.ERRORED, stop_reason=reason, error=str(error))
