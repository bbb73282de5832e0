"""The model gateway: the one owner of retries, time limits and concurrency of model calls."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.deadline import call_within
from worksurface_pipeline.harness.llm.faults import timeout_fault
from worksurface_pipeline.harness.llm.ledger import CallRecord, Ledger
from worksurface_pipeline.harness.llm.retry import Fault, decide
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price, cost_of
from worksurface_pipeline.harness.llm.transport import Transport
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest
from worksurface_pipeline.kernel.errors import ModelConfigurationError
from worksurface_pipeline.kernel.hashing import digest_json

Clock = Callable[[], float]
Sleep = Callable[[float], None]


@dataclass(slots=True)
class _Progress:
    """What became of the attempts of one call so far."""

    attempts: int = 0
    problems: list[str] = field(default_factory=list)


class Lane:
    """The calls to one model: so many at once, and a pause of all when the endpoint asks for one.

    A pause holds for every caller, so that one rate limit is not hit again by all the others.
    """

    def __init__(self, model: ModelSettings, price: Price | None, clock: Clock, sleep: Sleep):
        self.model = model
        self.price = price
        self._clock = clock
        self._sleep = sleep
        self._slots = threading.BoundedSemaphore(model.concurrency)
        self._lock = threading.Lock()
        self._paused_until = float("-inf")

    def pause(self, seconds: float) -> None:
        """No further call within `seconds`."""
        with self._lock:
            self._paused_until = max(self._paused_until, self._clock() + seconds)

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Wait out a pause and for a free slot; the slot is given back whatever happens."""
        with self._lock:
            wait = self._paused_until - self._clock()
        if wait > 0:
            self._sleep(wait)
        with self._slots:
            yield


class Gateway:
    """Answers requests over a transport; a `ModelClient`. Safe to share between threads."""

    def __init__(
        self,
        models: Iterable[ModelSettings],
        *,
        transport: Transport,
        clock: Clock,
        sleep: Sleep,
        ledger: Ledger | None = None,
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._sleep = sleep
        self._ledger = ledger
        self._lanes = {
            model.id: Lane(model, transport.price(model), clock, sleep) for model in models
        }

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request, with retries.

        Raises ModelConfigurationError (no attempt can succeed), ModelUnavailableError (the
        attempts are used up) or ModelError (the endpoint refused this very request).
        """
        lane = self._lane(request.model)
        key = digest_json(request)
        begun = self._clock()
        progress = _Progress()
        end = self._try_all(lane, request, key, progress)
        self._note(lane, key, end, progress, self._clock() - begun)
        if isinstance(end, Fault):
            raise end.as_error(request.model, progress.attempts)
        return end.model_copy(update={"attempts": progress.attempts})

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
            progress.attempts += 1
            end = self._try_once(lane, request)
            if isinstance(end, ModelReply):
                return end
            progress.problems.append(end.what)
            decision = decide(end, progress.attempts, lane.model.retry, key)
            if not decision.is_retry:
                return end
            if decision.is_shared_wait:
                lane.pause(decision.wait_seconds)
            else:
                self._sleep(decision.wait_seconds)

    def _try_once(self, lane: Lane, request: ModelRequest) -> ModelReply | Fault:
        """One attempt under its wall-clock limit; the embedded model needs no thread for that."""
        model = lane.model
        with lane.slot():
            if model.is_offline:
                return self._transport.send(request, model)
            try:
                return call_within(
                    model.timeout_seconds, lambda: self._transport.send(request, model)
                )
            except TimeoutError:
                return timeout_fault(model.timeout_seconds)

    def _note(
        self, lane: Lane, key: str, end: ModelReply | Fault, progress: _Progress, seconds: float
    ) -> None:
        if self._ledger is None:
            return
        record = CallRecord(
            model=lane.model.id,
            request=key,
            result="ok" if isinstance(end, ModelReply) else end.kind.value,
            attempts=progress.attempts,
            seconds=seconds,
            problems=tuple(progress.problems),
        )
        if isinstance(end, ModelReply):
            record = record.model_copy(update=_reply_fields(end, lane.price))
        self._ledger.add(record)


def _reply_fields(reply: ModelReply, price: Price | None) -> dict[str, object]:
    return {
        "usage": reply.usage,
        "cost": cost_of(reply.usage, price),
        "finish_reason": reply.finish_reason,
        "model_returned": reply.model_returned,
    }
