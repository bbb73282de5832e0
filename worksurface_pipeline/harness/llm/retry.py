"""Retrying as a decision: from a fault and the number of attempts made to a wait, or to no.

The one owner of retries is the gateway, which asks here; litellm's and the SDKs' own are off.
"""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.harness.llm.settings import RetryPolicy
from worksurface_pipeline.kernel.errors import (
    ModelConfigurationError,
    ModelError,
    ModelTooLateError,
    ModelUnavailableError,
)
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.sampling import hash_unit

_JITTER_SHARE = 0.5  # a wait is shortened by at most half, so that callers do not come back at once


class FaultKind(StrEnum):
    """What sort of fault a call ended with."""

    CONFIGURATION = "configuration"
    REFUSED_REQUEST = "refused_request"
    TRANSIENT = "transient"
    RATE_LIMITED = "rate_limited"
    TOO_LATE = "too_late"


_LASTING = frozenset({FaultKind.CONFIGURATION, FaultKind.REFUSED_REQUEST, FaultKind.TOO_LATE})


class Fault(Frozen):
    """A failed attempt: what happened, the remedy, and the wait the server asked for."""

    kind: FaultKind
    what: str
    remedy: str = ""
    retry_after: float | None = None

    def as_error(self, model: str, attempts: int) -> ModelError:
        """The exception that tells the caller, after `attempts` attempts."""
        where = f"model {model}"
        if self.kind is FaultKind.CONFIGURATION:
            return ModelConfigurationError(self.what, where=where, remedy=self.remedy)
        if self.kind is FaultKind.REFUSED_REQUEST:
            return ModelError(self.what, where=where, remedy=self.remedy)
        if self.kind is FaultKind.TOO_LATE:
            return ModelTooLateError(self.what, where=where, remedy=self.remedy)
        tried = f"{self.what}, after {attempts} attempt{'s' if attempts > 1 else ''}"
        return ModelUnavailableError(tried, where=where, remedy=self.remedy)


class Decision(Frozen):
    """Whether to try again, after how many seconds, and whether all callers should wait."""

    is_retry: bool
    wait_seconds: float = 0.0
    is_shared_wait: bool = False


NO_RETRY = Decision(is_retry=False)


def decide(fault: Fault, attempt: int, policy: RetryPolicy, key: str) -> Decision:
    """What to do after attempt number `attempt` (from 1) ended in `fault`.

    `key` is the request's digest: the jitter depends on it and on the attempt, on nothing else.
    """
    if fault.kind in _LASTING or attempt >= policy.attempts:
        return NO_RETRY
    wait = _wait(fault, attempt, policy, key)
    if wait > policy.longest_wait_seconds:
        return NO_RETRY
    is_shared = fault.kind is FaultKind.RATE_LIMITED
    return Decision(is_retry=True, wait_seconds=wait, is_shared_wait=is_shared)


def _wait(fault: Fault, attempt: int, policy: RetryPolicy, key: str) -> float:
    """The server's own wait where it names one, else capped exponential back-off with jitter."""
    if fault.retry_after is not None:
        return fault.retry_after
    back_off = min(policy.cap_seconds, policy.base_seconds * 2.0 ** (attempt - 1))
    return back_off * (1.0 - _JITTER_SHARE * hash_unit(attempt, key))
