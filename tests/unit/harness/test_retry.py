from __future__ import annotations

import pytest

from worksurface_pipeline.harness.llm.retry import NO_RETRY, Decision, Fault, FaultKind, decide
from worksurface_pipeline.harness.llm.settings import RetryPolicy
from worksurface_pipeline.kernel.errors import (
    ModelConfigurationError,
    ModelError,
    ModelUnavailableError,
)

POLICY = RetryPolicy(attempts=3, base_seconds=2, cap_seconds=10, longest_wait_seconds=60)


def fault(kind: FaultKind, retry_after: float | None = None) -> Fault:
    return Fault(kind=kind, what="It failed", retry_after=retry_after)


@pytest.mark.parametrize(
    ("case", "attempt"),
    [
        pytest.param(fault(FaultKind.CONFIGURATION), 1, id="configuration"),
        pytest.param(fault(FaultKind.REFUSED_REQUEST), 1, id="refused-request"),
        pytest.param(fault(FaultKind.TRANSIENT), 3, id="attempts-used-up"),
        pytest.param(fault(FaultKind.RATE_LIMITED, 61), 1, id="asked-to-wait-too-long"),
    ],
)
def test_no_further_attempt(case: Fault, attempt: int) -> None:
    assert decide(case, attempt, POLICY, "k") == NO_RETRY


@pytest.mark.parametrize("kind", [FaultKind.TRANSIENT, FaultKind.RATE_LIMITED])
def test_the_servers_own_wait_is_honoured(kind: FaultKind) -> None:
    shared = kind is FaultKind.RATE_LIMITED
    wanted = Decision(is_retry=True, wait_seconds=7.5, is_shared_wait=shared)
    assert decide(fault(kind, 7.5), 1, POLICY, "k") == wanted


@pytest.mark.parametrize(
    ("attempt", "low", "high"),
    [(1, 1.0, 2.0), (2, 2.0, 4.0), (3, 4.0, 8.0), (4, 5.0, 10.0), (400, 5.0, 10.0)],
)
def test_back_off_doubles_to_its_cap(attempt: int, low: float, high: float) -> None:
    policy = POLICY.model_copy(update={"attempts": 1000})
    waits = [
        decide(fault(FaultKind.TRANSIENT), attempt, policy, str(n)).wait_seconds for n in range(50)
    ]
    assert all(low < wait <= high for wait in waits)
    assert len(set(waits)) == len(waits)


def test_the_jitter_depends_on_the_request_alone() -> None:
    first = decide(fault(FaultKind.TRANSIENT), 1, POLICY, "same")
    assert decide(fault(FaultKind.TRANSIENT), 1, POLICY, "same") == first


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        (FaultKind.CONFIGURATION, ModelConfigurationError),
        (FaultKind.REFUSED_REQUEST, ModelError),
        (FaultKind.TRANSIENT, ModelUnavailableError),
        (FaultKind.RATE_LIMITED, ModelUnavailableError),
    ],
)
def test_a_fault_becomes_the_error_of_its_kind(kind: FaultKind, error: type[ModelError]) -> None:
    raised = fault(kind).as_error("m/x", 2)
    assert type(raised) is error
    assert "m/x" in str(raised)
