"""The model gateway: the one owner of retries, time limits and concurrency of model calls."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.deadline import call_within
from worksurface_pipeline.harness.llm.faults import timeout_fault, too_late_fault
from worksurface_pipeline.harness.llm.lanes import Clock, Lane, Lanes, Sleep
from worksurface_pipeline.harness.llm.ledger import (
    BookkeepingError,
    CallRecord,
    Ledger,
    assumed_usage,
)
from worksurface_pipeline.harness.llm.retry import Fault, FaultKind, decide
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price, cost_of
from worksurface_pipeline.harness.llm.transport import Transport
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest
from worksurface_pipeline.kernel.errors import ModelConfigurationError


@dataclass(slots=True)
class _Progress:
    """What became of the attempts of one call so far; `queued` seconds count for no limit."""

    begun: float
    queued: float = 0.0
    attempts: int = 0
    problems: list[str] = field(default_factory=list)


class Gateway:
    """Answers requests over a transport; a `ModelClient`. Safe to share between threads.

    Gateways that are given the same `lanes` keep the limits of each model together.
    """

    def __init__(
        self,
        models: Iterable[ModelSettings],
        *,
        transport: Transport,
        clock: Clock,
        sleep: Sleep,
        ledger: Ledger | None = None,
        lanes: Lanes | None = None,
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._sleep = sleep
        self._ledger = ledger
        known = lanes or Lanes(transport.price, clock, sleep)
        self._lanes = {model.id: known.of(model) for model in models}

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request, with retries.

        Raises ModelConfigurationError (no attempt can succeed), ModelUnavailableError (the
        attempts are used up), ModelTooLateError (the caller waits no longer), ModelError (the
        endpoint refused this very request), or BookkeepingError with the reply, if there is one.
        Nothing is asked that cannot be booked.
        """
        lane = self._lane(request.model)
        key = request.digest()
        progress = _Progress(begun=self._clock())
        if self._ledger is not None:
            self._ledger.check()
        end = self._try_all(lane, request, key, progress)
        if isinstance(end, ModelReply):
            update = {"attempts": progress.attempts, "queued_seconds": progress.queued}
            end = end.model_copy(update=update)
        try:
            self._note(lane, request, key, end, progress)
        except BookkeepingError as error:
            error.reply = end if isinstance(end, ModelReply) else None
            raise
        if isinstance(end, Fault):
            raise end.as_error(request.model, progress.attempts)
        return end

    def _lane(self, model: str) -> Lane:
        if model not in self._lanes:
            known = ", ".join(sorted(self._lanes)) or "none"
            raise ModelConfigurationError(
                f"The model {model} is not configured",
                where="models",
                remedy=f"Add it to the settings, or use one of: {known}",
            )
        return self._lanes[model]

    def _try_all(
        self, lane: Lane, request: ModelRequest, key: str, progress: _Progress
    ) -> ModelReply | Fault:
        while True:
            end = self._try_once(lane, request, progress)
            if isinstance(end, ModelReply):
                return end
            progress.problems.append(end.what)
            decision = decide(end, progress.attempts, lane.model.retry, key)
            if not decision.is_retry:
                return end
            if decision.is_shared_wait:
                lane.pause(decision.wait_seconds)
            elif decision.wait_seconds >= self._left(request, progress):
                return too_late_fault()
            else:
                self._sleep(decision.wait_seconds)

    def _try_once(
        self, lane: Lane, request: ModelRequest, progress: _Progress
    ) -> ModelReply | Fault:
        most = request.guessed_usage.total if lane.model.tokens_per_minute else None
        with lane.slot(most or 0) as granted:
            progress.queued += granted.queued
            left = self._left(request, progress)
            if left <= 0:
                return too_late_fault()
            progress.attempts += 1
            end = self._send(lane.model, request, left)
            if isinstance(end, ModelReply):
                lane.answered(granted, end.usage.total)
            elif end.kind is FaultKind.RATE_LIMITED:
                lane.limited(granted)
            return end

    def _send(self, model: ModelSettings, request: ModelRequest, left: float) -> ModelReply | Fault:
        """One attempt under its wall-clock limit; the embedded model needs no thread for that."""
        if model.is_offline:
            return self._transport.send(request, model)
        seconds = min(model.timeout_seconds, left)
        try:
            return call_within(seconds, lambda: self._transport.send(request, model))
        except TimeoutError:
            is_ours = seconds < model.timeout_seconds
            return too_late_fault() if is_ours else timeout_fault(seconds)

    def _left(self, request: ModelRequest, progress: _Progress) -> float:
        """Seconds that the caller still waits, those in queues apart."""
        if request.within_seconds is None:
            return math.inf
        return request.within_seconds - (self._clock() - progress.begun - progress.queued)

    def _note(
        self,
        lane: Lane,
        request: ModelRequest,
        key: str,
        end: ModelReply | Fault,
        progress: _Progress,
    ) -> None:
        if self._ledger is None:
            return
        record = CallRecord(
            model=lane.model.id,
            request=key,
            result="ok" if isinstance(end, ModelReply) else end.kind.value,
            attempts=progress.attempts,
            seconds=self._clock() - progress.begun,
            queued_seconds=progress.queued,
            problems=tuple(progress.problems),
        )
        if isinstance(end, ModelReply):
            record = record.model_copy(update=_reply_fields(request, end, lane.price))
        self._ledger.add(record)


def _reply_fields(
    request: ModelRequest, reply: ModelReply, price: Price | None
) -> dict[str, object]:
    return {
        "usage": reply.usage,
        "assumed": assumed_usage(request, reply),
        "cost": cost_of(reply.usage, price),
        "finish_reason": reply.finish_reason,
        "model_returned": reply.model_returned,
    }
